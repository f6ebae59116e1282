import { describe, expect, it } from 'vitest';
import { TooCostlyError } from '../../../src/content/errors/index.js';
import { Budget } from '../../../src/index/docset/index.js';

describe('Budget', () => {
  it('steps up to the maximum › are summed', () => {
    const budget = new Budget(10);
    budget.spend(4);
    budget.require(6);
    budget.spend(6);
    expect(budget.spent).toBe(10);
  });

  it('a step beyond the maximum › is refused with the total cost, and not charged', () => {
    const budget = new Budget(10);
    budget.spend(4);
    for (const ask of [() => budget.spend(7), () => budget.require(7)]) {
      expect(ask).toThrow(TooCostlyError);
      expect(ask).toThrow(expect.objectContaining({ cost: 11, maximum: 10 }));
    }
    expect([budget.spent, budget.needed]).toEqual([4, 4]);
    budget.require(5);
    expect([budget.spent, budget.needed]).toEqual([4, 9]);
  });

  it('without a maximum › accepts any cost', () => {
    const budget = new Budget();
    budget.spend(Number.MAX_VALUE);
    expect(budget.spent).toBe(Number.MAX_VALUE);
  });
});
