/**
 * The comparison of answers: it must notice every difference, or the benchmark's figures mean nothing.
 */
import { describe, expect, it } from 'vitest';
import { type Answer, compareAnswers, DifferenceError, totalOf } from '../../bench/harness/timing/compare.js';

interface Resource {
  readonly id: string;
  readonly title?: string;
}

const answer = (name: string, data: readonly Resource[], total: number, links = {}): Answer => ({
  name,
  document: Buffer.from(JSON.stringify({ jsonapi: { version: '1.1' }, links, data, meta: { total } })),
});

const difference = (a: Answer, b: Answer): string => {
  try {
    compareAnswers('/book', a, b);
  } catch (error) {
    if (error instanceof DifferenceError) return error.message;
    throw error;
  }
  return 'none';
};

describe('compareAnswers', () => {
  const stele = answer('stele', [{ id: 'a' }, { id: 'b' }], 7, { self: '/book' });

  it('the same data and total, other links › no difference', () => {
    expect(difference(stele, answer('sqlite', [{ id: 'a' }, { id: 'b' }], 7))).toBe('none');
  });

  it('another order › a difference with both orders', () => {
    const told = difference(stele, answer('sqlite', [{ id: 'b' }, { id: 'a' }], 7));
    expect(told).toContain('/book is answered differently');
    expect(told).toContain('stele: total 7, ids a b');
    expect(told).toContain('sqlite: total 7, ids b a');
  });

  it('another total › a difference', () => {
    expect(difference(stele, answer('sqlite', [{ id: 'a' }, { id: 'b' }], 8))).toContain('sqlite: total 8, ids a b');
  });

  it('a missing item, or no items › a difference', () => {
    expect(difference(stele, answer('sqlite', [{ id: 'a' }], 7))).toContain('sqlite: total 7, ids a\n');
    expect(difference(stele, answer('sqlite', [], 0))).toContain('sqlite: total 0, ids none');
  });

  it('equal ids with another attribute › a difference with its position', () => {
    const told = difference(
      answer('stele', [{ id: 'a', title: 'Salt' }], 1),
      answer('scan', [{ id: 'a', title: 'Sand' }], 1),
    );
    expect(told).toMatch(/First difference at byte \d+/);
    expect(told).toContain('"Salt"');
    expect(told).toContain('"Sand"');
  });
});

describe('totalOf', () => {
  it('a list › its meta.total; a single item › 1', () => {
    expect(totalOf(answer('stele', [], 1_234_567).document)).toBe(1_234_567);
    expect(totalOf(Buffer.from('{"data":{"id":"a","meta":{"total":3},"links":{"self":"/a"}}}'))).toBe(1);
  });
});
