/**
 * A Node that can share a port between threads, if this machine has one: the one that runs the tests, the one that
 * STELE_NEWER_NODE names, or an installed copy of the npm package `node`.
 */
import { spawnSync } from 'node:child_process';
import { canSharePort } from '../../src/server/crew/launch.js';

const versionOf = (path: string): string => {
  const { stdout } = spawnSync(path, ['-p', 'process.versions.node'], { encoding: 'utf8' });
  return stdout?.trim() ?? '';
};

/** @returns its path, or undefined where there is none */
export function newerNode(): string | undefined {
  if (canSharePort()) return process.execPath;
  const named = process.env['STELE_NEWER_NODE'];
  if (named !== undefined) return canSharePort(versionOf(named)) ? named : undefined;
  const args = ['--offline', '--yes', '--package=node@24', '--', 'node', '-p', 'process.execPath'];
  const { stdout } = spawnSync('npx', args, { encoding: 'utf8' });
  const path = stdout?.trim() ?? '';
  return path !== '' && canSharePort(versionOf(path)) ? path : undefined;
}
