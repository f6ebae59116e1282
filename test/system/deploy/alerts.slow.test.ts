/**
 * The alert rules of deploy/, evaluated by Prometheus' own test program: which alerts fire in which night.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolders } from '../../../testing/folder.js';
import { hasProgram, readDeploy } from './programs.js';

const newFolder = temporaryFolders();
const scenarioFiles = ['alerts.yml', 'alerts-age.yml', 'alerts-slow.yml'];

/** @returns the output of promtool, and the exit codes of its check and of its tests */
function tryRules(rules: string, objectives = readDeploy('prometheus/objectives.yml')) {
  const folder = newFolder();
  writeFileSync(join(folder, 'rules.yml'), rules);
  writeFileSync(join(folder, 'objectives.yml'), objectives);
  for (const name of scenarioFiles) copyFileSync(new URL(name, import.meta.url), join(folder, name));
  const run = (...args: string[]) => spawnSync('promtool', args, { cwd: folder, encoding: 'utf8' });
  const [check, test] = [run('check', 'rules', 'rules.yml', 'objectives.yml'), run('test', 'rules', ...scenarioFiles)];
  return {
    output: [check, test].map(({ stdout, stderr }) => stdout + stderr).join(''),
    codes: [check.status, test.status],
  };
}

describe.runIf(hasProgram('promtool', '--version', 'the set of alert rules'))('alert rules', () => {
  it('builds with errors, probes, refused snapshots and old content › each alert fires once, and no other', () => {
    const { output, codes } = tryRules(readDeploy('prometheus/alerts.yml'));
    expect(codes, output).toEqual([0, 0]);
  });

  it('probes counted with other requests › other alerts fire', () => {
    const spoilt = readDeploy('prometheus/alerts.yml').replaceAll(/,?route!~"[^"]*"/g, '');
    expect(tryRules(spoilt).codes).toEqual([0, 1]);
  });

  it('a latency over all routes › fast items hide slow searches', () => {
    const rules = readDeploy('prometheus/alerts.yml');
    const spoilt = rules.replace('sum by (instance, route, le)', 'sum by (instance, le)');
    expect(spoilt).not.toBe(rules);
    expect(tryRules(spoilt).codes).toEqual([0, 1]);
  });

  it('errors of clients counted as missed › another route is at risk', () => {
    const spoilt = readDeploy('prometheus/objectives.yml').replaceAll(',status!="4xx"', '');
    expect(tryRules(readDeploy('prometheus/alerts.yml'), spoilt).codes).toEqual([0, 1]);
  });

  it('the newest snapshot instead of the oldest › a fresh replica hides a stopped builder', () => {
    const rules = readDeploy('prometheus/alerts.yml');
    const spoilt = rules.replace('max by (space) (stele_snapshot_age', 'min by (space) (stele_snapshot_age');
    expect(spoilt).not.toBe(rules);
    expect(tryRules(spoilt).codes).toEqual([0, 1]);
  });
});
