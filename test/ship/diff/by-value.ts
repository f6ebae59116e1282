/**
 * Lists of the items that have a certain value, or a beginning of one, in every way in which that can be asked: no item
 * is shown, or one, so that hardly anything but the values tells that they are others.
 */
import {
  type ContentType,
  type Field,
  isFolding,
  isSortable,
  type Operator,
  operatorsOf,
} from '../../../src/content/model/index.js';
import { picker } from '../../../testing/oracle/arbitraries/picking.js';
import { itemsOf, linksOf, OracleList, type OracleSpace } from '../../../testing/oracle/index.js';

export interface Asked {
  readonly path: string;
  readonly search: string;
}

const valuesEach = 40;
const byValue: readonly Operator[] = ['_eq', '_in', '_nin', '_neq', '_ieq', '_startsWith', '_istartsWith'];

function valuesOf(space: OracleSpace, type: string, { name }: Field): readonly string[] {
  return itemsOf(space, type).flatMap((item) => {
    const value = item.values.get(name);
    if (value instanceof OracleList) return value.texts;
    const links = linksOf(item, name).map(({ id }) => id);
    return links.length > 0 || value === undefined || typeof value === 'object' ? links : [String(value)];
  });
}

/** The whole and its beginnings; where the operator folds, in another case. */
function partsOf(value: string, operator: Operator): readonly string[] {
  const beginnings = [1, 2, 3, 4].map((length) => Array.from(value).slice(0, length).join(''));
  const parts = [value, value, ...beginnings];
  return isFolding(operator) ? parts.flatMap((part) => [part.toUpperCase(), part.toLowerCase()]) : parts;
}

/** Lists that hold items of the type: its own, and those related to some item. */
function pathsTo(space: OracleSpace, type: ContentType): readonly string[] {
  const related = [...space.model.contentTypes.values()].flatMap((owner) =>
    owner.relationships.flatMap(({ name, many, to }) => {
      const item = itemsOf(space, owner.name).find((one) => linksOf(one, name).length > 0);
      if (!many || to.length > 1 || to[0] !== type.name || item === undefined) return [];
      return [`/${owner.name}/${encodeURIComponent(item.id)}/${name}`];
    }),
  );
  return [`/${type.name}`, ...related];
}

/** @param nights of the same model; values are taken from each */
export function askedByValue(nights: readonly OracleSpace[], seed: number): readonly Asked[] {
  const [first] = nights;
  if (first === undefined) return [];
  const pick = picker(seed);
  const some = <T>(list: readonly T[]): T => list[pick(list.length)]!;
  return [...first.model.contentTypes.values()].flatMap((type) => {
    const paths = pathsTo(first, type);
    return type.fields.flatMap((field) => {
      const values = [...new Set(nights.flatMap((space) => valuesOf(space, type.name, field)))];
      const operators = operatorsOf(field).filter((operator) => byValue.includes(operator));
      if (values.length === 0 || operators.length === 0) return [];
      return Array.from({ length: valuesEach }, (): Asked => {
        const operator = some(operators);
        const through = field.type === 'relationship' ? '[id]' : '';
        const part = (): string => encodeURIComponent(some(partsOf(some(values), operator)));
        const left = `[${field.name}]${through}[${operator}]`;
        const group = some(['', '', '[_AND][0]', '[_AND][0][_OR][0]', '[_NOT][0]', '[_OR][0]']);
        const others = [
          ...(group === '[_OR][0]' ? ['filter[_OR][1][id][_neq]=none'] : []),
          ...(pick(3) === 0 ? [`filter[_AND][9]${left}=${part()}`] : []),
          ...(isSortable(field) && pick(group === '' ? 4 : 1) === 0 ? [`sort=${field.name}`] : []),
          ...(pick(5) === 0 ? [`_facet[${field.name}]=3&_facet[${field.name}][own]=ignored`] : []),
        ];
        const search = [
          `?filter${group}${left}=${part()}`,
          `page[limit]=${pick(2)}&page[skip]=${pick(2)}`,
          ...others,
        ].join('&');
        return { path: some(paths), search };
      });
    });
  });
}
