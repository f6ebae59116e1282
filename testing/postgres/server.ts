/**
 * A PostgreSQL server for the tests of one file: in a folder of its own, reached over a socket in it, and removed
 * afterwards.
 *
 * The server refuses to run as root; it then runs as the user of Debian's package.
 */
import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isThere } from '../is-there.js';

const root = '/usr/lib/postgresql';

/** @returns the folder of the newest server's programs, or undefined */
function programs(): string | undefined {
  const versions = existsSync(root) ? readdirSync(root).filter((name) => /^\d+$/.test(name)) : [];
  const newest = versions.toSorted((a, b) => Number(b) - Number(a))[0];
  const folder = newest === undefined ? undefined : join(root, newest, 'bin');
  return folder !== undefined && existsSync(join(folder, 'initdb')) ? folder : undefined;
}

/** @returns the folder of the newest server's extensions, or undefined */
export const extensionFolder = (): string | undefined => {
  const version = programs()?.split('/').at(-2);
  return version === undefined ? undefined : join('/usr/share/postgresql', version, 'extension');
};

/** Whether the tests can start one. @throws in CI if not */
export const hasPostgres = (skipped: string): boolean =>
  isThere(
    programs() !== undefined,
    `PostgreSQL is not installed (apt-get install postgresql-15), so this is not tried: ${skipped}.`,
  );

interface User {
  readonly uid?: number;
  readonly gid?: number;
}

function unprivileged(): User {
  if (process.getuid?.() !== 0) return {};
  const id = (what: string): number => Number(execFileSync('id', [what, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

export interface PostgresServer {
  /** @param database one that was created, or `postgres`. @param user a role */
  url(database?: string, user?: string): string;
  /** Runs SQL as the superuser. @returns rows, a line each */
  sql(text: string, database?: string): string;
  stop(): Promise<void>;
  /** Continues where it was stopped. */
  start(): Promise<void>;
  /** Stops it for good and removes its folder. */
  remove(): Promise<void>;
}

/**
 * @param hba  lines of pg_hba.conf in place of trust for all
 * @param more settings, in place of those for tests
 * @param port of this machine alone, where other servers have to reach it
 */
export async function startPostgres(
  hba?: string,
  more: readonly string[] = [],
  port?: number,
): Promise<PostgresServer> {
  const bin = programs();
  if (bin === undefined) throw new Error('hasPostgres was not asked');
  const user = unprivileged();
  const folder = mkdtempSync(join(tmpdir(), 'stele-pg-'));
  const data = join(folder, 'data');
  mkdirSync(data);
  if (user.uid !== undefined && user.gid !== undefined) {
    for (const path of [folder, data]) chownSync(path, user.uid, user.gid);
  }
  const run = (program: string, args: readonly string[], input?: string): string =>
    execFileSync(join(bin, program), args, {
      ...user,
      encoding: 'utf8',
      cwd: folder,
      input,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
  run('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']);
  if (hba !== undefined) writeFileSync(join(data, 'pg_hba.conf'), hba);
  const settings = [
    `unix_socket_directories=${folder}`,
    ...(port === undefined ? ['listen_addresses='] : ['listen_addresses=127.0.0.1', `port=${port}`]),
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    'shared_buffers=32MB',
    'autovacuum=off',
    'log_statement=all',
    ...more,
  ];
  let ended: Promise<unknown> = Promise.resolve();
  let child: ReturnType<typeof spawn> | undefined;
  const where = ['-h', folder, ...(port === undefined ? [] : ['-p', String(port)])];
  const sql = (text: string, database = 'postgres'): string =>
    run('psql', [...where, '-U', 'postgres', '-d', database, '-At', '-v', 'ON_ERROR_STOP=1', '-f', '-'], text).trim();
  const isReady = (): boolean => {
    try {
      run('pg_isready', [...where, '-q']);
      return true;
    } catch {
      return false;
    }
  };
  const start = async (): Promise<void> => {
    const args = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])];
    const running = spawn(join(bin, 'postgres'), args, { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
    let log = '';
    running.stderr.on('data', (text: Buffer) => {
      log = (log + text.toString()).slice(-20_000);
    });
    child = running;
    ended = new Promise((resolve) => running.once('close', resolve));
    while (!isReady()) {
      if (running.exitCode !== null) throw new Error(`PostgreSQL did not start:\n${log}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const stop = async (): Promise<void> => {
    // Immediately: nothing of it is needed any more, or it recovers when it starts again.
    child?.kill('SIGQUIT');
    await ended;
  };
  await start();
  return {
    url: (database = 'postgres', role = 'postgres') =>
      `postgres://${role}@/${database}?host=${encodeURIComponent(folder)}${port === undefined ? '' : `&port=${port}`}`,
    sql,
    start,
    stop,
    async remove() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
