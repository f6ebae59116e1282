/**
 * Opens the target of an address: a folder, an HTTP server or a bucket.
 */
import { type Address, AUTHORIZATION_VARIABLE } from '../origin/address.js';
import { authorizationSigner } from '../origin/http-origin.js';
import { type OriginAccess, STALL_MS } from '../origin/open-origin.js';
import { openBucket } from '../s3/access.js';
import { listObjects, removeObject } from '../s3/objects.js';
import { fileTarget } from './file-target.js';
import type { Target } from './target.js';
import { webTarget } from './web-target.js';

/** Maximum size of an upload to S3 in one request. */
const BUCKET_BYTES_MAXIMUM = 5 * 2 ** 30;

/** @throws OperationError if there are no credentials for a bucket */
export function openTarget(address: Address, { files, env, stallMs = STALL_MS }: OriginAccess): Target {
  switch (address.kind) {
    case 'file':
      return fileTarget(files, address.folder);
    case 'http': {
      const { url: base } = address;
      const sign = authorizationSigner(env[AUTHORIZATION_VARIABLE]);
      return webTarget({ name: base.href, base, sign, stallMs, byteLengthMaximum: Number.POSITIVE_INFINITY });
    }
    case 's3': {
      const access = { name: address.name, ...openBucket(address, env), stallMs };
      const bucketFiles = { ...access, prefix: address.prefix };
      return {
        ...webTarget({ ...access, byteLengthMaximum: BUCKET_BYTES_MAXIMUM }),
        list: (folder, signal) => listObjects(bucketFiles, folder, signal),
        remove: (path, signal) => removeObject(bucketFiles, path, signal),
      };
    }
  }
}
