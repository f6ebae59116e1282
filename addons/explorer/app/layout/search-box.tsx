/**
 * The search box over all content types: completes the typed words, and opens the results.
 */
import { writeTarget } from '../address/place.js';
import { sendRequest } from '../api/ask.js';
import { Combobox } from '../ask/combobox.js';
import type { Suggestion } from '../ask/suggest.js';
import { isObject, type JsonObject, readList, readNumber, readText } from '../model/resource.js';
import { type DescribedSpace, findField, findTitleField, findType } from '../model/space.js';
import { highlightParams } from '../query/facet-params.js';
import { endpoint, go, hrefOf, localeParams, place, query, space } from '../state.js';

/** Characters with a meaning in a search; they are removed from a suggested title. */
const searchMarks = /["“”„‟«»＂]|(?<=^|\s)-/gu;

async function completeText(text: string): Promise<readonly Suggestion[]> {
  if (space.value === undefined || text.trim() === '') return [];
  const target = writeTarget({ path: ['_suggest'], params: [...localeParams.value, ['q', text]] });
  const { document } = await sendRequest(space.value, target);
  return readList(document.meta, 'suggestions').filter(isObject).map(readSuggestion);
}

/**
 * @returns the search of exactly the suggested text, so that the list has as many items as the suggestion says: a space ends a
 * word, which would otherwise match longer words too; quotation marks keep the words of a title together
 */
function readSuggestion(suggestion: JsonObject): Suggestion {
  const label = readText(suggestion, 'text');
  const of = readText(suggestion, 'type');
  if (readText(suggestion, 'kind') === 'word')
    return { value: `${label} `, label, of, count: readNumber(suggestion, 'count') ?? 0 };
  // Other items can contain the words of a title, so a title has no count.
  return { value: `"${label.replace(searchMarks, ' ').trim()}"`, label, of, title: label };
}

/** @returns the id of the only item with the title; undefined if several items, or none, have it */
async function findByTitle(usedSpace: DescribedSpace, typeName: string, title: string): Promise<string | undefined> {
  const type = findType(usedSpace, typeName);
  const field = type && findTitleField(type);
  if (field === undefined || findField(type, field)?.operators.includes('_eq') !== true) return undefined;
  const params = [...localeParams.value, [`filter[${field}][_eq]`, title], ['page[limit]', '2']] as const;
  const { document } = await sendRequest(usedSpace, writeTarget({ path: [typeName], params: [...params] }));
  return document.total === 1 ? document.data[0]?.id : undefined;
}

/** Opens the item whose title was chosen; if several have it, the list of them. */
async function openSuggestion(text: string, { of = '', title }: Suggestion): Promise<void> {
  const before = place.value;
  const usedSpace = space.value;
  if (usedSpace === undefined || title === undefined) return openSearch(text, of);
  const id = await findByTitle(usedSpace, of, title);
  if (place.value !== before) return;
  if (id === undefined) openSearch(text, of);
  else go(hrefOf({ path: [of, id] }));
}

/** @param of the type to search; undefined for all types */
function openSearch(text: string, of?: string): void {
  if (text.trim() === '') return;
  const words = ['filter[_search]', text] as const;
  const searchedTypes =
    space.value?.types.filter((type) => type.search && (of === undefined || type.name === of)) ?? [];
  const params = [
    words,
    ...highlightParams(searchedTypes),
    ...(of === undefined ? [['_facet[type]', '10'] as const] : []),
  ];
  go(hrefOf({ path: [of ?? '_search'], params: [...localeParams.value, ...params] }));
}

export function SearchBox() {
  const types = space.value?.types ?? [];
  if (types.length === 0) return null;
  if (!types.some((type) => type.search))
    return endpoint.value.kind === 'root' ? (
      <p class="find faint">
        These items cannot be searched by words yet. To get a search box, set <code>"search": true</code> on text fields
        in <code>model.json</code>, and build again.
      </p>
    ) : null;
  const searchedWords = endpoint.value.kind === 'search' ? query.value.search : undefined;
  return (
    <search class="find">
      <Combobox
        label="Search all types"
        hint="Search all types"
        value={searchedWords ?? ''}
        find={completeText}
        choose={(text, suggestion) => (suggestion ? void openSuggestion(text, suggestion) : openSearch(text))}
        isSearch
      />
    </search>
  );
}
