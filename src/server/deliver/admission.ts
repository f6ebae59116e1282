/**
 * Who is let in to the content: nobody while the server has no room for another answer, or no time to make one, which is
 * 503; and with keys only those whose key opens it.
 */
import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import { RequestError } from '../../content/errors/index.js';
import type { Gate } from '../access/gate.js';
import { check, previews } from '../access/guarded.js';
import type { ConnectionLimit } from '../wire/connection-limit.js';
import { SNAPSHOT_HEADER } from '../wire/headers.js';
import type { Overload } from '../wire/overload.js';
import { watched } from '../wire/watched-response.js';
import { type Mount, mountFor } from './mounts.js';

export class Admission {
  readonly #overload: Overload;
  readonly #connections: ConnectionLimit;
  readonly #gate: Gate | undefined;
  /** Requests refused for want of room or time. */
  shed = 0;

  /** @param gate what content is behind; undefined where everybody may read it */
  constructor(overload: Overload, connections: ConnectionLimit, gate: Gate | undefined) {
    this.#overload = overload;
    this.#connections = connections;
    this.#gate = gate;
  }

  /** Whether there is room for an answer that is at hand. */
  hasRoom(request: IncomingMessage): boolean {
    return this.#overload.hasRoom() && !this.#connections.isSurplus(request.socket);
  }

  /**
   * @returns what the request may read: the mount, or its preview
   * @throws RequestError 503 where there is no room or time; AccessRefused
   */
  admit(ctx: Context, mount: Mount): Mount {
    const { space } = mount.served;
    // Without a snapshot it is 503 in any case, which says so.
    if (space !== undefined && !(this.hasRoom(ctx.req) && this.#overload.hasTime())) {
      this.shed += 1;
      ctx.set(SNAPSHOT_HEADER, space.id);
      watched(ctx.res).snapshot = space.id;
      if (this.#connections.isSurplus(ctx.req.socket)) ctx.set('Connection', 'close');
      const detail = 'The server is overloaded; try again in a second.';
      throw new RequestError([{ code: 'Unavailable', detail }]);
    }
    if (this.#gate === undefined) return mount;
    check(this.#gate, ctx, mount.served.name);
    return mountFor(mount, previews(ctx));
  }
}
