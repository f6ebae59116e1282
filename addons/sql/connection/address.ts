/**
 * The address of a database: a URL as libpq reads it, without a password.
 *
 * A URL is visible in the list of processes, in the history of a shell and in logs, so a password in it is refused. The
 * password comes from PGPASSWORD or ~/.pgpass. Parts that the URL leaves out come from libpq's variables, such as PGHOST.
 * Elsewhere: reading the password and connecting (connect).
 */
import { userInfo } from 'node:os';
import { OperationError } from '../../../src/content/errors/index.js';

/** A checked URL with its parts. It holds no secret. */
export interface Address {
  readonly url: string;
  /** A host name, an IP address, or the folder of a Unix socket. */
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

/** @returns whether the text is meant as the URL of a database rather than as a folder */
export const isDatabaseUrl = (text: string): boolean => schemePattern.test(text);

/** @returns host, port and database, for messages */
export const formatAddress = ({ host, port, database }: Address): string => `${host}:${port}, database ${database}`;

function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

/** @throws OperationError if the text is no URL of a database, or contains a password. The message never repeats the text. */
export function parseAddress(text: string): Address {
  if (!isDatabaseUrl(text)) throw new OperationError(`the URL of a database has the form ${urlShape}.`);
  // Node refuses a URL without a host, which is legal with a socket in `?host=`: a placeholder takes its place.
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
        `the URL of the database has the unknown parameter "${name}". Remove it; the parameters are host, port, user and sslmode.`,
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

/** @returns the parts of the URL; undefined if a %-escape cannot be decoded */
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
  throw new OperationError('the port of the database must be a number from 1 to 65535.');
}

function parseSslMode(text: string): SslMode {
  if (isSslMode(text)) return text;
  throw new OperationError(`sslmode must be one of ${SSL_MODES.join(', ')}.`);
}
