/**
 * Whose request it is: the address at the other end of the connection, or the one that a trusted proxy tells.
 *
 * Each proxy appends the address that it was connected from. So only the last entries are true: as many as there are
 * proxies of the operator's own; whatever stands before them may have been made up by the client.
 */
import type { IncomingMessage } from 'node:http';

export const PROXY_HEADERS = Object.freeze(['x-forwarded-for', 'forwarded'] as const);
export type ProxyHeader = (typeof PROXY_HEADERS)[number];

export interface TrustedProxy {
  readonly header: ProxyHeader;
  /** How many proxies stand one behind the other, at least 1. */
  readonly hops: number;
}

/** One `for=` of a Forwarded header, a quoted value or a bare one. */
const forPattern = /(?:^|;)\s*for\s*=\s*(?:"([^"]*)"|([^;\s]*))/i;
/** Elements of a list, with commas in quotes left alone. */
const elementPattern = /(?:"[^"]*"|[^,"])+/g;

const addressOf = (element: string): string => {
  const found = forPattern.exec(element);
  return found?.[1] ?? found?.[2] ?? '';
};

/**
 * @param connected address at the other end of the connection
 * @returns the address as it is written there; undefined where none is known
 */
export function clientOf(
  connected: string | undefined,
  { headers }: Pick<IncomingMessage, 'headers'>,
  proxy: TrustedProxy | undefined,
): string | undefined {
  const sent = proxy === undefined ? undefined : headers[proxy.header];
  if (proxy === undefined || sent === undefined) return connected;
  const elements: readonly string[] = [sent].flat().join(',').match(elementPattern) ?? [];
  const named = elements.map((element) => (proxy.header === 'forwarded' ? addressOf(element) : element.trim()));
  return named.at(-proxy.hops) || connected;
}
