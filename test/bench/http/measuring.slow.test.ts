/**
 * Turns and supplies of requests, with a generator that sends nothing but records its orders.
 */
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { drawSample } from '../../../bench/harness/input/sample.js';
import type { LoadGenerator } from '../../../bench/http/load/generator.js';
import { Histogram } from '../../../bench/http/load/histogram.js';
import type { LoadOutcome } from '../../../bench/http/load/load.js';
import { Supply } from '../../../bench/http/load/questions.js';
import {
  type Bench,
  ColdSupply,
  type Contestant,
  type Entry,
  measureInTurn,
  warmUp,
} from '../../../bench/http/measuring.js';
import { summed } from '../../../bench/http/slices.js';
import { Questioner } from '../../../bench/http/workloads/questioner.js';
import type { ContestantName } from '../../../bench/http/workloads/requests.js';
import { buildSnapshot } from '../../../build/publish/index.js';
import { generateExport } from '../../../data/generate/generate.js';
import { Random } from '../../../data/generate/random.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { openCurrent, type Space } from '../../../src/index/snapshot/index.js';
import { temporaryFolders } from '../../../testing/folder.js';

const newFolder = temporaryFolders();
const folder = newFolder();
let space: Space;

beforeAll(async () => {
  await generateExport(join(folder, 'export'), { items: 2000, seed: 5, profile: 'engine' });
  await buildSnapshot(join(folder, 'export'), join(folder, 'snapshots'), { files: diskFiles, strict: true });
  space = await openCurrent(diskFiles, join(folder, 'snapshots'));
});

const outcome = (answers: number, elapsedMs: number, latencyMs = 1): LoadOutcome => {
  const latencies = new Histogram();
  for (let i = 0; i < answers; i += 1) latencies.record(latencyMs);
  return {
    asked: answers,
    answers,
    refusals: 0,
    closed: 0,
    elapsedMs,
    bodyBytes: answers * 100,
    latencies: latencies.counts,
    refusalLatencies: new Histogram().counts,
    undisturbed: new Histogram().counts,
    lateness: new Histogram().counts,
  };
};

/** A generator that sends nothing, uses up at most `most` requests of a load, and records them. */
class Accountant implements LoadGenerator {
  readonly pid = process.pid;
  readonly asked: string[] = [];
  readonly #supplies = new Map<string, Supply>();
  most = 0;

  take(...[name, set]: Parameters<LoadGenerator['take']>): Promise<void> {
    this.#supplies.set(name, new Supply(set));
    return Promise.resolve();
  }

  load(name: string): Promise<LoadOutcome> {
    const supply = this.#supplies.get(name);
    let count = 0;
    for (; count < this.most; count += 1) {
      const question = supply?.next();
      if (question === undefined) break;
      this.asked.push(supply?.request(question).toString('latin1') ?? '');
    }
    return Promise.resolve(outcome(count, 100));
  }
}

const contestant = (name: ContestantName): Contestant => ({
  name,
  pid: process.pid,
  port: 1,
  stop: () => Promise.resolve(),
});

function benchWith(generator: LoadGenerator): Bench {
  const random = new Random(1, 'test');
  const questioner = new Questioner(space, drawSample(join(folder, 'export'), space.model, random), random);
  const effort = { seconds: 1, slices: 4, connections: 2, hotUrls: 10, itemUrls: 10 };
  return { contestants: [], generator, questioner, effort, random };
}

describe('ColdSupply', () => {
  it('many loads that exhaust the supply › no question is sent twice', async () => {
    const generator = new Accountant();
    const supply = new ColdSupply(benchWith(generator), contestant('stele'), 'test');
    for (const most of [10, 0, 700, 1, 100_000, 300, 2]) {
      generator.most = most;
      await supply.load({ durationMs: 100 });
    }
    expect(generator.asked.length).toBeGreaterThan(2000);
    expect(new Set(generator.asked).size).toBe(generator.asked.length);
  });
});

describe('measureInTurn', () => {
  it('contestants › are warmed up for the measured time, then take one slice per round', async () => {
    const order: string[] = [];
    const entry = (name: ContestantName): Entry => ({
      contestant: contestant(name),
      load: ({ durationMs }) => {
        order.push(`${name} ${durationMs}`);
        return Promise.resolve({ result: outcome(50, 250), cpuMs: 100, generatorCpuMs: 50, residentBytes: 7 });
      },
    });
    const loaded = await measureInTurn(benchWith(new Accountant()), [entry('bare'), entry('stele')]);
    expect(order.splice(0, 10)).toEqual([...Array(5).fill('bare 200'), ...Array(5).fill('stele 200')]);
    expect(order).toHaveLength(8);
    for (let round = 0; round < 4; round += 1) {
      expect(order.slice(round * 2, round * 2 + 2).toSorted()).toEqual(['bare 250', 'stele 250']);
    }
    expect(loaded.map((one) => [one.contestant, one.answers, one.perSecond])).toEqual([
      ['bare', 200, 200],
      ['stele', 200, 200],
    ]);
  });
});

describe('warmUp', () => {
  it('ten thousand answers › end the warm-up however early', async () => {
    const effort = { ...benchWith(new Accountant()).effort, seconds: 100 };
    let answers = 0;
    await warmUp(effort, () => {
      answers += 6000;
      return Promise.resolve({ result: outcome(6000, 10), cpuMs: 0, generatorCpuMs: 0, residentBytes: 0 });
    });
    expect(answers).toBe(12_000);
  });
});

describe('summed', () => {
  it('slices › combine to rates over the total time, latencies of all samples, and the largest memory', () => {
    const slices = [
      { result: outcome(100, 500, 1), cpuMs: 400, generatorCpuMs: 100, residentBytes: 5 },
      { result: outcome(300, 500, 2), cpuMs: 500, generatorCpuMs: 200, residentBytes: 9 },
    ];
    expect(summed('stele', slices)).toEqual({
      contestant: 'stele',
      answers: 400,
      perSecond: 400,
      p50Us: 2007,
      p99Us: 2007,
      p999Us: 2007,
      meanBytes: 100,
      cpuUs: 2250,
      cpuShare: 0.9,
      generatorCpuShare: 0.3,
      residentBytes: 9,
    });
  });

  it('figures that the system lacks › are left out; no slices › no rate', () => {
    const unknown = { result: outcome(1, 10), cpuMs: undefined, generatorCpuMs: undefined, residentBytes: undefined };
    expect(Object.keys(summed('stele', [unknown]))).not.toContain('cpuUs');
    expect(summed('stele', [])).toMatchObject({ answers: 0, perSecond: 0, p99Us: 0, meanBytes: 0 });
  });
});
