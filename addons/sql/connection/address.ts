/**
 * Where a database is: a URL as libpq reads it, without a password.
 *
 * A URL stands in the list of processes, in the history of a shell and in logs. So a password in it is refused, as keys
 * are for a bucket: it comes from PGPASSWORD or from ~/.pgpass. What the URL leaves open comes from libpq's variables.
 */
import { userInfo } from 'node:os';
import { OperationError } from '../../../src/content/errors/index.js';

/** A checked URL, and what it comes to. It holds no secret. */
export interface Address {
  readonly url: string;
  /** A name, an address, or the folder of a socket. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  /** As libpq's `sslmode`. */
  readonly ssl: SslMode;
}

const SSL_MODES = ['disable', 'prefer', 'require', 'verify-full'] as const;
type SslMode = (typeof SSL_MODES)[number];
const isSslMode = (text: string): text is SslMode => SSL_MODES.some((mode) => mode === text);

const schemePattern = /^postgres(?:ql)?:\/\//i;
const placeholderHost = 'no-host.invalid';
const urlShape = 'postgres://<user>@<host>:<port>/<database>';

/** Whether the text is to be the URL of a database, not a folder. */
export const isDatabaseUrl = (text: string): boolean => schemePattern.test(text);

/** As it is told in messages. */
export const formatAddress = ({ host, port, database }: Address): string => `${host}:${port}, database ${database}`;

function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** @throws OperationError where it is no such URL, or holds a password; the text is not repeated, as it may hold one */
export function parseAddress(text: string): Address {
  if (!isDatabaseUrl(text)) throw new OperationError(`a database is given as ${urlShape}.`);
  // Without a host, as with a socket in `?host=`, it is no URL for Node.
  const url =
    parseUrl(text) ??
    parseUrl(text.replace('@/', `@${placeholderHost}/`)) ??
    parseUrl(text.replace(':///', `://${placeholderHost}/`));
  const urlParts = url === undefined ? undefined : readUrlParts(url);
  if (url === undefined || urlParts === undefined) {
    throw new OperationError(
      `the URL of the database cannot be read. Write it as ${urlShape}, with %-escapes for characters that have a meaning in URLs.`,
    );
  }
  const query = url.searchParams;
  if (url.password !== '' || query.has('password')) {
    throw new OperationError(
      'the URL of the database holds a password, which other users of this machine could read. Take it out, and put it into the environment variable PGPASSWORD or into ~/.pgpass.',
    );
  }
  for (const name of query.keys()) {
    if (!['host', 'port', 'user', 'sslmode'].includes(name)) {
      throw new OperationError(
        `the URL of the database has the parameter "${name}", which is not known here. Parameters are host, port, user and sslmode.`,
      );
    }
  }
  const { env } = process;
  const user = urlParts.user ?? query.get('user') ?? env['PGUSER'] ?? userInfo().username;
  return {
    url: text,
    host: query.get('host') ?? urlParts.host ?? env['PGHOST'] ?? 'localhost',
    port: parsePort(urlParts.port ?? query.get('port') ?? env['PGPORT'] ?? '5432'),
    user,
    database: urlParts.database ?? env['PGDATABASE'] ?? user,
    ssl: parseSslMode(query.get('sslmode') ?? env['PGSSLMODE'] ?? 'prefer'),
  };
}

interface UrlParts {
  readonly host: string | undefined;
  readonly port: string | undefined;
  readonly user: string | undefined;
  readonly database: string | undefined;
}

/** @returns undefined where an escape cannot be read */
function readUrlParts({ hostname, port, username, pathname }: URL): UrlParts | undefined {
  const decodeNonEmpty = (text: string): string | undefined => (text === '' ? undefined : decodeURIComponent(text));
  try {
    return {
      host: hostname === placeholderHost ? undefined : decodeNonEmpty(hostname.replace(/^\[(.*)\]$/, '$1')),
      port: decodeNonEmpty(port),
      user: decodeNonEmpty(username),
      database: decodeNonEmpty(pathname.slice(1)),
    };
  } catch {
    return undefined;
  }
}

function parsePort(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new OperationError('the port of the database is not a number from 1 to 65535.');
}

function parseSslMode(text: string): SslMode {
  if (isSslMode(text)) return text;
  throw new OperationError(`sslmode is one of ${SSL_MODES.join(', ')}.`);
}
