/**
 * Results that no machine gave.
 */
import type { ClassResult, Results } from '../../bench/engine/results.js';
import type { Recorded } from '../../bench/page/plots.js';

export const fabricatedClass = (name: string, more: Partial<ClassResult> = {}): ClassResult => ({
  name,
  group: 'fabricated',
  adversarial: false,
  questions: 400,
  compared: { sqlite: 400, scan: 400 },
  stele: { p50Us: 10, p99Us: 20, samples: 1000 },
  sqlite: { p50Us: 4000, p99Us: 5000, samples: 100 },
  ...more,
});

export const fabricatedResults = (items: number, more: Partial<Results> = {}): Results => ({
  format: 1,
  items,
  seed: 1,
  budgetMs: 1000,
  environment: {
    commit: '0123456789ab',
    node: 'v20.19.0',
    cpu: 'An imagined processor',
    cores: 2,
    memoryBytes: 24 * 2 ** 30,
    date: '2026-01-02',
  },
  sqliteVersion: '3.53.2',
  classes: [
    fabricatedClass('item by id'),
    fabricatedClass('equality on a unique text'),
    fabricatedClass('64 alternatives', { adversarial: true }),
  ],
  parts: [{ name: 'parse and check', timing: { p50Us: 2, p99Us: 4, samples: 1000 } }],
  footprint: {
    exportBytes: 100e6,
    snapshotBytes: 200e6,
    databaseBytes: 600e6,
    readMs: 100,
    openMs: 150,
    residentBytes: 300e6,
    objects: { all: 1800, ofSections: 1331, sections: 340 },
  },
  ...more,
});

/** Recorded results with only the given ones. */
export const recorded = (more: Partial<Recorded> = {}): Recorded => ({
  engine: [],
  http: [],
  search: [],
  relevance: undefined,
  known: undefined,
  build: [],
  ...more,
});
