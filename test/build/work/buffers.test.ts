/**
 * Memory that is given back at once, and what must not be.
 */
import { describe, expect, it } from 'vitest';
import { runJob } from '../../../build/sorting/sort-run.js';
import { discard, discardExcept, movableBuffers } from '../../../build/work/buffers.js';
import { InlinePool } from '../../../build/work/pool.js';

describe('movableBuffers', () => {
  it('buffers at any depth › each once; shared buffers and the pool of Node are excluded', () => {
    const own = new Uint32Array(4096);
    const value = {
      list: [{ data: own }, own.subarray(3)],
      shared: new Uint8Array(new SharedArrayBuffer(1 << 16)),
      small: Buffer.from('a small text'),
      text: 'x',
      none: undefined,
    };
    expect([...movableBuffers(value)]).toEqual([own.buffer]);
  });
});

describe('discard', () => {
  it('arrays and plain data › their buffers are released; shared buffers and the pool of Node stay', () => {
    const numbers = new Uint32Array(4096);
    const floats = new Float64Array(4096);
    const shared = new Uint8Array(new SharedArrayBuffer(1 << 16));
    const pooled = Buffer.from('a small text');
    discard(numbers.subarray(7), [{ data: floats }], shared, pooled, undefined);
    expect([numbers.length, floats.length, floats.buffer.byteLength]).toEqual([0, 0, 0]);
    expect([shared.length, pooled.toString()]).toEqual([1 << 16, 'a small text']);
  });

  it('a repeated or already released buffer › no effect', () => {
    const numbers = new Uint32Array(4096);
    discard(numbers, numbers.subarray(1));
    discard(numbers);
    expect(numbers.length).toBe(0);
  });
});

describe('discardAllBut', () => {
  it('a buffer also in the kept value › it stays', () => {
    const [kept, gone] = [new Uint32Array(4096), new Uint32Array(4096)];
    discardExcept({ data: kept.subarray(2) }, [kept, gone]);
    expect([kept.length, gone.length]).toEqual([4096, 0]);
  });
});

describe('InlinePool', () => {
  it('a job that owns its input › releases it, as a job in another thread does', async () => {
    const bytes = new Uint8Array(10_000).fill(97);
    const lengths = new Uint32Array(5000).fill(2);
    const run = await new InlinePool().run(runJob, { bytes, lengths, reversed: false });
    expect(run).toMatchObject({ bytes: Uint8Array.of(97, 97), lengths: Uint32Array.of(2) });
    expect([bytes.length, lengths.length, run.ordinals.length]).toEqual([0, 0, 5000]);
  });
});
