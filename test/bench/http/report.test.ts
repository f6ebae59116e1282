import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { generatorLines, keysLines, overloadLines, strainTable, workloadTable } from '../../../bench/http/report.js';
import { readHttpResults, writeHttpResults } from '../../../bench/http/results.js';
import { performancePage, resultsPages } from '../../../bench/page/performance-page.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { recorded } from '../fabricated.js';
import { fabricatedHttp, fabricatedKeys, fabricatedLoaded, fabricatedOverload } from './fabricated.js';

const newFolder = temporaryFolders();

describe('the HTTP report', () => {
  it('workloads › a line a contestant, with its ratio to bare node:http', () => {
    const rows = workloadTable(fabricatedHttp(100_000).workloads).rows.map((row) => row.slice(0, 4));
    expect(rows.slice(0, 3)).toEqual([
      ['hot', 'bare node:http', '', '50,000'],
      ['', 'stele', '0.90×', '45,000'],
      ['', 'Koa over SQLite', '0.01×', '500'],
    ]);
  });

  it('figures that the system does not tell › a dash', () => {
    const {
      cpuUs: _,
      cpuShare: __,
      generatorCpuShare: ___,
      residentBytes: ____,
      ...bare
    } = fabricatedLoaded('bare', 9);
    expect(workloadTable([{ name: 'hot', loaded: [bare] }]).rows[0]?.slice(-4)).toEqual(['–', '–', '–', '–']);
  });

  it('strain › half load, peak, overload and threads', () => {
    expect(strainTable(fabricatedHttp(100_000)).rows.map(([name]) => name)).toEqual([
      'half of the highest load, hot',
      'as many to bare node:http',
      'as many to bare node:http, with 12 µs of work',
      'cold, 16 connections (the peak)',
      'cold, 80 connections',
      'hot, 1 thread, Node v24.0.0',
      'hot, 2 threads, Node v24.0.0',
    ]);
  });

  it('refusals › their share of all answers, and how quick they were', () => {
    const over = fabricatedLoaded('stele', 1000, { answers: 750 });
    const overload = fabricatedOverload({ over, refusals: 250, refusalP50Us: 300, refusalP99Us: 900 });
    expect(overloadLines(fabricatedHttp(100_000, { overload }))).toEqual([
      'Cold requests a second by connections: 1: 5,000, 16: 20,000.',
      'Refused with 503 under overload: 25 % of 1,000 answers, each within 300 µs (p50), 900 µs (p99); connections closed: 0.',
    ]);
  });

  it('keys › both rates, what a key costs, and the noise beside it', () => {
    expect(keysLines(fabricatedHttp(100_000))).toEqual([
      'Keys: 45,000 hot requests a second without and 44,000 with, in 9 launches; the server at 98 % of a core, the generator at 50 %.',
      'Keys, how much longer an answer takes: +2.0 % (95 %: +1.5 % to +2.5 %) with keys, +1.0 % (95 %: +0.5 % to +1.5 %) where a key is sent and none is asked for, +0.0 % (95 %: −0.5 % to +0.5 %) between two servers that are the same.',
      'Keys, how much more processor time an answer takes: +2.0 % (95 %: +1.5 % to +2.5 %) with keys, +1.0 % (95 %: +0.5 % to +1.5 %) where a key is sent and none is asked for, +0.0 % (95 %: −0.5 % to +0.5 %) between two servers that are the same.',
    ]);
    const busy = fabricatedLoaded('stele', 44_000, { generatorCpuShare: 0.99, cpuShare: 0.9 });
    const keys = { ...fabricatedKeys(0), guarded: busy };
    expect(keysLines(fabricatedHttp(100_000, { keys }))[0]).toContain('at 99 %; the generator may have held it back.');
  });

  it('a generator busier than what it loads › told', () => {
    const loaded = [fabricatedLoaded('bare', 50_000, { generatorCpuShare: 0.99, cpuShare: 0.8 })];
    expect(generatorLines(fabricatedHttp(100_000, { workloads: [{ name: 'hot', loaded }] }))).toEqual([
      'The generator was busier than the server, and may have held it back: hot of bare node:http.',
    ]);
    expect(generatorLines(fabricatedHttp(100_000))).toEqual([]);
  });
});

describe('the HTTP part of docs/performance.md', () => {
  it('no results › says so, and how to get some', () => {
    expect(performancePage(recorded())).toContain('No results over HTTP have been recorded yet. `npm run bench:http`');
  });

  it('two sizes › the larger first, targets and tables of each', () => {
    const both = recorded({ http: [fabricatedHttp(10_000), fabricatedHttp(100_000)] });
    const page = performancePage(both);
    const tables = resultsPages(both).get('results/http.md') ?? '';
    expect(tables.match(/^## HTTP.*$/gm)).toEqual(['## HTTP, 100,000 items', '## HTTP, 10,000 items']);
    expect(page).toContain('Measured at 100,000 items');
    expect(page).toMatch(/\| cold ÷ bare node:http +\| ≥ 0\.28 +\| 0\.60× +\| kept +\|/);
    expect(tables).toMatch(/\| hot +\| bare node:http +\|/);
    expect(tables).toContain('seed 1, 32 connections, 5 s a workload and contestant');
  });
});

describe('results of HTTP runs', () => {
  it('written and read › the same, the fewest items first; the engine’s are left alone', () => {
    const folder = newFolder();
    const results = [fabricatedHttp(100_000), fabricatedHttp(20_000)];
    for (const one of results) writeHttpResults(folder, one);
    writeFileSync(join(folder, 'engine-5.json'), '{}');
    expect(readHttpResults(folder)).toEqual([results[1], results[0]]);
  });

  it('a file of that name with something else in it › refused by name', () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'http-5.json'), '{"format":2}');
    expect(() => readHttpResults(folder)).toThrow('http-5.json does not hold the results of a run');
  });
});
