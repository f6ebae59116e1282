/**
 * Results of searches that no machine gave.
 */
import type { EngineName } from '../../../bench/search/contestants/contestant.js';
import type { ClassTiming, CorpusResult, EngineResult } from '../../../bench/search/results.js';

export const fabricatedTiming = (name: string, p50Us: number, more: Partial<ClassTiming> = {}): ClassTiming => ({
  name,
  extra: false,
  questions: 300,
  checked: 25,
  timing: { p50Us, p99Us: 10 * p50Us, samples: 1000 },
  ...more,
});

export const fabricatedEngine = (engine: EngineName, more: Partial<EngineResult> = {}): EngineResult => ({
  engine,
  version: '1.0.0',
  buildMs: 1000,
  buildPeakBytes: 200e6,
  indexBytes: 10e6,
  folderBytes: 10e6,
  openMs: 100,
  answeredMs: 200,
  residentBytes: 100e6,
  heapBytes: 50e6,
  classes: [fabricatedTiming('one word', 50)],
  ...more,
});

export const fabricatedCorpus = (engines: readonly EngineResult[]): CorpusResult => ({
  name: 'tales',
  items: 100_000,
  textBytes: 90e6,
  engines,
});
