/**
 * Classes run on a small export: their queries, the comparison of answers, and the end of a run with a wrong answer.
 */
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { CLASSES, type QueryClass } from '../../bench/cases/index.js';
import { type Contest, drawQueries, QUERIES_MINIMUM, runClass } from '../../bench/engine/run-class.js';
import { scanContestant } from '../../bench/engine/scan.js';
import type { Contestant } from '../../bench/harness/contestant.js';
import { steleContestant } from '../../bench/harness/contestant.js';
import { drawSample } from '../../bench/harness/input/sample.js';
import { DifferenceError } from '../../bench/harness/timing/compare.js';
import { buildSnapshot } from '../../build/publish/index.js';
import { generateExport } from '../../data/generate/generate.js';
import { Random } from '../../data/generate/random.js';
import { diskFiles } from '../../src/format/files/index.js';
import { openCurrent } from '../../src/index/snapshot/index.js';
import { temporaryFolders } from '../../testing/folder.js';

const newFolder = temporaryFolders();
const seed = 3;
let contest: Contest;

beforeAll(async () => {
  const folder = newFolder();
  const [exported, snapshots] = [join(folder, 'export'), join(folder, 'snapshots')];
  await generateExport(exported, { items: 2000, seed, profile: 'engine' });
  await buildSnapshot(exported, snapshots, { files: diskFiles, strict: true });
  const space = await openCurrent(diskFiles, snapshots);
  contest = {
    model: space.model,
    sample: drawSample(exported, space.model, new Random(seed, 'sample')),
    stele: steleContestant(space),
    sqlite: undefined,
    scan: scanContestant(exported, space.model),
    effort: { budgetMs: 1, slices: 1, samplesMinimum: 2 },
    seed,
  };
});

const classNamed = (name: string) => {
  const found = CLASSES.find((one) => one.name === name);
  if (found === undefined) throw new Error(`there is no class ${name}`);
  return found;
};

/** As many as a class must have. */
const urlsOf = (asked: QueryClass, from = seed): string[] =>
  drawQueries(asked, { ...contest, questions: QUERIES_MINIMUM }, new Random(from, asked.name)).map(({ url }) => url);

/** Answers as the plain scan does, except for one byte of the total. */
const lying = (truthful: Contestant): Contestant => ({
  name: 'sqlite',
  prepare: (query) => {
    const run = truthful.prepare(query);
    return () =>
      Buffer.from(
        Buffer.from(run())
          .toString()
          .replace(/"total":\d+\}\}$/, '"total":1000000}}'),
      );
  },
});

describe('classes of queries', () => {
  it('names › are unique', () => {
    expect(new Set(CLASSES.map(({ name }) => name)).size).toBe(CLASSES.length);
  });

  it('every class › has enough different questions', () => {
    for (const asked of CLASSES) {
      const drawn = urlsOf(asked);
      expect(new Set(drawn).size, asked.name).toBe(drawn.length);
      expect(drawn.length, asked.name).toBeGreaterThanOrEqual(QUERIES_MINIMUM);
    }
  });

  it('the same seed › equal questions; another seed › other questions', () => {
    const asked = classNamed('prefix');
    expect(urlsOf(asked)).toEqual(urlsOf(asked));
    expect(urlsOf(asked, seed + 1)).not.toEqual(urlsOf(asked));
  });

  it('a class with one question › is refused by name', () => {
    const dull = { name: 'dull', group: 'none', url: () => '/article' };
    expect(() => drawQueries(dull, contest, new Random(seed, 'dull'))).toThrow('"dull" has 1 different questions');
  });
});

describe('runClass', () => {
  it('contestants with equal answers › are timed, and the comparisons are counted', async () => {
    const result = await runClass(classNamed('AND of three, sorted'), contest);
    expect(result.compared.sqlite).toBe(0);
    expect(result.compared.scan).toBeGreaterThanOrEqual(25);
    expect(result.stele.samples).toBeGreaterThanOrEqual(2);
    expect(result.scan?.p50Us).toBeGreaterThan(0);
    expect(result.sqlite).toBeUndefined();
  });

  it('a contestant with another answer › ends the run before it is timed', async () => {
    const { scan } = contest;
    if (scan === undefined) throw new Error('the scan takes part in this test');
    await expect(runClass(classNamed('boolean'), { ...contest, sqlite: lying(scan) })).rejects.toThrow(DifferenceError);
  });
});
