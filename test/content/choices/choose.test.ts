/**
 * Taking a choice: the planned and the forced way, and the report of it.
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
  it('no overrides › returns the planned way', () => {
    expect([choose('and.way', 'walk'), choose('and.way', 'combine')]).toEqual(['walk', 'combine']);
  });

  it('a forced way › is taken until the run ends, even if the run throws', () => {
    expect(withChoices({ ways: { 'and.way': 'combine' } }, () => choose('and.way', 'walk'))).toBe('combine');
    const fails = (): void => {
      throw new Error('fails');
    };
    expect(() => withChoices({ ways: { 'and.way': 'combine' } }, fails)).toThrow('fails');
    expect(choose('and.way', 'walk')).toBe('walk');
  });

  it('a forced way that is not possible › returns the planned way', () => {
    const ways = { 'and.way': 'combine' } as const;
    expect(withChoices({ ways }, () => choose('and.way', 'walk', ['walk']))).toBe('walk');
    expect(withChoices({ ways }, () => choose('page.key', 'walk'))).toBe('walk');
  });

  it('onChoice › is called for each choice with more than one possible way', () => {
    const choices: TakenChoice[] = [];
    withChoices({ ways: { 'and.way': 'combine' }, onChoice: (choice) => choices.push(choice) }, () => {
      choose('and.way', 'walk');
      choose('page.key', 'select', ['select']);
    });
    expect(choices).toEqual([{ name: 'and.way', planned: 'walk', taken: 'combine', possible: ['walk', 'combine'] }]);
  });

  it('nested runs › inner overrides win, and both runs observe each choice', () => {
    const calls: string[] = [];
    const outer = { ways: { 'and.way': 'combine', 'page.key': 'walk' }, onChoice: () => calls.push('outer') } as const;
    const inner = { ways: { 'and.way': 'walk' }, onChoice: () => calls.push('inner') } as const;
    const taken = withChoices(outer, () =>
      withChoices(inner, () => [choose('and.way', 'combine'), choose('page.key', 'select')]),
    );
    expect(taken).toEqual(['walk', 'walk']);
    expect(calls).toEqual(['outer', 'inner', 'outer', 'inner']);
  });

  it('an asynchronous run › overrides apply until it ends', async () => {
    const run = async (): Promise<string> => {
      await Promise.resolve();
      return choose('and.way', 'walk');
    };
    expect(await withChoicesAsync({ ways: { 'and.way': 'combine' } }, run)).toBe('combine');
    expect(choose('and.way', 'walk')).toBe('walk');
  });
});

describe('threshold', () => {
  it('no override, and an override › returns the value of the code, and the override', () => {
    expect(threshold('page.block', 256)).toBe(256);
    expect(withChoices({ thresholds: { 'page.block': 4 } }, () => threshold('page.block', 256))).toBe(4);
    expect(withChoices({ ways: {} }, () => threshold('page.block', 256))).toBe(256);
  });
});

describe('countingChoices', () => {
  it('a run › returns its result and the number of times that each way was taken', () => {
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
