/**
 * The alert rules of deploy/, as Prometheus itself takes them: what is told of which night.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolders } from '../../../testing/folder.js';
import { hasProgram, readDeploy } from './programs.js';

const newFolder = temporaryFolders();
const nights = readFileSync(new URL('alerts.yml', import.meta.url), 'utf8');

/** @returns what promtool says of the rules, and whether what happens at night is told as it is to be */
function tried(rules: string) {
  const folder = newFolder();
  writeFileSync(join(folder, 'rules.yml'), rules);
  writeFileSync(join(folder, 'nights.yml'), nights);
  const run = (...args: string[]) => spawnSync('promtool', args, { cwd: folder, encoding: 'utf8' });
  const [check, test] = [run('check', 'rules', 'rules.yml'), run('test', 'rules', 'nights.yml')];
  return {
    said: [check, test].map(({ stdout, stderr }) => stdout + stderr).join(''),
    codes: [check.status, test.status],
  };
}

describe.runIf(hasProgram('promtool', '--version', 'what the alert rules tell'))('alert rules', () => {
  it('errors, probes, refused snapshots, no memory › told, each to whom it is for', () => {
    const { said, codes } = tried(readDeploy('prometheus/alerts.yml'));
    expect(codes, said).toEqual([0, 0]);
  });

  it('probes counted with the rest › the same nights are told wrongly', () => {
    const spoilt = readDeploy('prometheus/alerts.yml').replaceAll(/,?route!~"[^"]*"/g, '');
    expect(tried(spoilt).codes).toEqual([0, 1]);
  });
});
