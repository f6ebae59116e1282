import { expect, it } from 'vitest';
import { removeExponent } from '../value/numbers.js';

const many = 200_000;

it('a number with many zeros › is read in one pass', () => {
  expect(removeExponent(`1.${'0'.repeat(many)}1e0`)?.length).toBe(many + 3);
});
