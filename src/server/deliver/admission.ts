/**
 * Admission to content: 503 while the server has no room for another response or no time for another answer; with keys,
 * only requests whose key opens the space.
 */
import type { IncomingMessage } from 'node:http';
import type { Context } from 'koa';
import type { Gate } from '../access/gate.js';
import { SNAPSHOT_HEADER } from '../http/headers.js';
import { chooseMount, type Mount } from '../spaces/mount.js';
import type { ConnectionLimit } from '../wire/connection-limit.js';
import { createOverloadError } from '../wire/expensive-queue.js';
import type { Overload } from '../wire/overload.js';
import { requireWatched } from '../wire/watched-response.js';

export class Admission {
  readonly #overload: Overload;
  readonly #connections: ConnectionLimit;
  readonly #gate: Gate | undefined;
  /** Number of requests refused because there was no room or no time. */
  shed = 0;

  /** @param gate undefined if content is open to everybody */
  constructor(overload: Overload, connections: ConnectionLimit, gate: Gate | undefined) {
    this.#overload = overload;
    this.#connections = connections;
    this.#gate = gate;
  }

  /** @returns whether there is room for a cached answer */
  hasRoom(request: IncomingMessage): boolean {
    return this.#overload.hasRoom() && !this.#connections.isSurplus(request.socket);
  }

  /**
   * @returns the mount that the request may read: the given one, or its preview
   * @throws RequestError 503 if there is no room or no time; AccessRefused
   */
  admit(ctx: Context, mount: Mount): Mount {
    const { space } = mount.served;
    // A space without a snapshot is refused later, with a 503 that says so.
    if (space !== undefined && !(this.hasRoom(ctx.req) && this.#overload.hasTime())) {
      this.shed += 1;
      ctx.set(SNAPSHOT_HEADER, space.id);
      requireWatched(ctx.res).snapshot = space.id;
      if (this.#connections.isSurplus(ctx.req.socket)) ctx.set('Connection', 'close');
      throw createOverloadError();
    }
    if (this.#gate === undefined) return mount;
    const response = requireWatched(ctx.res);
    this.#gate.check(ctx.req, response, mount.served.name);
    return chooseMount(mount, response.key?.preview === true);
  }
}
