/**
 * Requests with one condition each, and the ids that a simple evaluation selects.
 */
import { type Asked, allFrom, holds, linkedTo, type Pick, type Rows, written } from './toys.js';

export interface Step {
  readonly search: string;
  readonly expected: readonly string[];
}

export interface Question {
  readonly path: string;
  /** Each query has the conditions of the previous one, and one more. */
  readonly steps: readonly Step[];
}

type Wrapping = 'plain' | '_AND' | '_NOT' | '_OR';

/**
 * The first conditions are at the top. With a group, two more alternatives are in it, and the conditions next to the
 * group grows.
 */
export function questionsFrom(pick: Pick, rows: Rows, count: number): readonly Question[] {
  return Array.from({ length: count }, (): Question => {
    const locale = pick(3) === 0 ? 'de' : 'en';
    const reading = { rows, locale } as const;
    const cat = rows['cat']![pick(rows['cat']!.length)]!;
    const [path, types] = (
      [
        ['/cat', ['cat']],
        ['/cat', ['cat']],
        ['/toy', ['toy']],
        [`/cat/${cat.id}/toys`, ['toy']],
        [`/cat/${cat.id}/friends`, ['cat', 'dog']],
      ] as const
    )[pick(5)]!;
    const items = path.includes(cat.id)
      ? linkedTo(reading, { type: 'cat', row: cat }, path.endsWith('toys') ? 'toys' : 'friends')
      : rows[types[0]]!.map((row) => ({ type: types[0], row }));
    const wrapping: Wrapping = (['plain', 'plain', '_AND', '_OR', '_NOT'] as const)[pick(5)]!;
    const alternatives = wrapping === 'plain' ? [] : [allFrom(pick, types, 2), allFrom(pick, types, 2)];
    const isInGroup = (item: (typeof items)[number]): boolean => {
      const held = alternatives.map((alternative) => holds(reading, item, alternative));
      if (wrapping === '_OR') return held.includes(true);
      return wrapping === '_NOT' ? !held.includes(true) : !held.includes(false);
    };
    const group = alternatives.flatMap((all, place) => all.map((one) => written(one, `filter[${wrapping}][${place}]`)));
    const all = allFrom(pick, types, 4);
    const step = (conditions: readonly Asked[]): Step => ({
      search: [`localeCode=${locale}`, ...group, ...conditions.map((one) => written(one))].join('&'),
      expected: items.filter((item) => isInGroup(item) && holds(reading, item, conditions)).map(({ row }) => row.id),
    });
    return { path, steps: Array.from({ length: all.length + 1 }, (_, length) => step(all.slice(0, length))) };
  });
}
