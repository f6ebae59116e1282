/**
 * Random conditions on related items, over up to three relationships.
 */
import fc from 'fast-check';
import { operatorsOf } from '../../../src/content/model/index.js';
import type { Filter } from '../../../src/engine/query/query-tree.js';
import { fieldOf, type OracleSpace } from '../content/dataset.js';
import { arbitraryCondition, sharedFields } from './conditions.js';

/** Which item it is, alone, is asked of the links: that is no condition on a related item. */
const isOnLink = (filter: Filter): boolean =>
  filter.kind === 'and'
    ? filter.children.every(isOnLink)
    : filter.kind === 'condition' && filter.field === 'id' && ['_eq', '_in'].includes(filter.operator);

/** That none of the links leads to an id is said of the item that has them, never of a related item. */
const isOnAllLinks = (filter: Filter): boolean =>
  filter.kind === 'condition' && filter.field === 'id' && filter.operator === '_nin';

/** @returns a key that is equal for conditions which one related item must meet together; `_nin` and `_exists` of a relationship are not among them */
function meeting(filter: Filter): string {
  if (filter.kind === 'through') return filter.relationship;
  if (filter.kind !== 'condition') return '';
  const { field, operator } = filter;
  return operator === '_nin' || operator === '_exists' ? `${field} ${operator}` : field;
}

/** @param hops maximum number of relationships to follow. @returns a condition on the items, or on related ones */
export function arbitraryAsked(space: OracleSpace, types: readonly string[], hops: number): fc.Arbitrary<Filter> {
  const condition: fc.Arbitrary<Filter> = arbitraryCondition(space, types);
  const relationships = sharedFields(space, types).filter(
    ({ name, type }) =>
      type === 'relationship' && types.every((one) => operatorsOf(fieldOf(space, one, name)).length > 0),
  );
  if (hops === 0 || relationships.length === 0) return condition;
  const through = fc.constantFrom(...relationships).chain(({ name }): fc.Arbitrary<Filter> => {
    const behind = [
      ...new Set(
        types.flatMap((type) => {
          const field = fieldOf(space, type, name);
          return field.type === 'relationship' ? field.to : [];
        }),
      ),
    ];
    return fc.option(fc.constantFrom(...behind), { nil: undefined, freq: 2 }).chain((type) => {
      const asked = arbitraryAsked(space, type === undefined ? behind : [type], hops - 1).filter(
        (one) => !isOnAllLinks(one),
      );
      // Below a relationship there are no groups, so each condition that would be joined there is used once.
      const children = fc.uniqueArray(asked, {
        minLength: type === undefined ? 1 : 0,
        maxLength: 3,
        selector: meeting,
      });
      return children
        .map((all): Filter => {
          const [only] = all;
          const child: Filter | undefined = all.length > 1 ? { kind: 'and', children: all } : only;
          return { kind: 'through', relationship: name, type, child };
        })
        .filter(
          (one) =>
            one.kind !== 'through' || one.type !== undefined || !(one.child !== undefined && isOnLink(one.child)),
        );
    });
  });
  return fc.oneof({ weight: 2, arbitrary: condition }, { weight: 1, arbitrary: through });
}
