import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WorkClock } from '../../../build/work/work-clock.js';

describe('WorkClock', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('alternating structures › each has its sum, without the time between', () => {
    const clock = new WorkClock();
    vi.advanceTimersByTime(1);
    clock.on('terms');
    vi.advanceTimersByTime(2);
    clock.on('docs');
    vi.advanceTimersByTime(4);
    clock.off();
    vi.advanceTimersByTime(8);
    clock.off();
    clock.on('terms');
    vi.advanceTimersByTime(16);
    clock.off();
    expect([...clock.times]).toEqual([
      ['terms', 18],
      ['docs', 4],
    ]);
  });

  it('the times of another clock › are added, also while this clock is stopped', () => {
    const clock = new WorkClock();
    clock.add(new Map([['docs', 3]]));
    clock.on('docs');
    vi.advanceTimersByTime(5);
    clock.off();
    clock.add(new Map([['terms', 7]]));
    expect([...clock.times]).toEqual([
      ['docs', 8],
      ['terms', 7],
    ]);
  });
});
