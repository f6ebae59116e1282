/**
 * Suggestions for the value of a condition: existing values of the field, the most frequent first, or items by their
 * title.
 */
import { entryOf, isOperator } from '../../../../src/content/model/structures/operator-table.js';
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
import type { Condition } from '../query/query.js';
import { localeParams, request, space } from '../state.js';

export interface Suggestion {
  readonly value: string;
  /** Title of the item if the value is its id. */
  readonly label?: string;
  /** Type of the items if several types are searched. */
  readonly of?: string;
  /** Number of items with the value. */
  readonly count?: number;
}

const most = 12;
const optionsMost = 200;

const search = (params: readonly Param[]): string =>
  `?${params.map(([name, value]) => `${queryPart(name)}=${queryPart(value)}`).join('&')}`;

/**
 * @returns spellings to try in fields that match only exact beginnings: as typed, lower case, upper case, capitalized
 */
const spellings = (text: string): readonly string[] => [
  ...new Set([text, text.toLowerCase(), text.toUpperCase(), text.slice(0, 1).toUpperCase() + text.slice(1)]),
];

/** @returns values of the field that begin with the text, ignoring case, the most frequent first */
async function values({ path }: Condition, field: DescribedField, text: string): Promise<readonly Suggestion[]> {
  const of = space.value;
  if (of === undefined) return [];
  const name = path.join('.');
  const facet = (limit: number, ...more: readonly Param[]): readonly Param[] => [
    ...localeParams.value,
    ['page[limit]', '0'],
    [`_facet[${name}]`, String(limit)],
    ...more,
  ];
  // A select field has few options, so all are requested and filtered here.
  const requests =
    field.type !== 'text' || text === ''
      ? [facet(field.type === 'select' ? optionsMost : most)]
      : field.operators.includes('_istartsWith')
        ? [facet(most, [`filter[${path.join('][')}][_istartsWith]`, text])]
        : spellings(text).map((one) => facet(most, [`_facet[${name}][prefix]`, one]));
  const where = request.value.path.map(pathPart).join('/');
  const answers = await Promise.all(requests.map((params) => ask(of, `/${where}${search(params)}`)));
  const found = new Map<string, number>();
  for (const { document } of answers) {
    for (const entry of listAt(objectAt(objectAt(document.meta, 'facets'), name), 'values')) {
      if (isObject(entry)) found.set(String(entry['value']), numberAt(entry, 'count') ?? 0);
    }
  }
  return [...found].map(([value, count]) => ({ value, count })).sort((a, b) => b.count - a.count);
}

/** @returns related items with the text in their title or at the beginning of their id */
async function items(field: RelationshipField, text: string): Promise<readonly Suggestion[]> {
  const of = space.value;
  if (of === undefined) return [];
  const found = await Promise.all(
    field.to.map(async (name) => {
      const type = typeNamed(of, name);
      const title = type === undefined ? undefined : titleField(type);
      if (type === undefined) return [];
      const by = title ?? 'id';
      const folds = fieldNamed(type, title)?.operators.includes('_icontains') === true;
      const written: readonly Param[] = folds
        ? [[`[${by}][_icontains]`, text]]
        : spellings(text).map((one) => [`[${by}][_contains]`, one]);
      const params: Param[] = [
        ...(text === '' ? [] : [...written, ['[id][_startsWith]', text] as const]).map(
          ([name, value], place): Param => [`filter[_OR][${place}]${name}`, value],
        ),
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

/** @returns whether the operator compares with values or beginnings of values, so that suggestions fit it */
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
  if (!field.facet || !isByBeginning(condition.operator)) return [];
  const found = await values(condition, field, text);
  const hasCounts = new Map(found.map((entry) => [entry.value, entry]));
  const begins = (value: string): boolean => value.toLowerCase().startsWith(text.toLowerCase());
  if (field.type !== 'select') return found.filter(({ value }) => begins(value)).slice(0, most);
  // Options without items are suggested too.
  return field.options.filter(begins).map((option) => hasCounts.get(option) ?? { value: option });
}
