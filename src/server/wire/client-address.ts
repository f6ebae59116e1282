/**
 * The client's address: the other end of the connection, or the address that a trusted proxy reports.
 *
 * Each proxy appends the address that it was connected from. Only the last entries are reliable, as many as the operator
 * has proxies; a client can make up all entries before them.
 */
import type { IncomingMessage } from 'node:http';

export const PROXY_HEADERS = Object.freeze(['x-forwarded-for', 'forwarded'] as const);
export type ProxyHeader = (typeof PROXY_HEADERS)[number];

export interface TrustedProxy {
  readonly header: ProxyHeader;
  /** Number of proxies in a row, at least 1. */
  readonly hops: number;
}

/** One `for=` of a Forwarded header, with a quoted or a bare value. */
const forPattern = /(?:^|;)\s*for\s*=\s*(?:"([^"]*)"|([^;\s]*))/i;
/** Elements of a list; commas in quotes do not separate. */
const elementPattern = /(?:"[^"]*"|[^,"])+/g;

const parseForwardedAddress = (element: string): string => {
  const match = forPattern.exec(element);
  return match?.[1] ?? match?.[2] ?? '';
};

/**
 * @param connected address at the other end of the connection
 * @param proxy     whose header is trusted; undefined: no header is
 * @returns the address as the proxy wrote it; undefined if none is known
 */
export function findClientAddress(
  connected: string | undefined,
  { headers }: Pick<IncomingMessage, 'headers'>,
  proxy: TrustedProxy | undefined,
): string | undefined {
  const header = proxy === undefined ? undefined : headers[proxy.header];
  if (proxy === undefined || header === undefined) return connected;
  const elements: readonly string[] = [header].flat().join(',').match(elementPattern) ?? [];
  const addresses = elements.map((element) =>
    proxy.header === 'forwarded' ? parseForwardedAddress(element) : element.trim(),
  );
  return addresses.at(-proxy.hops) || connected;
}
