/**
 * Tests that refusals are never compared with answers: a refusal takes almost no time and would look faster.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../../build/publish/index.js';
import { DEFAULT_CHOICES } from '../../../../src/content/model/index.js';
import { diskFiles } from '../../../../src/format/files/index.js';
import { openCurrent, type Space } from '../../../../src/index/snapshot/index.js';
import { temporaryFolders } from '../../../../testing/folder.js';
import { openBookshop } from '../../../../testing/samples/bookshop.js';
import { editedExport } from '../../../../testing/samples/edited-bookshop.js';
import { openBookshopWith, openLeanBookshop } from '../../../../testing/samples/lean-bookshop.js';
import { advise } from '../../advise/index.js';
import {
  compareReports,
  judgeCandidate,
  type Planned,
  planTraffic,
  readReport,
  replayInProcess,
  replaySideBySide,
} from '../../replay/index.js';
import { replayPage } from '../../report/index.js';
import { buildTargets, TrafficBuilder } from '../../traffic/index.js';

const newFolder = temporaryFolders();
const measuring = { maxCostMs: undefined, warmUp: 0 };
const LISTED = '/book?page%5Blimit%5D=5';
/** Refused by the lean bookshop, which does not sort by pages. */
const SORTED = '/book?sort=-pages';

let lean: Space;
let whole: Space;
beforeAll(async () => {
  [lean, whole] = [await openLeanBookshop(), await openBookshop()];
});

/** @returns traffic that repeats the targets in turn */
function planned(requests: number, ...targets: readonly string[]): Planned {
  const builder = new TrafficBuilder('kept', '');
  for (let place = 0; place < requests; place += 1) {
    const [path = '', search = ''] = (targets[place % targets.length] ?? '').split('?');
    builder.add({ path, search: `?${search}`, timeMs: undefined });
  }
  const traffic = builder.build();
  return planTraffic(traffic, buildTargets(traffic, whole));
}

describe('a replay', () => {
  it('with refused requests › reports their latency separately from answers', () => {
    const report = replayInProcess(lean, planned(400, LISTED, SORTED), measuring);
    const shapes = new Map(report.shapes.map((shape) => [shape.shape, shape]));
    expect(shapes.get('/book?sort=-pages')).toMatchObject({
      requests: 200,
      us: undefined,
      blocks: [],
      timeShare: 0,
      errors: { NotIndexed: 200 },
      errorUs: { p50: expect.any(Number) },
    });
    expect([report.requests, report.errors]).toEqual([400, 200]);
    expect(report.us).toEqual(shapes.get('/book?page[limit]=5')?.us);
    expect(report.slowest.filter(({ target }) => target === SORTED)).toEqual([
      { target: SORTED, us: expect.any(Number), error: 'NotIndexed', explanation: undefined },
    ]);
    const nothing = replayInProcess(lean, planned(20, SORTED), measuring);
    expect(nothing).toMatchObject({ us: undefined, requests: 20, errors: 20 });
    expect(replayPage(nothing, undefined)).toContain('20 NotIndexed');
  });

  it('read from JSON › compares no answers with refusals, even in a version 1 report that mixed them', () => {
    const traffic = planned(2400, LISTED, SORTED);
    const [before, after] = [lean, whole].map((space) => replayInProcess(space, traffic, measuring));
    const read = (change: object) => readReport(JSON.stringify({ ...before, ...change }), 'x');
    const mixed = before!.shapes.map((shape) => ({ ...shape, us: shape.us ?? shape.errorUs }));
    for (const earlier of [read({}), read({ version: 1, shapes: mixed })]) {
      const { shapes, onlyAfter } = compareReports(earlier, after!, false);
      expect(shapes.map(({ shape }) => shape)).toEqual(['/book?page[limit]=5']);
      expect(onlyAfter).toEqual(['/book?sort=-pages']);
    }
    expect(() => read({ shapes: [{ shape: '/a', us: 3, blocks: [], errors: {} }] })).toThrow('parts of it are missing');
    expect(() => read({ version: 3 })).toThrow('of version 3');
  });

  it('side by side › compares requests that both answer, and reports the others separately', () => {
    const [before, after] = replaySideBySide([lean, whole], planned(2400, LISTED, SORTED), measuring);
    const { shapes, answeredNow, onlyAfter } = compareReports(before, after, true);
    expect(shapes.map(({ shape, requests }) => [shape, requests])).toEqual([['/book?page[limit]=5', 1200]]);
    expect(answeredNow).toEqual([
      { shape: '/book?sort=-pages', requests: 1200, us: expect.objectContaining({ p50: expect.any(Number) }) },
    ]);
    expect(onlyAfter).toEqual(['/book?sort=-pages']);
    const back = compareReports(after, before, true);
    expect([back.shapes.length, back.answeredNow, back.onlyBefore]).toEqual([1, [], ['/book?sort=-pages']]);
  });
});

