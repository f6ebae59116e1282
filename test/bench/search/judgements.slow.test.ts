/**
 * Test collections in their usual forms: reading, refusals, and the judgements of this repository.
 */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { isTateThere, tateArtworks } from '../../../bench/search/corpora/tate.js';
import { documentsOf } from '../../../bench/search/relevance/collection.js';
import { parseQrels, parseQueries, readJudged, readSets } from '../../../bench/search/relevance/sets.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { isThere } from '../../../testing/is-there.js';
import { judgeOf, type Rule } from './rules.js';

const newFolder = temporaryFolders();

describe('parseQrels', () => {
  it('BEIR with a heading › returns grades by query and document', () => {
    const grades = parseQrels('query-id\tcorpus-id\tscore\nq1\td1\t2\nq1\td 2\t0\nq2\td1\t1\n', 'qrels.tsv');
    expect(grades.get('q1')).toEqual(
      new Map([
        ['d1', 2],
        ['d 2', 0],
      ]),
    );
    expect(grades.get('q2')).toEqual(new Map([['d1', 1]]));
  });

  it('TREC › ignores the second column; any white space separates columns', () => {
    expect(parseQrels('q1 0 d1 2\r\nq1\t0\td2\t-1\n', 'qrels.txt').get('q1')).toEqual(
      new Map([
        ['d1', 2],
        ['d2', -1],
      ]),
    );
  });

  it('an invalid line › is refused with file and line', () => {
    for (const line of ['q1 d1', 'q1\td1\tgood', 'q1 0 d1 2 3', 'q1']) {
      expect(() => parseQrels(`q1\td9\t1\n${line}\n`, 'qrels.tsv')).toThrow('qrels.tsv, line 2: a judgement is');
    }
  });

  it('a document judged twice › is accepted if the grades are equal, otherwise refused', () => {
    expect(parseQrels('q\td\t1\nq\td\t1\n', 'a').get('q')?.size).toBe(1);
    expect(() => parseQrels('q\td\t1\nq\td\t2\n', 'a')).toThrow('a, line 2: d was judged otherwise for q before.');
  });
});

describe('parseQueries', () => {
  it('other members and empty lines › are ignored', () => {
    expect(parseQueries('{"_id":"1","text":"a","metadata":{}}\n\n', 'q')).toEqual([{ id: '1', text: 'a' }]);
  });

  it('invalid JSON, or a missing query › is refused with file and line', () => {
    expect(() => parseQueries('{"_id":"1"', 'q')).toThrow('q, line 1: this is no JSON');
    expect(() => parseQueries('{"_id":1,"text":"a"}', 'q')).toThrow('q, line 1: a query is written');
  });
});

describe('readJudged', () => {
  it('queries without judgements › are left out', () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'queries.jsonl'), '{"_id":"1","text":"a"}\n{"_id":"2","text":"b"}\n');
    mkdirSync(join(folder, 'qrels'));
    writeFileSync(join(folder, 'qrels', 'test.tsv'), '2\td\t1\n');
    expect(readJudged(folder).queries).toEqual([{ id: '2', text: 'b' }]);
  });

  it('missing files, or judgements of unknown queries › are reported', () => {
    const folder = newFolder();
    expect(() => readJudged(folder)).toThrow('has no queries.jsonl');
    writeFileSync(join(folder, 'queries.jsonl'), '{"_id":"1","text":"a"}\n');
    expect(() => readJudged(folder)).toThrow('has no judgements: one of qrels.tsv');
    writeFileSync(join(folder, 'qrels.tsv'), 'other\td\t1\n');
    expect(() => readJudged(folder)).toThrow('No query of');
  });
});

describe('documentsOf', () => {
  it('title and text › become texts by field; an invalid line is refused with its number', () => {
    const path = join(newFolder(), 'corpus.jsonl');
    writeFileSync(path, '{"_id":"d1","title":"A","text":"B"}\n{"_id":"d2","text":"C"}\nnonsense\n');
    const read = documentsOf(path);
    expect(read.next().value).toEqual({ id: 'd1', texts: ['A', 'B'] });
    expect(read.next().value).toEqual({ id: 'd2', texts: ['', 'C'] });
    expect(() => read.next()).toThrow('line 3: a document is written');
  });
});

describe('readSets', () => {
  const write = (folder: string, id: string, text: string): void => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'queries.jsonl'), `${JSON.stringify({ _id: id, text })}\n`);
    writeFileSync(join(folder, 'qrels.tsv'), `${id}\td\t1\n`);
  };

  it('one folder › one set; a folder of folders › one set for each, in order', () => {
    const folder = newFolder();
    write(folder, '1', 'a');
    expect(readSets(folder).map(({ name }) => name)).toEqual(['queries']);
    write(join(folder, 'long'), '3', 'c');
    write(join(folder, 'held-out'), '2', 'b');
    expect(readSets(folder)).toMatchObject([
      { name: 'queries', pooled: true, judged: { queries: [{ id: '1', text: 'a' }] } },
      { name: 'held out', pooled: true, judged: { queries: [{ id: '2', text: 'b' }] } },
      { name: 'long questions', pooled: false, judged: { queries: [{ id: '3', text: 'c' }] } },
    ]);
  });

  it('held-out queries without judgements › are refused', () => {
    const folder = newFolder();
    write(folder, '1', 'a');
    mkdirSync(join(folder, 'held-out'));
    writeFileSync(join(folder, 'held-out', 'queries.jsonl'), '{"_id":"2","text":"b"}\n');
    expect(() => readSets(folder)).toThrow(/held-out has no judgements: one of qrels\.tsv/);
  });

  it('a query in two sets, by id or by text › is refused', () => {
    const folder = newFolder();
    write(folder, '1', 'a');
    for (const [id, text] of [
      ['1', 'b'],
      ['2', 'A'],
    ] as const) {
      write(join(folder, 'held-out'), id, text);
      expect(() => readSets(folder)).toThrow(`held-out: "${text}" (${id}) is there and in another set`);
    }
  });
});

