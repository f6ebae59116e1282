/**
 * What a build tells of itself, as plain values: structures, steps, failures.
 *
 * Elsewhere: the report of a whole build (outcome), as the command writes it (report.slow).
 */
import { describe, expect, it, vi } from 'vitest';
import { failureReport } from '../../../build/publish/report/report.js';
import { StepClock } from '../../../build/publish/report/step-clock.js';
import { structuresOf } from '../../../build/publish/report/structure-report.js';
import { ExportError } from '../../../src/content/errors/index.js';

describe('structuresOf', () => {
  it('chunks, offsets and parts › count towards their structure', () => {
    const section = (name: string, length: number) => ({ name, byteLength: length });
    const sections = ['f/terms', 'f/terms#1', 'f/terms.offsets', 'g/terms', 'documents', 'documents#1'].map(
      (name, index) => section(name, 10 ** index),
    );
    expect(structuresOf('t', sections, new Map())).toEqual([
      { type: 't', field: 'f', structure: 'terms', byteLength: 111, seconds: 0 },
      { type: 't', field: 'g', structure: 'terms', byteLength: 1000, seconds: 0 },
      { type: 't', field: undefined, structure: 'documents', byteLength: 110_000, seconds: 0 },
    ]);
  });

  it('seconds › count towards the structure, folded values towards `fold`, and unstored structures towards the ordinals', () => {
    const sections = ['f/ordinals', 'f/heads', 'f/fold/terms', 'f/fold/docs', 'documents', 'search.words'].map(
      (name) => ({ name, byteLength: 1 }),
    );
    const worked = new Map([
      ['f/terms', 1],
      ['f/ordinals', 2],
      ['f/heads', 4],
      ['f/fold/terms', 8],
      ['f/fold/quantiles', 16],
      ['documents', 32],
      ['search', 64],
    ]);
    const seconds = structuresOf('t', sections, worked).map((entry) => [entry.field, entry.structure, entry.seconds]);
    expect(seconds).toEqual([
      ['f', 'ordinals', 3],
      ['f', 'heads', 4],
      ['f', 'fold', 24],
      [undefined, 'documents', 32],
      [undefined, 'search', 64],
    ]);
  });

  it('seconds of a missing structure › an invariant error', () => {
    expect(() => structuresOf('t', [], new Map([['f/terms', 1]]))).toThrow('f/terms');
  });
});

describe('StepClock', () => {
  it('a repeated step › is one step; each lasts until the next begins', () => {
    const clock = new StepClock();
    const now = vi.spyOn(process.hrtime, 'bigint');
    try {
      for (const [step, at] of [
        ['a', 10n],
        ['a', 20n],
        ['b', 50n],
        ['c', 51n],
      ] as const) {
        now.mockReturnValueOnce(at * 1_000_000_000n);
        clock.at(step);
      }
    } finally {
      now.mockRestore();
    }
    expect(clock.steps).toEqual([
      { step: 'a', seconds: 40 },
      { step: 'b', seconds: 1 },
      { step: 'c', seconds: 0 },
    ]);
  });
});

describe('failureReport', () => {
  it('a refused export › its problems and their number; another failure › no problems', () => {
    const problem = { severity: 'error', file: 'book.ndjson', line: 1, reason: 'the id is missing', count: 1 } as const;
    const found = { errors: 1, warnings: 2, problems: [problem] };
    expect(failureReport(new ExportError('the export is refused', found))).toEqual({
      failure: 'the export is refused',
      ...found,
    });
    const none = { errors: 0, warnings: 0, problems: [] };
    expect(failureReport(new Error('the disk is full'))).toEqual({ failure: 'the disk is full', ...none });
    expect(failureReport('stopped')).toEqual({ failure: 'stopped', ...none });
  });
});