describe('a gate', () => {
  it('a candidate that refuses requests › counts failures and compares no latency', () => {
    const limits = { slower: 100, different: 0.1, moved: 0.5, rewritten: 1 };
    const verdict = judgeCandidate([whole, lean], planned(2400, LISTED, SORTED), limits, measuring);
    expect(verdict).toMatchObject({ passed: false, different: 0.5 });
    expect(verdict.reasons.join()).toContain('NotIndexed');
    expect(verdict.comparison.shapes).toHaveLength(1);
  });

  it('a candidate with other content under the same ids and totals › says the share, and refuses above the limit', async () => {
    const folder = newFolder();
    const source = editedExport((type, items) =>
      type === 'book' ? items.map((item) => ({ ...item, pages: 1 })) : items,
    );
    await buildSnapshot(source, folder, { files: diskFiles, strict: false });
    const rewrittenSpace = await openCurrent(diskFiles, folder);
    const traffic = planned(10, LISTED);
    const judge = (rewritten: number) =>
      judgeCandidate([whole, rewrittenSpace], traffic, { slower: 100, different: 0, moved: 0, rewritten }, measuring);
    expect(judge(1)).toMatchObject({ passed: true, different: 0, rewritten: 1 });
    expect(judge(0.5).reasons[0]).toBe('100 % of the items in both answers have other content; at most 50 % may have.');
    expect(judge(0.5).reasons[1]).toMatch(/: 50 of 50 items have other content\.$/);
  });

  it('an answer above the limit of cost › counts as refused', async () => {
    const few = newFolder();
    const source = editedExport((type, items) => (type === 'book' ? items.slice(0, 3) : items));
    await buildSnapshot(source, few, { files: diskFiles, strict: false });
    const small = await openCurrent(diskFiles, few);
    const traffic = planned(10, '/book?page%5Blimit%5D=100&include=author');
    const limits = { slower: 100, different: 0, moved: 1e6, rewritten: 1 };
    // Some limit lies between the estimates of three books and of a hundred.
    const reasons = [0.001, 0.002, 0.004, 0.008, 0.016, 0.032, 0.064, 0.128].flatMap(
      (maxCostMs) => judgeCandidate([small, whole], traffic, limits, { maxCostMs, warmUp: 0 }).reasons,
    );
    expect(reasons.join()).toMatch(/\(3 → QueryTooCostly\)/);
  });
});

describe('advice', () => {
  it('refused requests › advises the structure, and reports its latency separately', async () => {
    const traffic = planned(2000, LISTED, LISTED, LISTED, SORTED);
    const build = async (_: string, pieces: readonly object[]) => ({
      space: pieces.length === 0 ? lean : whole,
      seconds: 1,
      structures: [],
    });
    // Noise does not double the latency of a page of five books.
    const options = { each: 1000, maxCostMs: undefined, slack: 1, choices: DEFAULT_CHOICES };
    const { leaner, pieces } = await advise(lean.model, traffic, build, options);
    expect(pieces).toContainEqual({
      ...{ type: 'book', field: 'pages', keys: { sort: true }, kind: 'asked', requests: 240 },
      ...{ bytes: 0, seconds: 0 },
    });
    expect(leaner?.heldBack).toBeUndefined();
    expect(leaner?.judgement.shapes.map(({ shape, requests }) => [shape, requests])).toEqual([
      ['/book?page[limit]=5', 740],
    ]);
    expect(leaner?.judgement.answeredNow).toEqual([
      { shape: '/book?sort=-pages', requests: 260, us: expect.objectContaining({ p50: expect.any(Number) }) },
    ]);
  });

  it('a request refused before and after, for different reasons › not worse', async () => {
    const both = '/book?sort=-pages&filter[subtitle][_contains]=a';
    const traffic = planned(400, LISTED, both);
    const sorting = await openBookshopWith({ 'book.subtitle': { contains: false } });
    const build = async (_: string, pieces: readonly object[]) => ({
      space: pieces.length === 0 ? lean : sorting,
      seconds: 1,
      structures: [],
    });
    const options = { each: 1000, maxCostMs: undefined, slack: 1, choices: DEFAULT_CHOICES };
    const { leaner } = await advise(lean.model, traffic, build, options);
    expect(leaner?.judgement.different).toEqual([]);
  });
});
