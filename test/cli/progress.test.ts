/**
 * Progress of a build: bars with rate and remaining time on a terminal, nothing elsewhere.
 */
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createProgress, formatRate } from '../../src/cli/build/progress.js';

describe('formatRate', () => {
  const at = (done: number, elapsedMs: number, unit: 'bytes' | 'fields' = 'bytes', total = 100_000_000) =>
    formatRate({ step: 'reading book', done, total, unit }, elapsedMs);

  it('bytes › the rate and the remaining time', () => {
    expect(at(20_000_000, 2000)).toBe(', 10.0 MB/s, 8 s left');
    expect(at(1_000_000, 2000)).toBe(', 500.0 KB/s, 3 min 18 s left');
    expect(at(1_000_000, 60_000)).toBe(', 16.7 KB/s, 1 h 39 min left');
  });

  it('fields › only the remaining time', () => {
    expect(at(2, 10_000, 'fields', 4)).toBe(', 10 s left');
  });

  it('just started, nothing done, or all done › empty', () => {
    expect(at(50, 999)).toBe('');
    expect(at(0, 5000)).toBe('');
    expect(at(100_000_000, 5000)).toBe('');
  });
});

describe('createProgress', () => {
  async function written(isTTY: boolean): Promise<string> {
    let nowMs = 0;
    const output = Object.assign(new PassThrough(), { isTTY });
    const progress = await createProgress(output, () => nowMs);
    for (const done of [0, 1e6, 2e6, 4e6]) {
      progress.report({ step: 'reading book', done, total: 4e6, unit: 'bytes' });
      nowMs += 1000;
    }
    progress.report({ step: 'publishing', done: 0, total: 1, unit: 'steps' });
    progress.stop();
    return String(output.read() ?? '');
  }

  it('no terminal › nothing', async () => {
    expect(await written(false)).toBe('');
  });

  it('a terminal › a bar with the remaining time', async () => {
    expect(await written(true)).toContain('100% reading book (4.0 MB)');
  });
});
