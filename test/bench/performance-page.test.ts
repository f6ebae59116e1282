import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readResults, writeResults } from '../../bench/engine/results.js';
import { REPORT_FILE, RESULTS_FOLDER } from '../../bench/harness/root.js';
import { readHttpResults } from '../../bench/http/results.js';
import { performancePage } from '../../bench/page/performance-page.js';
import { temporaryFolders } from '../support/folder.js';
import { fabricatedClass, fabricatedResults } from './fabricated.js';

const newFolder = temporaryFolders();

describe('docs/performance.md', () => {
  it('the page in the repository › is what the recorded results give', () => {
    // `npm run bench:engine -- --report` writes it again.
    expect(readFileSync(REPORT_FILE, 'utf8')).toBe(
      performancePage(readResults(RESULTS_FOLDER), readHttpResults(RESULTS_FOLDER)),
    );
  });
});

describe('performancePage', () => {
  it('no results › says so, and how to get some', () => {
    expect(performancePage([], [])).toContain('No results have been recorded yet');
  });

  it('two sizes › the targets of the larger, both in full, and how time grows', () => {
    const slow = fabricatedClass('slow', { stele: { p50Us: 150, p99Us: 160, samples: 9 } });
    const page = performancePage(
      [fabricatedResults(10_000), fabricatedResults(1_000_000, { classes: [fabricatedClass('item by id'), slow] })],
      [],
    );
    expect(page.match(/^## .*$/gm)).toEqual([
      '## Targets',
      '## 1,000,000 items',
      '## 10,000 items',
      '## How time grows',
      '## Over HTTP',
    ]);
    expect(page).toContain('measured at 1,000,000');
    expect(page).toContain('Missed, p50 of every class: slow.');
    expect(page).toMatch(/\| slow +\| +– \| +150 µs \|/);
    expect(page).toContain(
      '2026-01-02, commit 0123456789ab, Node v20.19.0, SQLite 3.53.2, An imagined processor, 2 cores, 24 GiB; seed 1',
    );
  });

  it('one size › no table of growth', () => {
    expect(performancePage([fabricatedResults(10_000)], [])).not.toContain('How time grows');
  });
});

describe('results', () => {
  it('written and read › the same, the fewest items first; other files are left alone', () => {
    const folder = newFolder();
    const results = [fabricatedResults(1_000_000), fabricatedResults(20_000)];
    for (const one of results) writeResults(folder, one);
    writeFileSync(join(folder, 'README.md'), 'Something else.');
    expect(readResults(folder)).toEqual([results[1], results[0]]);
  });

  it('a file of that name with something else in it › refused by name', () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'engine-5.json'), '{"format":2}');
    expect(() => readResults(folder)).toThrow('engine-5.json does not hold the results of a run');
  });

  it('no folder › no results', () => {
    expect(readResults(join(newFolder(), 'none'))).toEqual([]);
  });
});
