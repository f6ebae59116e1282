/**
 * Values in another case than the content has them: the condition that is offered instead.
 */
import { describe, expect, it } from 'vitest';
import { findOtherCondition, listConditions, replaceCondition } from '../app/query/other-case.js';
import { readQuery } from '../app/query/read.js';

const readFilter = (name: string, value: string) => readQuery([[name, value]]).filter;

async function offer(name: string, value: string, operators: readonly string[], values: readonly string[]) {
  const filter = readFilter(name, value);
  const [condition] = listConditions(filter);
  if (condition === undefined) return undefined;
  const other = await findOtherCondition(condition, operators, async () => values);
  return other && replaceCondition(filter, condition, other);
}

describe('a value in another case', () => {
  it('the content has it › is replaced, alone, in a list, and in a group', async () => {
    const values = ['Crime', 'Criminals'];
    expect(await offer('filter[genre][_eq]', 'crime', ['_eq', '_ieq'], values)).toEqual(
      readFilter('filter[genre][_eq]', 'Crime'),
    );
    expect(await offer('filter[genre][_in]', 'crime,Art', ['_in'], values)).toEqual(
      readFilter('filter[genre][_in]', 'Crime,Art'),
    );
    expect(await offer('filter[_OR][0][genre][_eq]', 'CRIME', ['_eq'], values)).toEqual(
      readFilter('filter[_OR][0][genre][_eq]', 'Crime'),
    );
  });

  it('no value is known › the operator that ignores case, if the field has it', async () => {
    expect(await offer('filter[title][_contains]', 'SALT', ['_contains', '_icontains'], [])).toEqual(
      readFilter('filter[title][_icontains]', 'SALT'),
    );
    expect(await offer('filter[title][_contains]', 'SALT', ['_contains'], [])).toBeUndefined();
  });

  it('a group that excludes items › is left alone', () => {
    expect(listConditions(readFilter('filter[_NOT][0][genre][_eq]', 'crime'))).toEqual([]);
  });
});
