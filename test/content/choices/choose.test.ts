/**
 * Taking a choice, as planned and forced, and telling of it.
 */
import { describe, expect, it } from 'vitest';
import {
  choose,
  countingChoices,
  type TakenChoice,
  threshold,
  withChoices,
  withChoicesAsync,
} from '../../../src/content/choices/index.js';

describe('choose', () => {
  it('nothing installed › the planned way', () => {
    expect([choose('and.way', 'walk'), choose('and.way', 'combine')]).toEqual(['walk', 'combine']);
  });

  it('a forced way › is taken while the run lasts, also where it throws', () => {
    expect(withChoices({ ways: { 'and.way': 'combine' } }, () => choose('and.way', 'walk'))).toBe('combine');
    const fails = (): void => {
      throw new Error('fails');
    };
    expect(() => withChoices({ ways: { 'and.way': 'combine' } }, fails)).toThrow('fails');
    expect(choose('and.way', 'walk')).toBe('walk');
  });

  it('a forced way that is not possible here › the planned one', () => {
    const ways = { 'and.way': 'combine' } as const;
    expect(withChoices({ ways }, () => choose('and.way', 'walk', ['walk']))).toBe('walk');
    expect(withChoices({ ways }, () => choose('page.key', 'walk'))).toBe('walk');
  });

  it('onChoice › is called for each choice, but not where only one way is possible', () => {
    const choices: TakenChoice[] = [];
    withChoices({ ways: { 'and.way': 'combine' }, onChoice: (choice) => choices.push(choice) }, () => {
      choose('and.way', 'walk');
      choose('page.key', 'select', ['select']);
    });
    expect(choices).toEqual([{ name: 'and.way', planned: 'walk', taken: 'combine', possible: ['walk', 'combine'] }]);
  });

  it('nested runs › the inner overrides win, and both runs see each choice', () => {
    const calls: string[] = [];
    const outer = { ways: { 'and.way': 'combine', 'page.key': 'walk' }, onChoice: () => calls.push('outer') } as const;
    const inner = { ways: { 'and.way': 'walk' }, onChoice: () => calls.push('inner') } as const;
    const taken = withChoices(outer, () =>
      withChoices(inner, () => [choose('and.way', 'combine'), choose('page.key', 'select')]),
    );
    expect(taken).toEqual(['walk', 'walk']);
    expect(calls).toEqual(['outer', 'inner', 'outer', 'inner']);
  });

  it('a run that waits › until it has ended', async () => {
    const run = async (): Promise<string> => {
      await Promise.resolve();
      return choose('and.way', 'walk');
    };
    expect(await withChoicesAsync({ ways: { 'and.way': 'combine' } }, run)).toBe('combine');
    expect(choose('and.way', 'walk')).toBe('walk');
  });
});

describe('threshold', () => {
  it('the number of the code, or what is set', () => {
    expect(threshold('page.block', 256)).toBe(256);
    expect(withChoices({ thresholds: { 'page.block': 4 } }, () => threshold('page.block', 256))).toBe(4);
    expect(withChoices({ ways: {} }, () => threshold('page.block', 256))).toBe(256);
  });
});

describe('countingChoices', () => {
  it('a run › what it returns, and each way with how often it was taken', () => {
    const { result, choices } = countingChoices(() => {
      choose('page.key', 'walk');
      choose('and.way', 'walk');
      choose('page.key', 'walk');
      return 'done';
    });
    expect(result).toBe('done');
    expect(choices.map(({ name, way, times }) => `${name} ${way} ${times}`)).toEqual([
      'and.way walk 1',
      'page.key walk 2',
    ]);
  });
});
