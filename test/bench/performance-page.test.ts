import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readResults, writeResults } from '../../bench/engine/results.js';
import { REPORT_FILE, RESULTS_FOLDER } from '../../bench/harness/root.js';
import { performancePage, pictureFiles, resultsPages } from '../../bench/page/performance-page.js';
import { readRecorded } from '../../bench/page/plots.js';
import { readRelevance, writeRelevance } from '../../bench/search/relevance/results.js';
import { readSearchResults, writeSearchResults } from '../../bench/search/results.js';
import { temporaryFolders } from '../../testing/folder.js';
import { fabricatedResults } from './fabricated.js';
import { fabricatedCorpus, fabricatedEngine } from './search/fabricated.js';

const newFolder = temporaryFolders();

describe('docs/performance.md', () => {
  it('the committed page › is generated from the recorded results', () => {
    // `npm run bench:engine -- --report` writes it again.
    expect(readFileSync(REPORT_FILE, 'utf8')).toBe(performancePage(readRecorded(RESULTS_FOLDER)));
  });

  it('its tables › are generated from the recorded results, and no other tables exist', () => {
    const folder = dirname(REPORT_FILE);
    const pages = resultsPages(readRecorded(RESULTS_FOLDER));
    for (const [path, text] of pages) expect(readFileSync(join(folder, path), 'utf8')).toBe(text);
    const lying = readdirSync(join(folder, 'results')).map((name) => `results/${name}`);
    // The results of soaks and of scale are written by hand.
    expect(lying.sort()).toEqual([...pages.keys(), 'results/scale.md', 'results/trials.md'].sort());
  });

  it('its pictures › are generated from the recorded results, and no other pictures exist', () => {
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

describe('results of searches', () => {
  const { environment } = fabricatedResults(10_000);
  const engines = [fabricatedEngine('stele'), fabricatedEngine('orama')];
  const search = [
    { format: 1, items: 100_000, seed: 1, budgetMs: 1000, environment, corpora: [fabricatedCorpus(engines)] },
  ] as const;

  it('relevance, written and read › equal; other content is refused', () => {
    const folder = newFolder();
    expect(readRelevance(folder)).toBeUndefined();
    const results = { format: 3, environment, sets: [{ name: 'a', pooled: true, lengths: [] }] } as const;
    const path = writeRelevance(folder, results);
    expect(readRelevance(folder)).toEqual(results);
    writeFileSync(path, '[]');
    expect(() => readRelevance(folder)).toThrow('relevance.json does not hold the results of a run');
  });

  it('searches, written and read › equal', () => {
    const folder = newFolder();
    writeSearchResults(folder, search[0]);
    expect(readSearchResults(folder)).toEqual(search);
  });
});

describe('results of the engine', () => {
  it('written and read › equal results, fewest items first; other files are ignored', () => {
    const folder = newFolder();
    const results = [fabricatedResults(1_000_000), fabricatedResults(20_000)];
    for (const one of results) writeResults(folder, one);
    writeFileSync(join(folder, 'README.md'), 'Something else.');
    expect(readResults(folder)).toEqual([results[1], results[0]]);
  });

  it('a file of that name with other content › is refused by name', () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'engine-5.json'), '{"format":2}');
    expect(() => readResults(folder)).toThrow('engine-5.json does not hold the results of a run');
  });

  it('no folder › no results', () => {
    expect(readResults(join(newFolder(), 'none'))).toEqual([]);
  });
});
