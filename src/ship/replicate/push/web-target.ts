/**
 * A target behind HTTP: a bucket, or any server that takes files by PUT.
 */
import { createHash } from 'node:crypto';
import { CURRENT_FILE } from '../../../index/snapshot/index.js';
import { exchange } from '../origin/exchange.js';
import { readSigned, refusal, type WebOrigin } from '../origin/http-origin.js';
import { OriginFailure } from '../origin/origin.js';
import type { Content, Target } from './target.js';

export interface WebAccess extends WebOrigin {
  readonly byteLengthMaximum: number;
}

/** What a cache in between may do: files are named by their hashes, or below a folder that is. */
const FOR_EVER = 'public, max-age=31536000, immutable';
/** Not even to ask whether it has changed: an entity tag that is a time in seconds may be that of another. */
const NOT_KEPT = 'no-store';

/** What servers say when a condition does not hold: RFC 9110; S3 while another request is at work; S3 where it is gone. */
const conditionFailed: ReadonlySet<number> = new Set([412, 409, 404]);

const contentOf = (text: string): Content => ({
  byteLength: Buffer.byteLength(text),
  sha256: createHash('sha256').update(text).digest('hex'),
  bytes: async function* () {
    yield Buffer.from(text);
  },
});

export function webTarget({ name, base, sign, stallMs, byteLengthMaximum }: WebAccess): Target {
  const put = async (
    path: string,
    content: Content,
    plain: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<number> => {
    const url = new URL(path, base);
    const type = { 'content-type': 'application/octet-stream' };
    const headers = await sign({ method: 'PUT', url, headers: { ...type, ...plain }, sha256: content.sha256 });
    const { status, discard } = await exchange({ method: 'PUT', url, headers, body: content, signal, stallMs });
    discard();
    if (status >= 200 && status < 300) return status;
    if (conditionFailed.has(status) && ('if-match' in plain || 'if-none-match' in plain)) return status;
    throw refusal(url, status);
  };
  return {
    name,
    byteLengthMaximum,
    read: (path, wanted) => readSigned(new URL(path, base), wanted, stallMs, sign),
    async lengthOf(path, signal) {
      const url = new URL(path, base);
      const headers = await sign({ method: 'HEAD', url, headers: { 'accept-encoding': 'identity' } });
      const reply = await exchange({ method: 'HEAD', url, headers, signal, stallMs });
      reply.discard();
      if (reply.status === 404) return undefined;
      if (reply.status !== 200) throw refusal(url, reply.status);
      return Number(reply.headers['content-length'] ?? Number.NaN);
    },
    async put(path, content, signal) {
      await put(path, content, { 'cache-control': content.mayChange === true ? NOT_KEPT : FOR_EVER }, signal);
    },
    async replaceCurrent(seen, snapshot, signal) {
      const tag = seen?.tag;
      if (seen !== undefined && (tag === undefined || tag.startsWith('W/'))) {
        throw new OriginFailure(
          `${name} sends ${CURRENT_FILE} without a strong ETag, so two builders could undo each other's work; give a target that sends one`,
          false,
        );
      }
      const condition: Record<string, string> = tag === undefined ? { 'if-none-match': '*' } : { 'if-match': tag };
      const status = await put(
        CURRENT_FILE,
        contentOf(`${snapshot}\n`),
        { 'cache-control': NOT_KEPT, ...condition },
        signal,
      );
      return status < 300;
    },
  };
}
