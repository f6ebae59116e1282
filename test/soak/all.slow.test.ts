/**
 * Everything together, as `npm run soak` does for half an hour, for three quarters of a minute: every kind of request and of swap
 * occurs, and nothing fails. And an interrupted run leaves nothing behind.
 *
 * What can be told of minutes only, memory and how soon a swap is noticed, is left to the long run.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { KINDS } from '../../soak/all/clients/questions.js';
import { SWAPS } from '../../soak/all/server/swaps.js';
import { FINDINGS } from '../../soak/all/verdict.js';
import { type Running, start } from '../cli/stele.js';
import { temporaryFolders } from '../support/folder.js';
import { isThere } from '../support/is-there.js';

const fresh = temporaryFolders();
const isLinux = isThere(
  existsSync('/proc/self/fd'),
  'This system has no /proc to read memory and descriptors from, so the soak is not tried.',
);

interface Results {
  readonly findings: readonly { readonly name: string; readonly holds: boolean; readonly figure: string }[];
  readonly load: {
    readonly done: number;
    readonly byKind: Readonly<Record<string, number>>;
    readonly byStatus: Readonly<Record<string, number>>;
    readonly bySnapshot: Readonly<Record<string, number>>;
    readonly faults: readonly string[];
  };
  readonly hostile: { readonly done: number; readonly byStatus: object; readonly faults: readonly string[] };
  readonly swaps: { readonly byKind: Readonly<Record<string, number>>; readonly faults: readonly string[] };
  readonly server: { readonly faults: readonly string[]; readonly warnings: Readonly<Record<string, number>> };
  readonly samples: readonly { readonly residentBytes: number; readonly files: number; readonly responses: number }[];
  readonly sampleFaults: readonly string[];
}

interface Soak {
  readonly running: Running;
  /** Where the run keeps what it makes. */
  readonly scratch: string;
  readonly results: string;
}

function begin(minutes: number): Soak {
  const scratch = fresh();
  const results = join(fresh(), 'soak.json');
  const quick = ['--items', '200', '--rate', '60', '--hostile-rate', '20'];
  const often = ['--swap-every-seconds', '0.3', '--sample-every-seconds', '1', '--poll-seconds', '0.5'];
  const args = ['--minutes', String(minutes), ...quick, ...often, '--results', results];
  return { running: start('soak/all/main.js', args, { TMPDIR: scratch }), scratch, results };
}

const isAlive = (pid: number): boolean => existsSync(`/proc/${pid}`);

describe.runIf(isLinux)('load, hostile requests, swaps and damage together', () => {
  it('three quarters of a minute › every kind occurs, nothing is wrong, nothing is left', async () => {
    const { running, scratch, results } = begin(0.75);
    const { code, stderr } = await running.ended;
    expect(existsSync(results), stderr).toBe(true);
    const found: Results = JSON.parse(readFileSync(results, 'utf8'));
    const { findings, load, hostile, swaps, server, samples, sampleFaults } = found;
    expect([...load.faults, ...hostile.faults, ...swaps.faults, ...server.faults, ...sampleFaults]).toEqual([]);
    expect(findings.map(({ name }) => name)).toEqual([...FINDINGS]);
    const ofMinutes = ['memory', 'swaps in time'];
    expect(findings.filter(({ name, holds }) => !holds && !ofMinutes.includes(name))).toEqual([]);
    expect(code).toBe(findings.every(({ holds }) => holds) ? 0 : 1);

    expect(Object.keys(load.byKind).sort()).toEqual([...KINDS].sort());
    expect(Object.keys(load.byStatus)).toEqual(expect.arrayContaining(['200', '304']));
    // How many of the three answer in so many seconds depends on the machine.
    expect(Object.keys(load.bySnapshot).length).toBeGreaterThan(1);
    expect(Object.keys(hostile.byStatus)).toEqual(expect.arrayContaining(['200', '400', '404', '405']));
    expect(Object.keys(swaps.byKind).sort()).toEqual([...SWAPS].sort());
    expect(Object.values(server.warnings)).toEqual([swaps.byKind['damaged snapshot, then rollback']]);
    // The server counts what its clients count, and more: conversations of several requests, health, metrics.
    expect(samples.at(-1)?.responses).toBeGreaterThan(load.done * 0.9 + hostile.done * 0.5);
    expect(samples.every(({ residentBytes, files }) => residentBytes > 2e7 && files > 5)).toBe(true);

    expect(readdirSync(scratch)).toEqual([]);
    expect(isAlive(Number(/process (\d+)/.exec(stderr)?.[1]))).toBe(false);
  }, 180_000);

  it('interrupted › it ends with 130, without results, and leaves neither process nor file', async () => {
    const { running, scratch, results } = begin(10);
    const pid = await new Promise<number>((resolve) => {
      let said = '';
      running.child.stderr?.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        const found = /process (\d+)[\s\S]*\n2 s:/.exec(said)?.[1];
        if (found !== undefined) resolve(Number(found));
      });
    });
    expect(isAlive(pid)).toBe(true);
    expect(readdirSync(scratch)).toHaveLength(1);
    running.child.kill('SIGINT');
    const { code } = await running.ended;
    expect(code).toBe(130);
    expect(existsSync(results)).toBe(false);
    expect(readdirSync(scratch)).toEqual([]);
    expect(isAlive(pid)).toBe(false);
  }, 120_000);
});
