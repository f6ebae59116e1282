/**
 * Lists and removes the objects of a bucket, with the S3 requests ListObjectsV2 and DeleteObject.
 *
 * Elsewhere: reading and writing one object (push/web-target), signing requests (access).
 */
import { exchange } from '../origin/exchange.js';
import { createRefusal, fileUrl, type SignRequest } from '../origin/http-origin.js';
import { OriginFailure } from '../origin/origin.js';
import type { StoredFile } from '../push/target.js';

export interface BucketFiles {
  /** Address for messages. */
  readonly name: string;
  /** URL of the bucket itself. */
  readonly bucketRoot: URL;
  /** URL of the prefix in the bucket; ends with a slash. */
  readonly base: URL;
  /** Path in the bucket: empty, or ending with a slash. */
  readonly prefix: string;
  readonly sign: SignRequest;
  readonly stallMs: number;
}

/** A page has at most 1,000 objects, about 500 bytes each. */
const PAGE_BYTES_MAXIMUM = 2 ** 23;

const characterByEntity: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

const decodeXmlText = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,4}));/gi, (entity, hexadecimal, decimal, name) => {
    if (name !== undefined) return characterByEntity.get(name) ?? entity;
    const codePoint = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
    return codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : entity;
  });

/** @returns the text of the first element with this name; undefined if there is none */
function readElement(xml: string, name: string): string | undefined {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return text === undefined ? undefined : decodeXmlText(text);
}

interface ObjectPage {
  readonly objects: readonly StoredFile[];
  /** Undefined for the last page. */
  readonly continuationToken: string | undefined;
}

/**
 * @param prefix beginning of each key, which is removed from the paths
 * @returns undefined if the text is not an answer to ListObjectsV2
 */
export function parseObjectPage(xml: string, prefix: string): ObjectPage | undefined {
  if (!/<ListBucketResult[\s>]/.test(xml)) return undefined;
  const objects: StoredFile[] = [];
  for (const [, contents = ''] of xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
    const key = readElement(contents, 'Key');
    const byteLength = Number(readElement(contents, 'Size') ?? Number.NaN);
    const modifiedMs = Date.parse(readElement(contents, 'LastModified') ?? '');
    if (key === undefined || Number.isNaN(byteLength) || Number.isNaN(modifiedMs)) return undefined;
    if (key.startsWith(prefix)) objects.push({ path: key.slice(prefix.length), byteLength, modifiedMs });
  }
  const isTruncated = readElement(xml, 'IsTruncated') === 'true';
  const continuationToken = isTruncated ? readElement(xml, 'NextContinuationToken') : undefined;
  if (isTruncated && continuationToken === undefined) return undefined;
  return { objects, continuationToken };
}

/** @throws OriginFailure. Cost: one request for each 1,000 objects. */
export async function listObjects(
  bucketFiles: BucketFiles,
  folder: string,
  signal: AbortSignal,
): Promise<readonly StoredFile[]> {
  const objects: StoredFile[] = [];
  for (let token: string | undefined; ; ) {
    const page = await readPage(bucketFiles, folder, token, signal);
    for (const storedFile of page.objects) objects.push(storedFile);
    if (page.continuationToken === undefined) return objects;
    token = page.continuationToken;
  }
}

async function readPage(
  { name, bucketRoot, prefix, sign, stallMs }: BucketFiles,
  folder: string,
  continuationToken: string | undefined,
  signal: AbortSignal,
): Promise<ObjectPage> {
  const url = new URL(bucketRoot);
  url.searchParams.set('list-type', '2');
  url.searchParams.set('prefix', prefix + folder);
  if (continuationToken !== undefined) url.searchParams.set('continuation-token', continuationToken);
  // S3 and its signature need %20; a plus sign is another key.
  url.search = url.search.replaceAll('+', '%20');
  const headers = await sign({ method: 'GET', url, headers: { 'accept-encoding': 'identity' } });
  const { status, body, discard } = await exchange({ method: 'GET', url, headers, signal, stallMs });
  try {
    if (status !== 200) throw createRefusal(url, status);
    const chunks: Uint8Array[] = [];
    let byteLength = 0;
    for await (const chunk of body) {
      byteLength += chunk.byteLength;
      if (byteLength > PAGE_BYTES_MAXIMUM) throw new OriginFailure(`${name}: the listing is too long`, false);
      chunks.push(chunk);
    }
    const page = parseObjectPage(Buffer.concat(chunks).toString('utf8'), prefix);
    if (page !== undefined) return page;
    throw new OriginFailure(`${name}: the listing of the bucket could not be read`, true);
  } finally {
    discard();
  }
}

/** Removes an object; does nothing if it is missing. @throws OriginFailure */
export async function removeObject(
  { base, sign, stallMs }: BucketFiles,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  const url = fileUrl(path, base);
  const headers = await sign({ method: 'DELETE', url, headers: {} });
  const { status, discard } = await exchange({ method: 'DELETE', url, headers, signal, stallMs });
  discard();
  if ((status >= 200 && status < 300) || status === 404) return;
  throw createRefusal(url, status);
}
