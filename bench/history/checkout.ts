/**
 * The commit before, as a checkout of its own that is ready to run.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { OperationError } from '../../src/errors/index.js';
import { commandOf } from '../cold/options.js';
import { CACHE_FOLDER, ROOT } from '../harness/root.js';

const folder = join(CACHE_FOLDER, 'history');

function run(program: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  if (status === 0) return stdout.trim();
  const why = error?.message ?? stderr.trim();
  throw new OperationError(`"${program} ${args.join(' ')}" failed in ${cwd}: ${why}`);
}

const git = (...args: readonly string[]): string => run('git', args, ROOT);

/** @returns the full hash. @throws OperationError where there is no such commit */
export const commitOf = (revision: string): string =>
  git('rev-parse', '--verify', '--end-of-options', `${revision}^{commit}`);

/** @returns whether files have changed since the last commit, recorded results aside */
export const hasChanges = (): boolean => git('status', '--porcelain', '--', '.', ':!bench/results') !== '';

/**
 * Makes a checkout of a commit, installs and compiles it, unless it is there already. One is kept.
 *
 * @returns its root. Cost: about a minute the first time
 */
export function checkoutOf(commit: string, say: (line: string) => void): string {
  const root = join(folder, commit);
  if (existsSync(commandOf(root))) return root;
  mkdirSync(folder, { recursive: true });
  for (const old of readdirSync(folder)) git('worktree', 'remove', '--force', join(folder, old));
  git('worktree', 'prune');
  say(`installing ${commit.slice(0, 12)}`);
  git('worktree', 'add', '--detach', root, commit);
  run('npm', ['ci'], root);
  return root;
}
