/**
 * The host that a request is for. Source: RFC 9112, 3.2: of a target with a host, that one counts; otherwise `Host`.
 */
import type { IncomingMessage } from 'node:http';

const authorityPattern = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/([^/?#]*)/;

/** @returns the host of `user@host:port` in small letters, without the dot that may end it */
const plainHost = (authority: string): string =>
  authority
    .slice(authority.lastIndexOf('@') + 1)
    .replace(/:\d*$/, '')
    .replace(/\.$/, '')
    .toLowerCase();

/** @returns `''` where the request names none. Cost: O(lines) until the one that counts. */
export function hostOf({ url = '', rawHeaders }: Pick<IncomingMessage, 'url' | 'rawHeaders'>): string {
  const authority = url.startsWith('/') ? undefined : authorityPattern.exec(url)?.[1];
  if (authority !== undefined) return plainHost(authority);
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (name.length === 4 && name.toLowerCase() === 'host') return plainHost(rawHeaders[i + 1]!);
  }
  return '';
}
