import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Loan, Slab } from '../../../src/jsonapi/document/slabs.js';
import { Answer } from '../../../src/server/cache/prepared-answer.js';
import { COMPRESSION_BACKLOG, CompressionQueue } from '../../../src/server/negotiate/compression-queue.js';
import { acceptsIdentity, type ContentCoding } from '../../../src/server/negotiate/content-coding.js';

const document = Buffer.from(`{"data":[${'"text",'.repeat(300)}""]}`);
const answerOf = (): Answer => new Answer(document, 'item', 60, ['Vary', 'Accept']);

describe('an answer', () => {
  it('asked for in one coding by many at once › is compressed once', async () => {
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

  it('a compression that fails › is told to all who wait, and tried anew by the next', async () => {
    const answer = answerOf();
    const failing = () => Promise.reject(new Error('out of memory'));
    const waiting = [answer.compress('gzip', failing), answer.compress('gzip', failing)];
    for (const one of waiting) await expect(one).rejects.toThrow('out of memory');
    expect(answer.isBegun('gzip')).toBe(false);
    expect((await answer.compress('gzip', async () => Buffer.from('x'))).body.toString()).toBe('x');
  });

  it('a coding › is begun while it is made and from then on; the document itself always', async () => {
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

  it('its lines › say what the coding is, and 304 only what describes the document', async () => {
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

  it('what is made of it › is made once: the same lines and bytes for all who ask', async () => {
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

  it('its memory › is that of the document and of every coding that is there', async () => {
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

  it('a coding made in a part of a larger buffer › is copied out of it; one that has its own stays where it is', async () => {
    const answer = answerOf();
    const slab = Buffer.alloc(10_000, 'a');
    const { body } = await answer.compress('gzip', async () => slab.subarray(5, 105));
    expect([body.byteLength, body.buffer.byteLength]).toEqual([100, 100]);
    expect(body.equals(slab.subarray(5, 105))).toBe(true);
    const whole = Buffer.allocUnsafeSlow(300);
    expect((await answer.compress('br', async () => whole)).body).toBe(whole);
  });

  it('made in lent memory › gives it back once, when it has bytes of its own or when somebody else takes that over', () => {
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
    loan?.giveBack();
    expect(taken.isFree()).toBe(true);
    // It has nothing to be copied out of.
    const whole = lent(1000);
    const before = whole.answer.representation('identity');
    whole.answer.copyDocument();
    expect(whole.isFree()).toBe(false);
    expect(whole.answer.representation('identity')).toBe(before);
  });

  it('made of a slice of a larger buffer › gives the buffer free, and keeps its bytes', () => {
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
  it('more than may wait › busy until some are done; all are done in the end', async () => {
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
  ])('Accept-Encoding %s › identity taken: %s', (header, taken) => {
    expect(acceptsIdentity(header)).toBe(taken);
  });
});
