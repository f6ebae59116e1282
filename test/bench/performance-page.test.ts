import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readResults, writeResults } from '../../bench/engine/results.js';
import { REPORT_FILE, RESULTS_FOLDER } from '../../bench/harness/root.js';
import { performancePage, pictureFiles, resultsPages } from '../../bench/page/performance-page.js';
import { readRecorded } from '../../bench/page/plots.js';
import type { EngineName } from '../../bench/search/contestants/contestant.js';
import type { Quality } from '../../bench/search/relevance/results.js';
import { readRelevance, writeRelevance } from '../../bench/search/relevance/results.js';
import { readSearchResults, writeSearchResults } from '../../bench/search/results.js';
import { temporaryFolders } from '../../testing/folder.js';
import { fabricatedClass, fabricatedResults, recorded } from './fabricated.js';
import { fabricatedCorpus, fabricatedEngine } from './search/fabricated.js';

const newFolder = temporaryFolders();

const lengthMeans = (engine: EngineName, mean: Quality) => ({
  length: 'all',
  queries: 50,
  engines: [{ engine, mean }],
});

const tablesOf = (name: string, ...given: Parameters<typeof resultsPages>): string =>
  resultsPages(...given).get(`results/${name}.md`) ?? '';

describe('docs/performance.md', () => {
  it('the page in the repository › is what the recorded results give', () => {
    // `npm run bench:engine -- --report` writes it again.
    expect(readFileSync(REPORT_FILE, 'utf8')).toBe(performancePage(readRecorded(RESULTS_FOLDER)));
  });

  it('the tables behind it › are what the recorded results give, and no others lie beside them', () => {
    const folder = dirname(REPORT_FILE);
    const pages = resultsPages(readRecorded(RESULTS_FOLDER));
    for (const [path, text] of pages) expect(readFileSync(join(folder, path), 'utf8')).toBe(text);
    const lying = readdirSync(join(folder, 'results')).map((name) => `results/${name}`);
    // What soaks found, and what scale is computed from, is written by hand.
    expect(lying.sort()).toEqual([...pages.keys(), 'results/scale.md', 'results/trials.md'].sort());
  });

  it('its pictures › show what the recorded results give, and no others lie beside them', () => {
    const folder = dirname(REPORT_FILE);
    const files = pictureFiles(readRecorded(RESULTS_FOLDER));
    expect(files.size).toBeGreaterThan(4);
    for (const [path, text] of files) expect(readFileSync(join(folder, path), 'utf8')).toBe(text);
    expect(
      readdirSync(join(folder, 'images/plots'))
        .map((name) => `images/plots/${name}`)
        .sort(),
    ).toEqual([...files.keys()].sort());
  });
});

describe('performancePage', () => {
  it('no results › says so, and how to get some', () => {
    expect(performancePage(recorded())).toContain('No results have been recorded yet');
  });

  it('two sizes › the targets of the larger, both in full, and how time grows', () => {
    const slow = fabricatedClass('slow', { stele: { p50Us: 150, p99Us: 160, samples: 9 } });
    const large = fabricatedResults(1_000_000, { classes: [fabricatedClass('item by id'), slow] });
    const page = performancePage(recorded({ engine: [fabricatedResults(10_000), large] }));
    const tables = tablesOf('engine', recorded({ engine: [fabricatedResults(10_000), large] }));
    expect(page.match(/^## .*$/gm)).toEqual(['## Pictures', '## The engine', '## Over HTTP', '## Search']);
    expect(tables.match(/^## .*$/gm)).toEqual(['## 1,000,000 items', '## 10,000 items', '## How time grows']);
    expect(page).toContain('measured at 1,000,000');
    expect(tables).toMatch(/\| slow +\| +– \| +150 µs \|/);
    expect(tables).toContain(
      '2026-01-02, commit 0123456789ab, Node v20.19.0, SQLite 3.53.2, An imagined processor, 2 cores, 24 GiB; seed 1',
    );
  });

  it('a mix with its tails › a picture of both, by percentile', () => {
    const tails = [
      { name: 'stele', quantiles: [{ share: 0.5, us: 10 }] },
      { name: 'sqlite', quantiles: [{ share: 0.5, us: 400 }] },
    ] as const;
    const engine = [fabricatedResults(10_000, { classes: [fabricatedClass('a mix of all', { tails })] })];
    expect([...pictureFiles(recorded({ engine })).keys()]).toContain('images/plots/distribution-light.svg');
    expect(performancePage(recorded({ engine }))).toContain('images/plots/distribution-dark.svg');
    expect([...pictureFiles(recorded({ engine: [fabricatedResults(10_000)] })).keys()]).not.toContain(
      'images/plots/distribution-light.svg',
    );
  });

  it('one size › no table of growth', () => {
    const tables = tablesOf('engine', recorded({ engine: [fabricatedResults(10_000)] }));
    expect(tables).toContain('## 10,000 items');
    expect(tables).not.toContain('How time grows');
  });
});

describe('performancePage › search', () => {
  const { environment } = fabricatedResults(10_000);
  const engines = [fabricatedEngine('stele'), fabricatedEngine('orama')];
  const search = [
    { format: 1, items: 100_000, seed: 1, budgetMs: 1000, environment, corpora: [fabricatedCorpus(engines)] },
  ] as const;

  it('no results › says so, and how to get some', () => {
    const nothing = 'No results of searches have been recorded yet. `npm run bench:search`';
    expect(performancePage(recorded())).toContain(nothing);
    expect(tablesOf('search', recorded())).toContain(nothing);
    expect(tablesOf('search', recorded())).not.toContain('Relevance');
  });

  it('results › targets, times and costs of each corpus, and relevance', () => {
    const mean = { ndcg10: 0.9, map: 0.8, recall100: 0.7, judged10: 1 };
    const first = { name: 'tales', pooled: true, lengths: [lengthMeans('stele', mean)] };
    const relevance = { format: 3, environment, sets: [first] } as const;
    const page = performancePage(recorded({ search, relevance }));
    const tables = tablesOf('search', recorded({ search, relevance }));
    expect(tables).toContain('## Search, 100,000 articles');
    expect(tables).toContain('tales: 100,000 documents, 90.0 MB of text.');
    expect(page).toMatch(/\| tales: p50 of every class +\| < every other +\| ahead in 0 of 1 +\| missed \|/);
    expect(tables).toMatch(/\| all +\| +50 \| nDCG@10 +\| +0\.900 \|/);
    expect(tables).toMatch(/\| all +\| +50 \| judged@10 +\| +100 % \|/);
    expect(tables).toContain('50 queries, An imagined processor');
  });

  it('relevance, written and read › the same; something else is refused', () => {
    const folder = newFolder();
    expect(readRelevance(folder)).toBeUndefined();
    const results = { format: 3, environment, sets: [{ name: 'a', pooled: true, lengths: [] }] } as const;
    const path = writeRelevance(folder, results);
    expect(readRelevance(folder)).toEqual(results);
    writeFileSync(path, '[]');
    expect(() => readRelevance(folder)).toThrow('relevance.json does not hold the results of a run');
  });

  it('searches, written and read › the same', () => {
    const folder = newFolder();
    writeSearchResults(folder, search[0]);
    expect(readSearchResults(folder)).toEqual(search);
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
