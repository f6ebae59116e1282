/**
 * Values that a condition could have: those that are there, by how many items have them, or items by their title.
 *
 * Which part of an edited filter can be asked: conditions that have a value, and groups that have conditions.
 */
import { entryOf, isOperator } from '../../../src/content/model/structures/operator-table.js';
import { pathPart, queryPart } from '../address/encode.js';
import type { Param } from '../address/place.js';
import { ask } from '../api/ask.js';
import { isObject, listAt, numberAt, objectAt, textAt } from '../model/resource.js';
import {
  type DescribedField,
  fieldNamed,
  isRelationship,
  type RelationshipField,
  titleField,
  typeNamed,
} from '../model/space.js';
import type { Condition, FilterNode } from '../query/query.js';
import { localeParams, request, space } from '../state.js';

export interface Suggestion {
  readonly value: string;
  /** What an item is called, where the value is its id. */
  readonly label?: string;
  /** The type that it is suggested of, where there are several. */
  readonly of?: string;
  /** How many items have it. */
  readonly count?: number;
}

const most = 12;
const optionsMost = 200;

const search = (params: readonly Param[]): string =>
  `?${params.map(([name, value]) => `${queryPart(name)}=${queryPart(value)}`).join('&')}`;

/** Of the values of a field those that begin with the text, the most frequent first. */
async function values(field: DescribedField, text: string): Promise<readonly Suggestion[]> {
  const of = space.value;
  if (of === undefined) return [];
  // Options are few and are looked through here, whatever the case.
  const hasPrefix = field.type === 'text';
  const params: Param[] = [
    ...localeParams.value,
    ['page[limit]', '0'],
    [`_facet[${field.name}]`, String(field.type === 'select' ? optionsMost : most)],
    ...(hasPrefix && text !== '' ? [[`_facet[${field.name}][prefix]`, text] as const] : []),
  ];
  const path = request.value.path.map(pathPart).join('/');
  const { document } = await ask(of, `/${path}${search(params)}`);
  const found = listAt(objectAt(objectAt(document.meta, 'facets'), field.name), 'values').filter(isObject);
  return found.map((entry) => ({ value: String(entry['value']), count: numberAt(entry, 'count') ?? 0 }));
}

/** Items whose title begins with the text, whatever the case where the field allows that. */
async function items(field: RelationshipField, text: string): Promise<readonly Suggestion[]> {
  const of = space.value;
  if (of === undefined) return [];
  const found = await Promise.all(
    field.to.map(async (name) => {
      const type = typeNamed(of, name);
      const title = type === undefined ? undefined : titleField(type);
      if (type === undefined) return [];
      const by = title ?? 'id';
      const contains = fieldNamed(type, title)?.operators.includes('_icontains') === true ? '_icontains' : '_contains';
      const params: Param[] = [
        ...(text === ''
          ? []
          : [
              [`filter[_OR][0][${by}][${contains}]`, text] as const,
              ['filter[_OR][1][id][_startsWith]', text] as const,
            ]),
        ...localeParams.value,
        ['sort', by],
        ['page[limit]', String(most)],
        [`fields[${name}]`, title ?? ''],
      ];
      const { document } = await ask(of, `/${name}${search(params)}`);
      return document.data.map(({ id, attributes }) => ({
        value: id,
        label: title === undefined ? id : textAt(attributes, title) || id,
      }));
    }),
  );
  return found.flat().slice(0, most);
}

/** Whether values that begin with what is typed are what the operator is compared with. */
function isByBeginning(operator: string): boolean {
  if (!isOperator(operator)) return false;
  const { meaning, unfolded } = entryOf(operator);
  if (unfolded !== undefined || meaning.asks === 'populated') return false;
  return meaning.asks !== 'part' || meaning.place === 'start';
}

/** @param field undefined for `id` */
export async function suggest(
  condition: Condition,
  field: DescribedField | undefined,
  text: string,
): Promise<readonly Suggestion[]> {
  if (field === undefined) return [];
  if (isRelationship(field)) return items(field, text);
  // Facets are of the items themselves.
  if (condition.path.length > 1 || !field.facet || !isByBeginning(condition.operator)) return [];
  const found = await values(field, text);
  const hasCounts = new Map(found.map((entry) => [entry.value, entry]));
  if (field.type !== 'select') return found.filter(({ value }) => value.startsWith(text));
  // An option that no item has can be asked for all the same.
  const begins = (option: string): boolean => option.toLowerCase().startsWith(text.toLowerCase());
  return field.options.filter(begins).map((option) => hasCounts.get(option) ?? { value: option });
}

export function complete(nodes: readonly FilterNode[]): readonly FilterNode[] {
  return nodes.flatMap((node): readonly FilterNode[] => {
    if (node.kind === 'condition') return node.values.length === 0 ? [] : [node];
    const alternatives = node.alternatives.map(complete).filter(({ length }) => length > 0);
    return alternatives.length === 0 ? [] : [{ ...node, alternatives }];
  });
}
