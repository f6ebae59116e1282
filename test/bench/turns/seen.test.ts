import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { readOptions } from '../../../bench/turns/run.js';
import { isSeen, summaryOf } from '../../../bench/turns/seen.js';

const stretches = [
  { startMs: 0, endMs: 1000 },
  { startMs: 2000, endMs: 3000 },
];

describe('summaryOf', () => {
  it('what was seen between the stretches › does not count', () => {
    const turns = [
      { atMs: 500, ms: 12, cpuMs: 11 },
      { atMs: 1500, ms: 99, cpuMs: 99 },
      { atMs: 2500, ms: 3, cpuMs: 3 },
    ];
    const collections = [
      { atMs: 100, ms: 2, isMajor: false },
      { atMs: 1700, ms: 80, isMajor: true },
      { atMs: 2100, ms: 8, isMajor: true },
    ];
    expect(summaryOf({ turns, collections }, stretches)).toEqual({
      seconds: 2,
      long: 1,
      ownLong: 1,
      longestMs: 12,
      ownLongestMs: 11,
      minor: 1,
      major: 1,
      minorP99Ms: 2,
      longestMajorMs: 8,
      collecting: 0.005,
    });
  });

  it('a long turn without the processor › is long, and no work of its own', () => {
    const found = summaryOf({ turns: [{ atMs: 1, ms: 40, cpuMs: 1 }], collections: [] }, stretches);
    expect(found).toMatchObject({ long: 1, ownLong: 0, longestMs: 40, ownLongestMs: 1 });
  });
});

describe('isSeen', () => {
  it.each([[null], [{}], [{ turns: [], collections: [{}] }], [{ turns: [{ atMs: 1, ms: 2 }], collections: [] }]])(
    '%j › is nothing that a probe wrote',
    (value) => expect(isSeen(value)).toBe(false),
  );

  it('what a probe wrote › is', () => {
    const seen = { turns: [{ atMs: 1, ms: 2, cpuMs: 1 }], collections: [{ atMs: 1, ms: 2, isMajor: true }] };
    expect(isSeen(JSON.parse(JSON.stringify(seen)))).toBe(true);
  });
});

describe('options', () => {
  it('ten minutes › come in stretches in which no server closes an idle connection', () => {
    const { seconds, slices } = readOptions([]);
    expect(seconds).toBe(600);
    expect((seconds * 1000) / slices).toBeLessThan(createServer().keepAliveTimeout);
  });
});
