/**
 * The line of the log with which a server starts: what it is, and what it was told, without secrets.
 */
import type { Logger } from 'pino';
import { packageVersion } from '../package.js';
import { type TrustArguments, trustedKeys } from '../trust/options.js';

/** @returns an address without user, password and parameters, any of which may be secret; other texts as they are */
function withoutCredentials(text: string): string {
  const [, scheme] = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text) ?? [];
  if (scheme === undefined) return text;
  // An address of several hosts is none that URL reads.
  if (!URL.canParse(text)) return `${scheme}://…`;
  const { host, pathname } = new URL(text);
  return `${scheme}://${host}${pathname}`;
}

const plain = (_name: string, value: unknown): unknown =>
  typeof value === 'string' ? withoutCredentials(value) : value;

/** @param options as the command line was understood, defaults included */
export function logStart(logger: Logger, { trust, ...options }: TrustArguments & object): void {
  const trusted = trustedKeys(trust === undefined ? {} : { trust }).map(({ name }) => name);
  const told: unknown = JSON.parse(JSON.stringify(options, plain));
  logger.info({ version: packageVersion(), node: process.versions.node, options: told, trusted }, 'the server starts');
}
