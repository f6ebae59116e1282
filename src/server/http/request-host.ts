/**
 * The host that a request is for. Source: RFC 9112, 3.2: the host of an absolute target, otherwise the `Host` header.
 */
import type { IncomingMessage } from 'node:http';

const authorityPattern = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/([^/?#]*)/;

/** @returns the host of `user@host:port` in lower case, without a final dot */
const parseAuthorityHost = (authority: string): string =>
  authority
    .slice(authority.lastIndexOf('@') + 1)
    .replace(/:\d*$/, '')
    .replace(/\.$/, '')
    .toLowerCase();

/** @returns `''` if the request names none. Cost: O(header lines before `Host`). */
export function readHost({ url = '', rawHeaders }: Pick<IncomingMessage, 'url' | 'rawHeaders'>): string {
  const authority = url.startsWith('/') ? undefined : authorityPattern.exec(url)?.[1];
  if (authority !== undefined) return parseAuthorityHost(authority);
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (name.length === 4 && name.toLowerCase() === 'host') return parseAuthorityHost(rawHeaders[i + 1]!);
  }
  return '';
}
