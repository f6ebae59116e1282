import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Loan, Slab } from '../../../src/jsonapi/document/slabs.js';
import { Answer } from '../../../src/server/cache/prepared-answer.js';
import { COMPRESSION_BACKLOG, CompressionQueue } from '../../../src/server/negotiate/compression-queue.js';
import { acceptsIdentity, type ContentCoding } from '../../../src/server/negotiate/content-coding.js';

const document = Buffer.from(`{"data":[${'"text",'.repeat(300)}""]}`);
const answerOf = (): Answer => new Answer(document, 'item', 60, ['Vary', 'Accept']);

describe('an answer', () => {
  it('requested in one coding at the same time › is compressed once', async () => {
    const answer = answerOf();
    const asked: ContentCoding[] = [];
    const compress = async (_bytes: Buffer, coding: ContentCoding): Promise<Buffer> => {
      asked.push(coding);
      await turn();
      return Buffer.from(coding);
    };
    expect(answer.representation('gzip')).toBeUndefined();
    const made = await Promise.all(Array.from({ length: 10 }, () => answer.compress('gzip', compress)));
    expect(new Set(made).size).toBe(1);
    expect(answer.representation('gzip')).toBe(made[0]);
    await answer.compress('br', compress);
    expect(asked).toEqual(['gzip', 'br']);
  });

  it('a failed compression › rejects for all that wait, and is tried again by the next request', async () => {
    const answer = answerOf();
    const failing = () => Promise.reject(new Error('out of memory'));
    const waiting = [answer.compress('gzip', failing), answer.compress('gzip', failing)];
    for (const one of waiting) await expect(one).rejects.toThrow('out of memory');
    expect(answer.isBegun('gzip')).toBe(false);
    expect((await answer.compress('gzip', async () => Buffer.from('x'))).body.toString()).toBe('x');
  });

  it('a coding › counts as begun while it is made and afterwards; identity always', async () => {
    const answer = answerOf();
    const begun = (): readonly boolean[] => [answer.isBegun('identity'), answer.isBegun('gzip'), answer.isBegun('br')];
    expect(begun()).toEqual([true, false, false]);
    const making = answer.compress('gzip', async () => Buffer.from('x'));
    expect(begun()).toEqual([true, true, false]);
    await making;
    expect(begun()).toEqual([true, true, false]);
    expect(answer.representation('identity')?.headers).toEqual(
      expect.arrayContaining(['Content-Type', 'application/vnd.api+json']),
    );
  });

  it('header lines › name the coding; those of 304 describe only the document', async () => {
    const answer = answerOf();
    await answer.compress('br', async () => Buffer.from('12345'));
    const lines = answer.representation('br')?.headers ?? [];
    expect(lines).toEqual(expect.arrayContaining(['Content-Encoding', 'br', 'Content-Length', '5', 'Vary', 'Accept']));
    expect(lines).toContain(answer.tag('br'));
    expect(answer.representation('identity')?.headers).not.toContain('Content-Encoding');
    expect(answer.notModifiedLines('br')).toEqual([
      'x-service-query-complexity',
      '60',
      'Vary',
      'Accept',
      'ETag',
      answer.tag('br'),
    ]);
  });

  it('lines and bytes › are made once and shared', async () => {
    const answer = answerOf();
    await answer.compress('gzip', async () => Buffer.from('x'));
    for (const coding of ['identity', 'gzip'] as const) {
      expect(answer.representation(coding)).toBe(answer.representation(coding));
      expect(answer.notModifiedLines(coding)).toBe(answer.notModifiedLines(coding));
      expect(answer.tag(coding)).toMatch(/^"[\w-]+"$/);
      expect(answer.tag(coding)).toBe(answer.tag(coding));
    }
    expect(answer.documentBytes).toBe(document.byteLength);
    expect(answer.representation('identity')?.headers.slice(-4)).toEqual([
      ...['Content-Type', 'application/vnd.api+json'],
      ...['Content-Length', String(document.byteLength)],
    ]);
  });

  it('memoryBytes › counts the document and every coding that was made', async () => {
    const answer = answerOf();
    const alone = answer.memoryBytes;
    expect(alone).toBeGreaterThan(document.byteLength);
    const making = answer.compress('gzip', async () => Buffer.alloc(700));
    expect(answer.memoryBytes).toBe(alone);
    await making;
    const coded = answer.memoryBytes - alone;
    expect(coded).toBeGreaterThan(700);
    await answer.compress('br', async () => Buffer.alloc(500));
    expect(answer.memoryBytes).toBe(alone + 2 * coded - 200);
  });

  it('a coding in a larger buffer › is copied; in a buffer of its own it is not', async () => {
    const answer = answerOf();
    const slab = Buffer.alloc(10_000, 'a');
    const { body } = await answer.compress('gzip', async () => slab.subarray(5, 105));
    expect([body.byteLength, body.buffer.byteLength]).toEqual([100, 100]);
    expect(body.equals(slab.subarray(5, 105))).toBe(true);
    const whole = Buffer.allocUnsafeSlow(300);
    expect((await answer.compress('br', async () => whole)).body).toBe(whole);
  });

  it('a document in lent memory › the loan is returned once, by copyDocument or by the caller of takeLoan', () => {
    /** @returns an answer in so many bytes of a slab, and whether the slab is free again */
    const lent = (byteLength: number, slab = new Slab(1000)) => {
      const bytes = slab.bytes.subarray(0, byteLength);
      return { answer: new Answer(bytes, 'item', 0, [], new Loan(bytes, slab)), isFree: () => slab.isFree };
    };
    const owning = lent(100);
    expect(owning.isFree()).toBe(false);
    owning.answer.copyDocument();
    expect([owning.isFree(), owning.answer.takeLoan()]).toEqual([true, undefined]);
    const taken = lent(100);
    const loan = taken.answer.takeLoan();
    taken.answer.copyDocument();
    expect(taken.isFree()).toBe(false);
    loan?.release();
    expect(taken.isFree()).toBe(true);
    // It has nothing to be copied out of.
    const whole = lent(1000);
    const before = whole.answer.representation('identity');
    whole.answer.copyDocument();
    expect(whole.isFree()).toBe(false);
    expect(whole.answer.representation('identity')).toBe(before);
  });

  it('a document in a larger buffer › copyDocument keeps the bytes and frees the buffer', () => {
    const slab = Buffer.alloc(100_000, 'a');
    const answer = new Answer(slab.subarray(10, 2000), 'item', 0, []);
    const before = answer.representation('identity')?.body;
    expect(before?.buffer).toBe(slab.buffer);
    answer.copyDocument();
    slab.fill('b');
    const { body } = answer.representation('identity') ?? {};
    expect(body?.buffer.byteLength).toBe(1990);
    expect(body?.toString()).toBe('a'.repeat(1990));
  });
});

describe('compression', () => {
  it('a full queue › is busy until some are done; all are done in the end', async () => {
    const compression = new CompressionQueue();
    const running = Array.from({ length: 4 + COMPRESSION_BACKLOG }, () => compression.encode(document, 'gzip'));
    expect(compression.isBusy).toBe(true);
    const done = await Promise.all(running);
    expect(new Set(done.map((bytes) => bytes.toString('base64'))).size).toBe(1);
    expect(compression.isBusy).toBe(false);
  });

  it.each([
    [undefined, true],
    ['gzip', true],
    ['gzip, identity;q=0', false],
    ['*;q=0, gzip', false],
    ['*;q=0, gzip, identity', true],
  ])('Accept-Encoding %s › identity accepted: %s', (header, taken) => {
    expect(acceptsIdentity(header)).toBe(taken);
  });
});
