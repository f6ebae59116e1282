import { describe, expect, it } from 'vitest';
import type { Results } from '../../bench/engine/results.js';
import { meanRatio, misses, verdicts } from '../../bench/engine/targets.js';
import type { Verdict } from '../../bench/harness/results/tables.js';
import { fabricatedClass, fabricatedResults } from './fabricated.js';

const verdict = (promise: string, results: Results, all: readonly Results[] = [results]): Verdict => {
  const found = verdicts(results, all).find((one) => one.promise.startsWith(promise));
  if (found === undefined) throw new Error(`no verdict on ${promise}`);
  return found;
};

const slow = fabricatedClass('slow', {
  stele: { p50Us: 150, p99Us: 2500, samples: 9 },
  sqlite: { p50Us: 75, p99Us: 80, samples: 9 },
});

describe('targets', () => {
  const good = fabricatedResults(1_000_000);
  const small = fabricatedResults(10_000);

  it('figures within all limits › every target is kept', () => {
    expect(verdicts(good, [small, good]).filter(({ kept }) => kept !== true)).toEqual([]);
  });

  it('a slow class › is missed by name: ratio, median and 99th percentile', () => {
    const results = fabricatedResults(1_000_000, { classes: [fabricatedClass('item by id'), slow] });
    for (const promise of ['every class', 'p50 of every', 'p99 of every']) {
      expect(verdict(promise, results)).toMatchObject({ kept: false, measured: '1 of 2 classes', failing: ['slow'] });
    }
    expect(misses(slow)).toEqual(['slower than SQLite', 'p50 above 100 µs', 'p99 above 2.00 ms']);
    expect(misses(fabricatedClass('fast'))).toEqual([]);
  });

  it('equal speed to SQLite › is not faster', () => {
    const even = { p50Us: 10, p99Us: 20, samples: 9 };
    expect(misses(fabricatedClass('even', { stele: even, sqlite: even }))).toEqual(['slower than SQLite']);
  });

  it('a substring in Markdown, and an adversarial class › have separate limits', () => {
    const stele = { p50Us: 90, p99Us: 15_000, samples: 9 };
    expect(misses(fabricatedClass('substring of 3 in Markdown, frequent', { stele }))).toEqual([]);
    expect(
      misses(
        fabricatedClass('64 alternatives', {
          adversarial: true,
          stele: { ...stele, p50Us: 9000 },
          sqlite: { ...stele, p50Us: 9e6 },
        }),
      ),
    ).toEqual([]);
    expect(misses(fabricatedClass('substring of 3 in title, frequent', { stele }))).toEqual(['p99 above 2.00 ms']);
  });

  it('the mean › is geometric and excludes adversarial classes', () => {
    const classes = [
      fabricatedClass('a', { stele: { p50Us: 1, p99Us: 1, samples: 9 }, sqlite: { p50Us: 10, p99Us: 10, samples: 9 } }),
      fabricatedClass('b', {
        stele: { p50Us: 1, p99Us: 1, samples: 9 },
        sqlite: { p50Us: 1000, p99Us: 1000, samples: 9 },
      }),
      fabricatedClass('c', { adversarial: true }),
    ];
    expect(meanRatio(classes)).toBeCloseTo(100, 9);
  });

  it('without SQLite › no mean and no ratio targets; other targets are judged', () => {
    const { sqlite: _, ...alone } = fabricatedClass('alone');
    const results = fabricatedResults(1_000_000, { classes: [alone] });
    expect(meanRatio([alone])).toBeUndefined();
    expect(verdict('every class', results).kept).toBeUndefined();
    expect(verdict('geometric mean', results).kept).toBeUndefined();
    expect(verdict('p50', results).kept).toBe(true);
  });

  it('growth › needs both sizes, and is missed above a factor of three', () => {
    expect(verdict('item by id', good).kept).toBeUndefined();
    const stele = { p50Us: 31, p99Us: 40, samples: 9 };
    const grown = fabricatedResults(1_000_000, { classes: [fabricatedClass('item by id', { stele })] });
    expect(verdict('item by id', grown, [small, grown])).toMatchObject({
      kept: false,
      measured: '3.10× (10.0 µs → 31.0 µs)',
    });
  });

  it('footprint › each limit is a separate target', () => {
    const { footprint } = good;
    const missed = (change: Partial<typeof footprint>): string[] => {
      const results = fabricatedResults(1_000_000, { footprint: { ...footprint, ...change } });
      return verdicts(results, [small, results]).flatMap(({ promise, kept }) => (kept === false ? [promise] : []));
    };
    expect(missed({ openMs: 301 })).toEqual(['open a snapshot, all checksums verified']);
    expect(missed({ residentBytes: 361e6 })).toEqual(['resident memory after opening']);
    expect(missed({ snapshotBytes: 301e6 })).toEqual(['snapshot bytes']);
    const { all = 0, ofSections = 0, sections = 0 } = footprint.objects ?? {};
    expect(missed({ objects: { all: all + 1, ofSections, sections } })).toEqual(['objects made by opening']);
    expect(missed({ objects: { all: all + 3, ofSections: ofSections + 3, sections: sections + 1 } })).toEqual([]);
  });
});
