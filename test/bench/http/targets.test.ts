import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../../bench/harness/results/tables.js';
import { stallLines } from '../../../bench/http/report.js';
import type { HttpResults } from '../../../bench/http/results.js';
import { httpVerdicts } from '../../../bench/http/targets.js';
import { fabricatedHttp, fabricatedKeys, fabricatedLoaded, fabricatedOverload } from './fabricated.js';

const missed = (more: Partial<HttpResults>): string[] =>
  httpVerdicts(fabricatedHttp(1_000_000, more)).flatMap(({ promise, kept }) => (kept === false ? [promise] : []));

const verdict = (promise: string, results: HttpResults): Verdict => {
  const found = httpVerdicts(results).find((one) => one.promise.startsWith(promise));
  if (found === undefined) throw new Error(`no verdict on ${promise}`);
  return found;
};

const loaded = (name: string, bare: number, stele: number, sqlite: number) => ({
  name,
  loaded: [fabricatedLoaded('bare', bare), fabricatedLoaded('stele', stele), fabricatedLoaded('sqlite', sqlite)],
});

describe('targets of serving', () => {
  it('figures within all limits › no target is missed; two threads are only reported', () => {
    const verdicts = httpVerdicts(fabricatedHttp(1_000_000));
    expect(verdicts.filter(({ kept }) => kept === false)).toEqual([]);
    expect(verdicts.filter(({ kept }) => kept === undefined).map(({ promise }) => promise)).toEqual([
      '÷ bare node:http, as many bytes',
      '2 threads ÷ 1 thread, hot, generator on the same cores',
    ]);
    expect(verdict('2 threads', fabricatedHttp(1_000_000)).measured).toBe(
      '1.33× (generator at 50 % and 70 % of a core)',
    );
  });

  it('a ratio below its limit › is missed by name', () => {
    expect(missed({ workloads: [loaded('cold', 1000, 270, 10)] })).toEqual(['cold ÷ bare node:http']);
    expect(missed({ workloads: [loaded('cold', 1000, 290, 30)] })).toEqual(['cold ÷ Koa over SQLite, 100,000 items']);
  });

  it("processor time of a cold answer › is missed above four times bare node:http; Koa's share is only reported", () => {
    const cold = (cpuUs: number) => ({
      name: 'cold',
      loaded: [
        fabricatedLoaded('bare', 100, { cpuUs: 10 }),
        fabricatedLoaded('koa', 60),
        fabricatedLoaded('stele', 36, { cpuUs }),
      ],
    });
    expect(missed({ workloads: [cold(41)] })).toEqual(["processor time of a cold answer ÷ bare node:http's"]);
    expect(missed({ workloads: [cold(40)] })).toEqual([]);
    expect(verdict('bare Koa', fabricatedHttp(10_000, { workloads: [cold(40)] }))).toMatchObject({
      kept: undefined,
      measured: '0.60×',
    });
  });

  it("cost of a map of stele's answers › judges each workload; bare Node is only reported", () => {
    const hot = (cpuUs: number) => ({
      name: 'hot',
      loaded: [
        fabricatedLoaded('bare', 100),
        fabricatedLoaded('stele', 80, { cpuUs }),
        fabricatedLoaded('replay', 85, { cpuUs: 19 }),
      ],
    });
    expect(missed({ workloads: [hot(20)] })).toEqual([]);
    expect(missed({ workloads: [hot(21)] })).toEqual(['hot ÷ stele’s answers from a map, by processor time']);
    expect(verdict('÷ bare', fabricatedHttp(10_000, { workloads: [hot(21)] }))).toMatchObject({
      kept: undefined,
      measured: 'hot 0.80×',
    });
  });

  it('ratio to SQLite › is a target from 100,000 items on, as is the memory of threads', () => {
    expect(verdict('cold ÷ Koa', fabricatedHttp(10_000))).toMatchObject({ kept: undefined, measured: 'not measured' });
    expect(verdict('cold ÷ Koa', fabricatedHttp(100_000)).kept).toBe(true);
    expect(verdict('memory of 4', fabricatedHttp(10_000))).toMatchObject({
      kept: undefined,
      measured: '1.10× (3,000 MB → 3,300 MB, Node v24.0.0) at 10,000 items',
    });
    const threads = { node: 'v24.0.0', one: fabricatedLoaded('stele', 1), two: fabricatedLoaded('stele', 1) };
    expect(missed({ threads: { ...threads, oneBytes: 1000, fourBytes: 1300 } })).toEqual([
      'memory of 4 threads ÷ 1 thread, 100,000 items',
    ]);
  });

  it('cost of keys › kept or missed if the interval is on one side of the limit, otherwise only reported', () => {
    const of = (share: number) => verdict('keys', fabricatedHttp(10_000, { keys: fabricatedKeys(share) }));
    expect(of(0.024)).toMatchObject({ kept: true, measured: '+2.4 % (95 %: +1.9 % to +2.9 %)', limit: '≤ 3 %' });
    expect(of(0.036)).toMatchObject({ kept: false, measured: '+3.6 % (95 %: +3.1 % to +4.1 %)' });
    expect(of(0.027)).toMatchObject({ kept: undefined, measured: '+2.7 % (95 %: +2.2 % to +3.2 %)' });
    const keys = fabricatedKeys(0.01);
    const few = verdict('keys', fabricatedHttp(10_000, { keys: { ...keys, launches: 5 } }));
    expect(few).toMatchObject({
      kept: undefined,
      measured: expect.stringContaining('of 5 launches, which are too few'),
    });
    const noise = { share: 0.02, low: 0.001, high: 0.03 };
    const noisy = verdict('keys', fabricatedHttp(10_000, { keys: { ...keys, elapsed: { ...keys.elapsed, noise } } }));
    expect(noisy).toMatchObject({
      kept: undefined,
      measured: expect.stringContaining('but two servers that are the same differ by +2.0 %'),
    });
  });

  it('p99 at half load › is missed from 3 ms above bare node:http', () => {
    const bare = fabricatedLoaded('bare', 100, { p99Us: 4000 });
    const at = (p99Us: number) =>
      missed({
        halfLoads: [{ workload: 'cold', highestPerSecond: 200, half: fabricatedLoaded('stele', 100, { p99Us }), bare }],
      });
    expect(at(7000)).toEqual([]);
    expect(at(7001)).toEqual(["p99 at half of the highest load − bare node:http's at that rate, cold"]);
  });

  it('cold p99 at half load › is missed from 1.3 times an equally busy bare server', () => {
    const at = (p99Us: number) => {
      const half = fabricatedLoaded('stele', 100, { p99Us });
      const bare = fabricatedLoaded('bare', 100, { p99Us: 1 });
      const busy = { us: 60, loaded: fabricatedLoaded('bare', 100, { p99Us: 2000 }) };
      return missed({ halfLoads: [{ workload: 'cold', highestPerSecond: 200, half, bare, busy }] });
    };
    expect(at(2600)).toEqual([]);
    expect(at(2601)).toEqual(['p99 at half of the highest load ÷ that of a bare node:http as busy, cold']);
  });

  it('p99 at half load with recorded stalls of the generator › excludes the answers that waited for it', () => {
    const undisturbed = { p99Us: 4500, slowShare: 0.002, share: 0.9, latenessP99Us: 900, latenessMaximumUs: 30_000 };
    const half = fabricatedLoaded('stele', 100, { p99Us: 30_000, undisturbed });
    const bare = fabricatedLoaded('bare', 100, { p99Us: 2000, undisturbed: { ...undisturbed, p99Us: 1500 } });
    const halfLoads = [{ workload: 'cold', highestPerSecond: 200, half, bare }];
    expect(missed({ halfLoads })).toEqual([]);
    expect(stallLines(fabricatedHttp(100_000, { halfLoads }))[0]).toBe(
      'At half of the highest load, cold, stele: 0.20 % took more than 10 ms; the generator was late by 900 µs (p99), 30.0 ms at most; 10.0 % of the answers waited while it was held up, and the verdict leaves them out.',
    );
  });

  it('overload › throughput, p99 and memory are separate targets', () => {
    const over = (more: object) =>
      missed({ overload: fabricatedOverload({ over: fabricatedLoaded('stele', 18_000, more) }) });
    expect(over({ perSecond: 15_999 })).toEqual(['at 5 × the connections of the peak, cold: answers ÷ peak']);
    expect(over({ p99Us: 20_001 })).toEqual(['p99 of answers there ÷ p99 at the peak']);
    expect(over({ residentBytes: 251e6 })).toEqual(['memory there ÷ memory at the peak']);
  });

  it('a missing measurement › is neither kept nor missed, and the reason is printed', () => {
    const {
      overload: _overload,
      threads: _threads,
      keys: _keys,
      ...rest
    } = fabricatedHttp(1_000_000, { workloads: [], halfLoads: [] });
    expect(httpVerdicts(rest).map(({ kept }) => kept)).toEqual(Array(10).fill(undefined));
    const without = fabricatedHttp(1_000_000, { threads: { missing: 'not available: no threads' } });
    expect(verdict('memory of 4', without)).toMatchObject({ kept: undefined, measured: 'not available: no threads' });
  });
});
