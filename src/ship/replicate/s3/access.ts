/**
 * Access to a bucket: its URL at the endpoint, and the signing of requests (AWS Signature Version 4).
 *
 * Credentials come from the environment or from the usual files, and are used only for signatures.
 */
import { AwsV4Signer } from 'aws4fetch';
import { OperationError } from '../../../content/errors/index.js';
import { withoutTrailing } from '../../../content/model/index.js';
import type { SignRequest } from '../origin/http-origin.js';
import { type Environment, readProfile } from './profile.js';

export interface Bucket {
  readonly bucket: string;
  /** Path in the bucket: empty, or ending with a slash. */
  readonly prefix: string;
}

export interface BucketAccess {
  /** URL of the prefix in the bucket; ends with a slash. */
  readonly base: URL;
  /** URL of the bucket itself: without a slash at the end of a path, as servers sign the path without it. */
  readonly bucketRoot: URL;
  readonly sign: SignRequest;
}

interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** Credentials are read again after this time, as other programs may renew them in the files. */
const CREDENTIALS_MS = 60_000;
/** SHA-256 of an empty body. */
const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
/** Headers to sign, in addition to `x-amz-*`. Headers that proxies may change are not signed. */
const SIGNED_HEADERS: ReadonlySet<string> = new Set(['if-match', 'if-none-match']);

/** @returns the same URL with `%2B` for each plus sign in its path: the signer reads a plus sign as a space, the bucket does not */
function withEncodedPlus(url: URL): URL {
  const encodedUrl = new URL(url);
  encodedUrl.pathname = encodedUrl.pathname.replaceAll('+', '%2B');
  return encodedUrl;
}

function readCredentials(env: Environment): Credentials {
  const profile = env['AWS_ACCESS_KEY_ID'] ? undefined : readProfile(env);
  const credential = (name: string): string | undefined =>
    (profile === undefined ? env[name.toUpperCase()] : profile.get(name)) || undefined;
  const [accessKeyId, secretAccessKey] = [credential('aws_access_key_id'), credential('aws_secret_access_key')];
  const sessionToken = credential('aws_session_token');
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    throw new OperationError(
      'There are no credentials for the bucket: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or write them into ~/.aws/credentials (AWS_PROFILE names the profile).',
    );
  }
  return { accessKeyId, secretAccessKey, ...(sessionToken === undefined ? {} : { sessionToken }) };
}

/** @returns the URL of the prefix: on the bucket's own host at AWS, below a path at any other endpoint */
function bucketUrl({ bucket, prefix }: Bucket, region: string, endpoint: string | undefined): URL {
  const path = prefix.split('/').map(encodeURIComponent).join('/');
  if (endpoint === undefined) {
    // The certificate for *.s3… does not cover bucket names with points.
    const host = `s3.${region}.amazonaws.com`;
    return new URL(bucket.includes('.') ? `https://${host}/${bucket}/${path}` : `https://${bucket}.${host}/${path}`);
  }
  if (!URL.canParse(endpoint) || !/^https?:$/.test(new URL(endpoint).protocol)) {
    throw new OperationError('AWS_ENDPOINT_URL_S3 is not the address of a server, such as https://s3.example.');
  }
  return new URL(`${bucket}/${path}`, endpoint.endsWith('/') ? endpoint : `${endpoint}/`);
}

/** @throws OperationError if there are no credentials, or the endpoint is not a URL */
export function openBucket(bucket: Bucket, env: Environment, now: () => number = Date.now): BucketAccess {
  const profile = readProfile(env);
  const region = env['AWS_REGION'] || env['AWS_DEFAULT_REGION'] || profile.get('region') || 'us-east-1';
  const endpoint = env['AWS_ENDPOINT_URL_S3'] || env['AWS_ENDPOINT_URL'] || profile.get('endpoint_url');
  let credentials = readCredentials(env);
  let readMs = now();
  const sign: SignRequest = async ({ method, url, headers, sha256 = EMPTY_SHA256 }) => {
    if (now() - readMs > CREDENTIALS_MS) {
      credentials = readCredentials(env);
      readMs = now();
    }
    const signedHeaders = Object.entries(headers).filter(
      ([name]) => SIGNED_HEADERS.has(name) || name.startsWith('x-amz-'),
    );
    const signer = new AwsV4Signer({
      ...credentials,
      method,
      url: withEncodedPlus(url).href,
      headers: { ...Object.fromEntries(signedHeaders), 'x-amz-content-sha256': sha256 },
      service: 's3',
      region,
    });
    const signed = await signer.sign();
    return { ...headers, ...Object.fromEntries(signed.headers) };
  };
  const bucketRoot = bucketUrl({ ...bucket, prefix: '' }, region, endpoint);
  bucketRoot.pathname = withoutTrailing(bucketRoot.pathname, '/');
  return { base: bucketUrl(bucket, region, endpoint), bucketRoot, sign };
}
