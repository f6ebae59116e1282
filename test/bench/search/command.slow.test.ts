/**
 * The commands as a person runs them.
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { RESULTS_FOLDER, ROOT } from '../../../bench/harness/root.js';
import { ENGINES } from '../../../bench/search/contestants/contestant.js';
import { canTakePart } from '../../../bench/search/contestants/engines.js';
import { isXapianThere } from '../../../bench/search/contestants/xapian.js';
import { isTateThere } from '../../../bench/search/corpora/tate.js';
import { readRelevanceOptions } from '../../../bench/search/relevance/options.js';
import { engineTitle } from '../../../bench/search/report.js';
import { readSearchOptions } from '../../../bench/search/run.js';
import { isWhole } from '../../../testing/amount.js';
import { start } from '../../../testing/cli/stele.js';
import { temporaryFolders } from '../../../testing/folder.js';

const newFolder = temporaryFolders();
const search = 'bench/search/main.js';
const relevance = 'bench/search/relevance/main.js';

describe('options', () => {
  it('none › 100,000 articles and the Tate, one second per class, and the results are recorded', () => {
    const expected = { items: 100_000, budgetMs: 1000, corpora: ['articles', 'tate'], record: true };
    expect(readSearchOptions([])).toMatchObject(expected);
  });

  it('--only › selects a corpus, or all corpora if it names an engine; nothing is recorded', () => {
    expect(readSearchOptions(['--only', 'tate'])).toMatchObject({ corpora: ['tate'], record: false });
    expect(readSearchOptions(['--only', 'articles,stele,sqlite'])).toMatchObject({
      corpora: ['articles'],
      record: false,
    });
    expect(readSearchOptions(['--only', 'sqlite'])).toMatchObject({ corpora: ['articles', 'tate'], record: false });
  });

  it('--smoke › few articles and short slices; nothing is recorded', () => {
    expect(readSearchOptions(['--smoke'])).toMatchObject({ items: 400, budgetMs: 4, record: false });
  });

  it('relevance › is recorded with the held-out half, unless the collection or engines differ', () => {
    const plain = { record: false, unseen: false, queries: false };
    expect(readRelevanceOptions([])).toMatchObject(plain);
    expect(readRelevanceOptions(['--unseen'])).toMatchObject({ record: true, unseen: true });
    for (const args of [['--collection', 'x'], ['--only', 'stele'], ['--no-record']]) {
      expect(readRelevanceOptions(['--unseen', ...args]).record).toBe(false);
    }
  });
});

describe('bench:search', () => {
  if (isWhole) {
    it('--smoke › exit code 0: all engines find the expected documents, and nothing is recorded', {
      timeout: 300_000,
    }, async () => {
      const before = readdirSync(RESULTS_FOLDER);
      const { code, stdout, stderr } = await start(search, ['--smoke']).ended;
      expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toContain('articles: 400 documents');
      expect(stdout).toContain('prefix of 1 to 3 letters');
      for (const name of ENGINES) {
        if (canTakePart(name)) expect(stdout).toContain(engineTitle(name));
        else expect(stderr).toContain(`${name.toUpperCase()} IS NOT INSTALLED AND IS LEFT OUT`);
      }
      if (isTateThere()) expect(stdout).toContain('tate: 400 documents');
      else expect(stderr).toContain('THE TATE DATA SET IS NOT AT ../shared/datasets/tate');
      expect(readdirSync(RESULTS_FOLDER)).toEqual(before);
    });
  }

  it('--only with an unknown name › exit code 1 and the existing names', async () => {
    const { code, stderr } = await start(search, ['--smoke', '--only', 'nonsense']).ended;
    expect(code).toBe(1);
    expect(stderr).toContain('No corpus or engine contains "nonsense". There are: articles; tate; stele;');
  });

  it('wrong usage › exit code 2', async () => {
    expect((await start(search, ['--items', 'many']).ended).code).toBe(2);
  });
});

describe('bench:relevance', () => {
  it('one query, and one held-out query › have the measures calculated by hand', { timeout: 120_000 }, async () => {
    const folder = newFolder();
    const documents = [
      { _id: 'd1', title: 'Salt', text: 'about the road' },
      { _id: 'd2', title: 'Road', text: 'without it' },
    ];
    writeFileSync(join(folder, 'corpus.jsonl'), documents.map((one) => `${JSON.stringify(one)}\n`).join(''));
    writeFileSync(join(folder, 'queries.jsonl'), '{"_id":"q","text":"salt"}\n');
    writeFileSync(join(folder, 'qrels.txt'), 'q 0 d1 1\nq 0 d2 1\n');
    const { code, stdout, stderr } = await start(relevance, ['--collection', folder, '--only', 'stele']).ended;
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
    // One of two found, at the first place: nDCG is 1 / (1 + 1/log2(3)).
    for (const measured of [/nDCG@10 +0\.613$/m, /MAP +0\.500$/m, /recall@100 +0\.500$/m, /judged@10 +100 %$/m])
      expect(stdout).toMatch(measured);
    // Rankings are compared with Xapian's in the same way; CI installs it.
    const other = await start(relevance, ['--collection', folder, '--only', 'xapian']).ended;
    if (isXapianThere()) expect(other).toMatchObject({ code: 0, stdout: expect.stringMatching(/nDCG@10 +0\.613$/m) });
    else expect(other.stderr).toContain('XAPIAN IS NOT INSTALLED AND IS LEFT OUT: apt-get install python3-xapian');

    mkdirSync(join(folder, 'held-out'));
    writeFileSync(join(folder, 'held-out', 'queries.jsonl'), '{"_id":"h","text":"road"}\n');
    const both = ['--collection', folder, '--only', 'stele'];
    writeFileSync(join(folder, 'held-out', 'qrels.tsv'), 'h\td2\t1\n');
    const measured = await start(relevance, both).ended;
    expect(measured).toMatchObject({ code: 0 });
    // Both documents have "road", the one that is wanted in its title.
    expect(measured.stdout).toMatch(/^held out\n\n.*\nall +1 {2}nDCG@10 +1\.000\n(.*\n){2}all +1 {2}judged@10 +50 %$/m);
  });

  it('--before › a compiled checkout that ranks alike: differences of 0; another folder: exit code 1', {
    timeout: 120_000,
  }, async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'corpus.jsonl'), '{"_id":"d1","title":"Salt"}\n{"_id":"d2","title":"Road"}\n');
    writeFileSync(join(folder, 'queries.jsonl'), '{"_id":"q","text":"salt"}\n');
    writeFileSync(join(folder, 'qrels.txt'), 'q 0 d1 1\nq 0 d2 0\n');
    const { code, stdout, stderr } = await start(relevance, ['--collection', folder, '--before', ROOT]).ended;
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/bpref +1\.000 +1\.000 +\+0\.000 +\(\+0\.000 to \+0\.000\)$/m);
    expect(stdout).toContain('queries: 0 documents are new among the first ten, of 0 queries; 0 are not judged');
    const other = await start(relevance, ['--collection', folder, '--before', folder]).ended;
    expect(other).toMatchObject({ code: 1, stderr: expect.stringContaining('is not a compiled checkout') });
  });

  it('a folder without a collection › exit code 1 and the missing files', async () => {
    const { code, stderr } = await start(relevance, ['--collection', newFolder()]).ended;
    expect(code).toBe(1);
    expect(stderr).toContain('has no corpus.jsonl');
  });
});
