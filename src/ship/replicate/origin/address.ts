/**
 * Parses the address of an origin or a target.
 *
 * An address must not contain secrets: process lists, logs and shell histories show it.
 */
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { OperationError } from '../../../content/errors/index.js';

export type Address =
  /** The URL ends with a slash. */
  | { readonly kind: 'http'; readonly url: URL }
  | { readonly kind: 'file'; readonly folder: string }
  /** The prefix is empty, or ends with a slash. */
  | { readonly kind: 's3'; readonly name: string; readonly bucket: string; readonly prefix: string };

/** Environment variable with the header `Authorization` for requests to an http or https address. */
export const AUTHORIZATION_VARIABLE = 'STELE_AUTHORIZATION';

/** Names that S3 allows; none of them can change the path or the host of a URL. */
const bucketPattern = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

const createRefusal = (text: string, problem: string): OperationError =>
  new OperationError(`The address "${text}" ${problem}.`);

/** @throws OperationError if the address is invalid; the message never repeats an address with a password */
export function parseAddress(text: string): Address {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined && /^\.{0,2}\//.test(text))
    throw createRefusal(text, `is a path; give it as ${pathToFileURL(resolve(text)).href}`);
  if (url === undefined)
    throw createRefusal(
      text,
      'is not valid; give s3://bucket/path, https://host/path, http://host/path or file:///path',
    );
  if (url.username !== '' || url.password !== '') {
    throw new OperationError(
      `An address must not contain a user or a password, because others could see them. Put the value of the header Authorization into the environment, as ${AUTHORIZATION_VARIABLE}. For a bucket, set AWS_ACCESS_KEY_ID.`,
    );
  }
  if (url.search !== '' || url.hash !== '')
    throw createRefusal(text, 'has a query or a fragment; give an address without one');
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  switch (url.protocol) {
    case 'http:':
    case 'https:':
      return { kind: 'http', url };
    case 'file:':
      if (url.host !== '') throw createRefusal(text, 'names a host; give file:///path, with three slashes');
      return { kind: 'file', folder: resolve(fileURLToPath(url)) };
    case 's3:':
      if (!bucketPattern.test(url.hostname)) throw createRefusal(text, 'names no bucket; give s3://bucket/path');
      return { kind: 's3', name: url.href, bucket: url.hostname, prefix: decodeURIComponent(url.pathname.slice(1)) };
    default:
      throw createRefusal(text, `begins with ${url.protocol}, which is unknown; give s3:, https:, http: or file:`);
  }
}
