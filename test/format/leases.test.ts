/**
 * Leases of pages in a memory that threads share.
 */
import { MessageChannel, receiveMessageOnPort } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import {
  freeLease,
  freeLeases,
  isSameMemory,
  LEASES_BYTES,
  nameMemory,
  refusedLeases,
  takeLease,
} from '../../src/format/index.js';

const page = 2 ** 16;
const newMemory = (maximum = 1000): WebAssembly.Memory => new WebAssembly.Memory({ initial: 1, maximum, shared: true });

describe('leases of a memory', () => {
  it('two threads › have leases that do not overlap and start after the sections', () => {
    const memory = newMemory();
    const leases = [0, 7, 0].map((thread) => takeLease(memory, thread, 10, 2 * page));
    expect(leases).toEqual([1, 3, 5].map((first) => ({ start: first * page, end: (first + 2) * page })));
  });

  it('a hundred threads, each dead before the next starts › grow the memory once', () => {
    const memory = newMemory(20);
    for (let thread = 1; thread <= 100; thread += 1) {
      expect(takeLease(memory, thread, page, 2 * page)).toEqual({ start: page, end: 3 * page });
      expect(takeLease(memory, thread, 3 * page, 4 * page)).toEqual({ start: 3 * page, end: 7 * page });
      freeLeases(memory, thread);
    }
    expect(memory.buffer.byteLength).toBe(7 * page);
    expect(refusedLeases(memory)).toBe(0);
  });

  it('several free leases › the smallest that is large enough is taken', () => {
    const memory = newMemory();
    for (const pages of [8, 2, 4]) takeLease(memory, 1, 1, pages * page);
    freeLeases(memory, 1);
    expect(takeLease(memory, 2, 3 * page, 3 * page)).toEqual({ start: 11 * page, end: 15 * page });
    expect(takeLease(memory, 2, 9 * page, 9 * page)?.start).toBe(15 * page);
  });

  it('a freed lease › is taken again by the same thread; its other leases are not', () => {
    const memory = newMemory();
    const [one, other] = [takeLease(memory, 1, page, page), takeLease(memory, 1, page, page)];
    freeLease(memory, 2, one!.start);
    freeLease(memory, 1, other!.start + page);
    expect(takeLease(memory, 1, page, page)?.start).toBe(3 * page);
    freeLease(memory, 1, one!.start);
    expect(takeLease(memory, 1, page, page)).toEqual(one);
    expect(takeLease(memory, 1, page, page)?.start).toBe(4 * page);
  });

  it('a memory received from another thread › equals itself and no other memory', () => {
    const [memory, other] = [newMemory(), newMemory()];
    expect(isSameMemory(memory, memory)).toBe(true);
    expect(isSameMemory(memory, other)).toBe(false);
    for (const each of [memory, other]) nameMemory(each);
    expect(isSameMemory(memory, other)).toBe(false);
    const { port1, port2 } = new MessageChannel();
    port1.postMessage(memory);
    const received: unknown = receiveMessageOnPort(port2)?.message;
    port1.close();
    if (!(received instanceof WebAssembly.Memory)) throw new Error('no memory');
    expect(received).not.toBe(memory);
    expect(isSameMemory(received, memory)).toBe(true);
    expect(isSameMemory(received, other)).toBe(false);
  });

  it('a living thread › keeps its leases', () => {
    const memory = newMemory();
    takeLease(memory, 1, page, page);
    freeLeases(memory, 2);
    expect(takeLease(memory, 3, page, page)?.start).toBe(2 * page);
  });

  it('a full memory › counts the refusal', () => {
    const memory = newMemory(2);
    expect([takeLease(memory, 1, 1, 1), takeLease(memory, 1, 1, 1)]).toEqual([
      { start: page, end: 2 * page },
      undefined,
    ]);
    expect(refusedLeases(memory)).toBe(1);
  });

  it('more leases than entries of the list › are granted, and write nothing after the list', () => {
    const memory = newMemory();
    new Uint8Array(memory.buffer).fill(9, LEASES_BYTES);
    const starts = Array.from({ length: 400 }, () => takeLease(memory, 1, 1, 1)?.start);
    expect(new Set(starts).size).toBe(400);
    expect(new Uint8Array(memory.buffer, LEASES_BYTES, page - LEASES_BYTES).every((byte) => byte === 9)).toBe(true);
  });
});
