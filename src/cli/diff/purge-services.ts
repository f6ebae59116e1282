/**
 * Requests to cache services that purge answers by surrogate key, and the limits of one request.
 *
 * Sources: Fastly, "Purge multiple surrogate key tags": 256 keys a request; Cloudflare, "Purge cache": 100 operations a
 * request; both accept keys of at most 1,024 characters. Varnish, `http_req_hdr_len`: 8 KiB a header line.
 */
import { OperationError } from '../../content/errors/index.js';

export const PURGE_SERVICES = ['varnish', 'varnish-ban', 'fastly', 'cloudflare'] as const;
export type PurgeServiceName = (typeof PURGE_SERVICES)[number];

export interface PurgeService {
  readonly keysMaximum: number;
  /** Maximum length of all keys of a request with their separators. */
  readonly bytesMaximum: number;
  readonly keyBytesMaximum: number;
  readonly url: string;
  readonly request: (keys: readonly string[]) => RequestInit;
  /** Whether the body of a successful response confirms the purge. */
  readonly accepts: (body: string) => boolean;
}

export interface PurgeAccess {
  /** Address of the service; undefined: its public API. */
  readonly url: string | undefined;
  /** Id of Fastly's service or Cloudflare's zone. */
  readonly service: string | undefined;
  readonly token: string;
}

const headerBytes = 4096;
const keyBytes = 1024;

const inHeader = (url: string, method: string, header: string, text: (keys: readonly string[]) => string) => ({
  url: `${url}/`,
  keysMaximum: Number.POSITIVE_INFINITY,
  bytesMaximum: headerBytes,
  keyBytesMaximum: headerBytes,
  request: (keys: readonly string[]): RequestInit => ({ method, headers: { [header]: text(keys) } }),
  accepts: () => true,
});

const inBody = (headers: Record<string, string>, member: string) => ({
  bytesMaximum: 65_536,
  keyBytesMaximum: keyBytes,
  request: (keys: readonly string[]): RequestInit => ({
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ [member]: keys }),
  }),
});

/** Keys consist of letters, digits and `-._~%/:@`; only the point has a meaning in an expression, so it is quoted. */
const expression = (keys: readonly string[]): string =>
  `(^|[[:space:]])(${keys.join('|').replaceAll('.', '[.]')})([[:space:]]|$)`;

function requireValue(text: string | undefined, name: string): string {
  if (text !== undefined && text !== '') return text;
  throw new OperationError(`${name} is missing.`);
}

const ownHosts: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** Whether a secret is safe on the way to the URL: it is https, or the host is exactly this machine. */
function isPrivate(url: string): boolean {
  const { protocol, hostname } = URL.canParse(url) ? new URL(url) : { protocol: '', hostname: '' };
  return protocol === 'https:' || (protocol === 'http:' && ownHosts.has(hostname));
}

/** @throws OperationError if a value is missing, or the token would be sent without encryption */
export function purgeService(name: PurgeServiceName, { url, service, token }: PurgeAccess): PurgeService {
  if (token !== '' && url !== undefined && !isPrivate(url)) {
    throw new OperationError('The token would be sent without encryption: give an address with https.');
  }
  switch (name) {
    case 'varnish':
      return inHeader(requireValue(url, '--url, the address of Varnish,'), 'PURGE', 'xkey-purge', (keys) =>
        keys.join(' '),
      );
    case 'varnish-ban':
      return inHeader(requireValue(url, '--url, the address of Varnish,'), 'BAN', 'key-ban', expression);
    case 'fastly': {
      const id = encodeURIComponent(requireValue(service, "--service, the id of Fastly's service,"));
      const headers = { 'fastly-key': requireValue(token, 'STELE_PURGE_TOKEN, or --token-file,') };
      return {
        ...inBody(headers, 'surrogate_keys'),
        keysMaximum: 256,
        url: `${url ?? 'https://api.fastly.com'}/service/${id}/purge`,
        accepts: () => true,
      };
    }
    case 'cloudflare': {
      const id = encodeURIComponent(requireValue(service, "--service, the id of Cloudflare's zone,"));
      const headers = { authorization: `Bearer ${requireValue(token, 'STELE_PURGE_TOKEN, or --token-file,')}` };
      return {
        ...inBody(headers, 'tags'),
        keysMaximum: 100,
        url: `${url ?? 'https://api.cloudflare.com/client/v4'}/zones/${id}/purge_cache`,
        accepts: (body) => /"success"\s*:\s*true/.test(body),
      };
    }
  }
}

const attemptMs = 30_000;
const pausesMs = [1000, 2000, 4000, 8000, 16_000, 30_000];
const againAfter: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** @param value header Retry-After: seconds or a date. @returns milliseconds to wait; undefined if it has no valid value */
function retryAfterMs(value: string | null): number | undefined {
  if (value === null) return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}

/**
 * Sends one purge request, and repeats it while the service is busy or cannot be reached.
 *
 * @param deadline in milliseconds of `Date.now()`
 * @throws OperationError at the first refusal, and after the deadline
 */
export async function purgeKeys(service: PurgeService, keys: readonly string[], deadline: number): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    let problem: string;
    let waitMs = pausesMs[Math.min(attempt, pausesMs.length - 1)]!;
    try {
      const signal = AbortSignal.timeout(Math.max(1, Math.min(attemptMs, deadline - Date.now())));
      const response = await fetch(service.url, { ...service.request(keys), redirect: 'manual', signal });
      const body = await response.text();
      if (response.ok && service.accepts(body)) return;
      problem = `status ${response.status}: ${body.slice(0, 300)}`;
      if (!againAfter.has(response.status)) throw new OperationError(`The cache refused to purge: ${problem}`);
      waitMs = retryAfterMs(response.headers.get('retry-after')) ?? waitMs;
    } catch (error) {
      if (error instanceof OperationError) throw error;
      problem = error instanceof Error ? String(error.cause ?? error.message) : String(error);
    }
    if (Date.now() + waitMs >= deadline) {
      throw new OperationError(
        `The cache did not purge within --timeout: ${problem}. Run the command again to continue.`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}
