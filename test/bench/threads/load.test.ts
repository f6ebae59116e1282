import { describe, expect, it } from 'vitest';
import { readLoaded } from '../../../bench/threads/load.js';
import { memoryLines } from '../../../bench/threads/memory.js';

const said = { errors: 0, non2xx: 0, requests: { average: 12_345 }, latency: { p50: 1, p99: 7, max: 30 } };

describe('what the generator of the load says', () => {
  it('answers that are all right › how many, and how long they took', () => {
    expect(readLoaded(JSON.stringify(said))).toEqual({ perSecond: 12_345, p50Ms: 1, p99Ms: 7, longestMs: 30 });
  });

  it.each([
    ['errors', JSON.stringify({ ...said, errors: 1 })],
    ['answers with another status', JSON.stringify({ ...said, non2xx: 3 })],
    ['no answers', JSON.stringify({ ...said, requests: { average: 0 } })],
    ['nothing', ''],
    ['something else', '[]'],
  ])('%s › the run fails', (_, text) => {
    expect(() => readLoaded(text)).toThrow(/The load failed/);
  });
});

describe('what threads cost and bring', () => {
  it('each is told beside the first', () => {
    const loaded = readLoaded(JSON.stringify(said));
    expect(
      memoryLines([
        { threads: 1, residentBytes: 100e6, loaded },
        { threads: 4, residentBytes: 150e6, loaded: { ...loaded, perSecond: 24_690 } },
      ]),
    ).toEqual([
      expect.stringMatching(/^1 thread: 100 MB \(× 1\.00\), 12345 requests\/s \(× 1\.00\)/),
      expect.stringMatching(/^4 threads: 150 MB \(× 1\.50\), 24690 requests\/s \(× 2\.00\)/),
    ]);
  });
});
