/**
 * Other versions of Node on this machine: one that can share a port between threads (the running one, STELE_NEWER_NODE,
 * or the npm package `node`), and one that cannot.
 */
import { spawnSync } from 'node:child_process';
import { canSharePort } from '../src/server/threads/launch.js';

const versionOf = (path: string): string => {
  const { stdout } = spawnSync(path, ['-p', 'process.versions.node'], { encoding: 'utf8' });
  return stdout?.trim() ?? '';
};

/** A Node that cannot. @returns its path, or undefined if there is none */
export function olderNode(): string | undefined {
  if (!canSharePort()) return process.execPath;
  const named = process.env['STELE_OLDER_NODE'];
  return named === undefined || canSharePort(versionOf(named)) ? undefined : named;
}

/** @returns its path, or undefined if there is none */
export function newerNode(): string | undefined {
  if (canSharePort()) return process.execPath;
  const named = process.env['STELE_NEWER_NODE'];
  if (named !== undefined) return canSharePort(versionOf(named)) ? named : undefined;
  const args = ['--offline', '--yes', '--package=node@24', '--', 'node', '-p', 'process.execPath'];
  const { stdout } = spawnSync('npx', args, { encoding: 'utf8' });
  const path = stdout?.trim() ?? '';
  return path !== '' && canSharePort(versionOf(path)) ? path : undefined;
}