const hasTate = isThere(
  isTateThere(),
  'The Tate data set is not at ../shared/datasets/tate, so judgements are not checked against it.',
);
const kept = fileURLToPath(new URL('../../../bench/search/judgements', import.meta.url));

describe.each([
  { name: 'the judgements kept here', folder: kept, count: 50 },
  { name: 'the judgements held out', folder: join(kept, 'held-out'), count: 40 },
])('$name', ({ folder, count }) => {
  const { queries, grades } = readJudged(folder);

  it('every query › has an information need and a relevant document', () => {
    expect(queries).toHaveLength(count);
    expect([...grades.keys()].sort()).toEqual(queries.map(({ id }) => id).sort());
    for (const line of readFileSync(join(folder, 'queries.jsonl'), 'utf8').trimEnd().split('\n')) {
      expect(JSON.parse(line)).toMatchObject({
        kind: expect.any(String),
        need: expect.stringMatching(/\.$/),
        grades: expect.stringMatching(/^2: .*\.$/),
      });
    }
    for (const { id } of queries) expect([...(grades.get(id)?.values() ?? [])]).toContain(2);
  });

  it('every grade › 0, 1 or 2', () => {
    const all = new Set([...grades.values()].flatMap((own) => [...own.values()]));
    expect([...all].sort()).toEqual([0, 1, 2]);
  });

  it.runIf(hasTate)('every judged artwork › exists in the Tate data set', () => {
    const ids = new Set([...tateArtworks()].map(({ id }) => id));
    const unknown = [...grades.values()].flatMap((own) => [...own.keys()]).filter((id) => !ids.has(id));
    expect(unknown).toEqual([]);
  });
});

describe('held-out judgements', () => {
  it('read with the other sets › fifty, forty and sixty queries, without duplicates', () => {
    expect(readSets(kept).map(({ name, judged }) => [name, judged.queries.length])).toEqual([
      ['queries', 50],
      ['held out', 40],
      ['long questions', 60],
    ]);
  });

  it('every query › has two to five words', () => {
    for (const { text } of readJudged(join(kept, 'held-out')).queries) expect(text).toMatch(/^\S+( \S+){1,4}$/);
  });
});

describe('the long questions', () => {
  const folder = join(kept, 'long');

  it('every question › has at least ten words', () => {
    for (const { text } of readJudged(folder).queries) expect(text).toMatch(/^\S+( \S+){9,}$/);
  });

  it.runIf(hasTate)('the grades › follow the rules for every twentieth artwork', { timeout: 60_000 }, () => {
    const documents = [...tateArtworks()].filter((_, place) => place % 20 === 0);
    const ids = new Set(documents.map(({ id }) => id));
    const lines = readFileSync(join(folder, 'queries.jsonl'), 'utf8').trimEnd().split('\n');
    const given = lines.flatMap((line) => {
      const { _id, rule }: { readonly _id: string; readonly rule: Rule } = JSON.parse(line);
      const judge = judgeOf(rule);
      return documents.flatMap((document) => {
        const grade = judge(document);
        return grade === 0 ? [] : [`${_id}\t${document.id}\t${grade}`];
      });
    });
    const [, ...rows] = readFileSync(join(folder, 'qrels.tsv'), 'utf8').trimEnd().split('\n');
    const expected = rows.filter((row) => ids.has(row.split('\t')[1] ?? ''));
    expect(given.sort()).toEqual(expected.sort());
  });
});

describe('judgeOf', () => {
  const document = { id: '1', texts: ['A Ship at Sea', 'ship, sailing\nsea', ''] };

  it('alternatives › give the first grade whose conditions all match', () => {
    const none = [['t:nothing']];
    expect(judgeOf({ 2: [['t:nothing'], ['s:^sea$', 't:\\bship']], 1: none })(document)).toBe(2);
    expect(judgeOf({ 2: [['s:^sea$', 't:nothing']], 1: [['s:^ship']] })(document)).toBe(1);
    expect(judgeOf({ 2: [['s:^ship, sailing sea$']], 1: [['i:.']] })(document)).toBe(0);
  });

  it('an invalid condition › is refused with the expected form', () => {
    expect(() => judgeOf({ 2: [['sea']], 1: [] })).toThrow('"sea" is no condition: write s:, t: or i:');
  });
});
