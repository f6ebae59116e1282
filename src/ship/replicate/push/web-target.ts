/**
 * A target behind HTTP: a bucket, or any server that accepts files by PUT.
 */
import { createHash } from 'node:crypto';
import { CURRENT_FILE } from '../../../index/snapshot/index.js';
import { exchange } from '../origin/exchange.js';
import { createRefusal, fileUrl, readSigned, type WebOrigin } from '../origin/http-origin.js';
import { OriginFailure } from '../origin/origin.js';
import type { Content, Target } from './target.js';

export interface WebAccess extends WebOrigin {
  readonly byteLengthMaximum: number;
}

/** Header cache-control of files whose path contains a hash: their bytes never change. */
const CACHE_FOREVER = 'public, max-age=31536000, immutable';
/** Header cache-control of files that may change. Revalidation is not enough: tags that are times in seconds may repeat. */
const DO_NOT_CACHE = 'no-store';

/** Statuses of a failed condition: 412 (RFC 9110), 409 (S3, during another request), 404 (S3, object removed). */
const failedConditionStatuses: ReadonlySet<number> = new Set([412, 409, 404]);

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

const createContent = (text: string): Content => ({
  byteLength: Buffer.byteLength(text),
  sha256: createHash('sha256').update(text).digest('hex'),
  bytes: async function* () {
    yield Buffer.from(text);
  },
});

/** @returns a target without `list` and `remove`: HTTP has no listing of files */
export function webTarget({ name, base, sign, stallMs, byteLengthMaximum }: WebAccess): Target {
  /** @returns the status, 2xx or one of `failedConditionStatuses`; other statuses are thrown as refusals */
  const sendFile = async (
    path: string,
    content: Content,
    extraHeaders: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<number> => {
    const url = fileUrl(path, base);
    const type = { 'content-type': 'application/octet-stream' };
    const headers = await sign({ method: 'PUT', url, headers: { ...type, ...extraHeaders }, sha256: content.sha256 });
    const { status, discard } = await exchange({ method: 'PUT', url, headers, body: content, signal, stallMs });
    discard();
    const isConditional = 'if-match' in extraHeaders || 'if-none-match' in extraHeaders;
    if (isSuccess(status) || (isConditional && failedConditionStatuses.has(status))) return status;
    throw createRefusal(url, status);
  };
  return {
    name,
    byteLengthMaximum,
    read: (path, request) => readSigned(fileUrl(path, base), request, stallMs, sign),
    async lengthOf(path, signal) {
      const url = fileUrl(path, base);
      const headers = await sign({ method: 'HEAD', url, headers: { 'accept-encoding': 'identity' } });
      const reply = await exchange({ method: 'HEAD', url, headers, signal, stallMs });
      reply.discard();
      if (reply.status === 404) return undefined;
      if (reply.status !== 200) throw createRefusal(url, reply.status);
      return Number(reply.headers['content-length'] ?? Number.NaN);
    },
    async put(path, content, signal) {
      const cacheControl = content.mayChange === true ? DO_NOT_CACHE : CACHE_FOREVER;
      await sendFile(path, content, { 'cache-control': cacheControl }, signal);
    },
    async replaceCurrent(currentSeen, snapshot, signal) {
      const tag = currentSeen?.tag;
      if (currentSeen !== undefined && (tag === undefined || tag.startsWith('W/'))) {
        throw new OriginFailure(
          `${name} sends ${CURRENT_FILE} without a strong ETag, so two builders could undo each other's work; use a target that sends a strong ETag`,
          false,
        );
      }
      const condition: Record<string, string> = tag === undefined ? { 'if-none-match': '*' } : { 'if-match': tag };
      const content = createContent(`${snapshot}\n`);
      const status = await sendFile(CURRENT_FILE, content, { 'cache-control': DO_NOT_CACHE, ...condition }, signal);
      return isSuccess(status);
    },
  };
}
