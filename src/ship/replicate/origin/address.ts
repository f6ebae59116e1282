/**
 * Parsing the address of an origin or a target.
 *
 * An address must not contain secrets: process lists, logs and shell histories show it.
 */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OperationError } from '../../../content/errors/index.js';

export type Address =
  /** Ends with a slash. */
  | { readonly kind: 'http'; readonly url: URL }
  | { readonly kind: 'file'; readonly folder: string }
  /** The prefix is empty, or ends with a slash. */
  | { readonly kind: 's3'; readonly name: string; readonly bucket: string; readonly prefix: string };

/** The environment's member for the header `Authorization` of requests to an http or https address. */
export const AUTHORIZATION_VARIABLE = 'STELE_AUTHORIZATION';

/** As S3 allows: nothing that could lead out of a path or a host. */
const bucketPattern = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

const refuse = (text: string, why: string): OperationError => new OperationError(`The address "${text}" ${why}.`);

/** @throws OperationError that says what is wrong with it; of one with a password it shows none of it */
export function parseAddress(text: string): Address {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined)
    throw refuse(text, 'is not one; give s3://bucket/path, https://host/path, http://host/path or file:///path');
  if (url.username !== '' || url.password !== '') {
    throw new OperationError(
      `An address must not contain a user or a password, because others could see them. Put the value of the header Authorization into the environment, as ${AUTHORIZATION_VARIABLE}. For a bucket, set AWS_ACCESS_KEY_ID.`,
    );
  }
  if (url.search !== '' || url.hash !== '')
    throw refuse(text, 'has a query or a fragment; give an address without one');
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  switch (url.protocol) {
    case 'http:':
    case 'https:':
      return { kind: 'http', url };
    case 'file:':
      if (url.host !== '') throw refuse(text, 'names a host; give file:///path, with three slashes');
      return { kind: 'file', folder: resolve(fileURLToPath(url)) };
    case 's3:':
      if (!bucketPattern.test(url.hostname)) throw refuse(text, 'names no bucket; give s3://bucket/path');
      return { kind: 's3', name: url.href, bucket: url.hostname, prefix: decodeURIComponent(url.pathname.slice(1)) };
    default:
      throw refuse(text, `begins with ${url.protocol}, which is unknown; give s3:, https:, http: or file:`);
  }
}
