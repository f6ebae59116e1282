/**
 * Suggestions for the value of a condition: existing values of the field, the most frequent first, or items by their title.
 */
import { entryOf, isOperator } from '../../../../src/content/model/structures/operator-table.js';
import { encodePathPart, encodeQueryPart } from '../address/encode.js';
import type { Param } from '../address/place.js';
import { sendRequest } from '../api/ask.js';
import { isObject, readList, readNumber, readObject, readText } from '../model/resource.js';
import {
  type DescribedField,
  type DescribedSpace,
  type DescribedType,
  findField,
  findShortTitleField,
  findType,
  isRelationship,
  LINK_COUNT,
  type RelationshipField,
} from '../model/space.js';
import { formatTruth } from '../parts/format.js';
import type { Condition } from '../query/query.js';
import { localeParams, request, space, types } from '../state.js';

export interface Suggestion {
  readonly value: string;
  /** Text shown in place of the value: the title of an item, or the word of a search. */
  readonly label?: string;
  /** Further text after the label. */
  readonly note?: string;
  /** Type of the items if several types are searched. */
  readonly of?: string;
  /** Number of items that the list has after the suggestion is chosen. */
  readonly count?: number;
  /** Title of an item, which opens if it is chosen. */
  readonly title?: string;
}

const SUGGESTION_MAXIMUM = 12;
const OPTION_MAXIMUM = 200;

const writeSearch = (params: readonly Param[]): string =>
  `?${params.map(([name, value]) => `${encodeQueryPart(name)}=${encodeQueryPart(value)}`).join('&')}`;

/** @returns spellings to try in fields that match only exact beginnings: as typed, lower case, upper case, capitalized */
const listSpellings = (text: string): readonly string[] => [
  ...new Set([text, text.toLowerCase(), text.toUpperCase(), text.slice(0, 1).toUpperCase() + text.slice(1)]),
];

/** @returns the parameters of the requests whose facets have the values */
function listFacetRequests(
  path: readonly string[],
  field: DescribedField,
  text: string,
): readonly (readonly Param[])[] {
  const name = path.join('.');
  const facet = (limit: number, ...condition: readonly Param[]): readonly Param[] => [
    ...localeParams.value,
    ['page[limit]', '0'],
    [`_facet[${name}]`, String(limit)],
    ...condition,
  ];
  // A select field has few options, so all are requested and filtered here.
  if (field.type === 'select') return [facet(OPTION_MAXIMUM)];
  if (field.type !== 'text' || text === '') return [facet(SUGGESTION_MAXIMUM)];
  if (field.operators.includes('_istartsWith'))
    return [facet(SUGGESTION_MAXIMUM, [`filter[${path.join('][')}][_istartsWith]`, text])];
  return listSpellings(text).map((spelling) => facet(SUGGESTION_MAXIMUM, [`_facet[${name}][prefix]`, spelling]));
}

/** @returns values of the field that begin with the text, ignoring case, the most frequent first */
async function suggestValues({ path }: Condition, field: DescribedField, text: string): Promise<readonly Suggestion[]> {
  const usedSpace = space.value;
  if (usedSpace === undefined) return [];
  const counted = findCountedList(usedSpace, path);
  const name = counted.path.join('.');
  const requests = listFacetRequests(counted.path, field, text);
  const requestPath = counted.listPath.map(encodePathPart).join('/');
  const answers = await Promise.all(
    requests.map((params) => sendRequest(usedSpace, `/${requestPath}${writeSearch(params)}`)),
  );
  const suggestions = new Map<string, number>();
  for (const { document } of answers) {
    for (const entry of readList(readObject(readObject(document.meta, 'facets'), name), 'values')) {
      if (isObject(entry)) suggestions.set(String(entry['value']), readNumber(entry, 'count') ?? 0);
    }
  }
  const sorted = [...suggestions].map(([value, count]) => ({ value, count })).sort((a, b) => b.count - a.count);
  // The counts of related items are no counts of this list.
  return counted.path.length === path.length ? sorted : sorted.map(({ value }) => ({ value }));
}

/** @returns the list whose facet has the values: this one, or the type after the last relationship to many items or types */
function findCountedList(
  usedSpace: DescribedSpace,
  path: readonly string[],
): { readonly listPath: readonly string[]; readonly path: readonly string[] } {
  let list = { listPath: request.value.path, path };
  let type = types.value[0];
  for (const [index, step] of path.entries()) {
    const stepField = findField(type, step);
    if (stepField === undefined || !isRelationship(stepField)) break;
    const [target = ''] = stepField.to;
    if (path[index + 1] === LINK_COUNT) break;
    if (stepField.many || stepField.to.length > 1) list = { listPath: [target], path: path.slice(index + 1) };
    type = findType(usedSpace, target);
  }
  return list;
}

/** @returns related items with the text in their title or at the beginning of their id */
async function suggestItems(field: RelationshipField, text: string): Promise<readonly Suggestion[]> {
  const usedSpace = space.value;
  if (usedSpace === undefined) return [];
  const suggestions = await Promise.all(
    field.to.map((name) => {
      const type = findType(usedSpace, name);
      return type === undefined ? [] : suggestItemsOfType(usedSpace, type, text);
    }),
  );
  return suggestions.flat().slice(0, SUGGESTION_MAXIMUM);
}

async function suggestItemsOfType(
  usedSpace: DescribedSpace,
  type: DescribedType,
  text: string,
): Promise<readonly Suggestion[]> {
  const titleField = findShortTitleField(type);
  const params: readonly Param[] = [
    ...(text === '' ? [] : listTitleConditions(type, titleField ?? 'id', text)),
    ...localeParams.value,
    ['sort', titleField ?? 'id'],
    ['page[limit]', String(SUGGESTION_MAXIMUM)],
    [`fields[${type.name}]`, titleField ?? ''],
  ];
  const { document } = await sendRequest(usedSpace, `/${type.name}${writeSearch(params)}`);
  return document.data.map(({ id, attributes }) => {
    const title = titleField === undefined ? '' : readText(attributes, titleField);
    return title === '' ? { value: id } : { value: id, label: title, note: id };
  });
}

/** @returns alternatives: the text is in the title, or at the beginning of the id */
function listTitleConditions(type: DescribedType, titleField: string, text: string): readonly Param[] {
  const ignoresCase = findField(type, titleField)?.operators.includes('_icontains') === true;
  const titleConditions: readonly Param[] = ignoresCase
    ? [[`[${titleField}][_icontains]`, text]]
    : listSpellings(text).map((spelling) => [`[${titleField}][_contains]`, spelling]);
  const conditions: readonly Param[] = [...titleConditions, ['[id][_startsWith]', text]];
  return conditions.map(([name, value], index) => [`filter[_OR][${index}]${name}`, value]);
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
  if (isRelationship(field)) return suggestItems(field, text);
  if (!field.facet || !isByBeginning(condition.operator)) return [];
  const suggestions = await suggestValues(condition, field, text);
  if (field.type === 'boolean')
    return suggestions.map((entry) => ({ ...entry, label: formatTruth(entry.value === 'true') }));
  const countedValues = new Map(suggestions.map((entry) => [entry.value, entry]));
  const beginsWithText = (value: string): boolean => value.toLowerCase().startsWith(text.toLowerCase());
  if (field.type !== 'select')
    return suggestions.filter(({ value }) => beginsWithText(value)).slice(0, SUGGESTION_MAXIMUM);
  // Options without items are suggested too.
  return field.options.filter(beginsWithText).map((option) => countedValues.get(option) ?? { value: option });
}
