/**
 * Whether SQLite can take part: the package is compiled when it is installed, and installed when it is first needed.
 */
import { spawnSync } from 'node:child_process';
import { OperationError } from '../../../src/content/errors/index.js';
import { BENCH_FOLDER } from '../root.js';
import { isInstalled } from './driver.js';

/** Where a run says how far it is. */
export type Say = (line: string) => void;

/**
 * Makes SQLite available, or says loudly that it is not.
 *
 * @throws OperationError when it cannot be installed
 */
export function haveSqlite(smoke: boolean, say: Say): boolean {
  if (isInstalled()) return true;
  if (smoke) {
    say('SQLITE IS NOT INSTALLED AND IS LEFT OUT: npm run bench:install makes it take part');
    return false;
  }
  say('installing better-sqlite3 into bench (compiles for about a minute)');
  const { status } = spawnSync('npm', ['ci', '--prefix', BENCH_FOLDER], { stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) throw new OperationError('better-sqlite3 could not be installed: npm ci --prefix bench says why.');
  return true;
}
