/**
 * The result list of a search in all types, the best match first; the words and types of a search; and the link with
 * the title of an item.
 */
import { type JsonObject, type Resource, resourceKey } from '../model/resource.js';
import { type DescribedType, findField, findTitleField, findType } from '../model/space.js';
import { readTitle } from '../model/title.js';
import { listPassages, renderPassage, renderReason } from '../parts/passage.js';
import { answer, linkTo, space } from '../state.js';
import type { ExactMatch } from './exact-matches.js';
import { describeReadWords, describeSearchedTypes } from './search-sentences.js';

/** The column of the ids, in a table without a column of titles. */
export const ID = 'id';

/** Whether a passage of the field is a title; a passage of a long text has marks and other lines. */
const isPlain = (type: DescribedType | undefined, name: string): boolean => findField(type, name)?.type === 'text';

/**
 * A link to the item. A function instead of a component, because a table has many of them.
 *
 * @param name name of the field with the title
 */
export function titleLink(name: string | undefined, resource: Resource) {
  const type = findType(space.peek(), resource.type);
  const title =
    (name !== undefined && isPlain(type, name) && renderPassage(resource, name)) ||
    readTitle(type, resource.attributes, name ?? '') ||
    undefined;
  // In the column of the ids, the id is no substitute for a title.
  const isUntitled = title === undefined && name !== ID;
  return (
    <a
      class={isUntitled ? 'row-link untitled' : 'row-link'}
      href={linkTo([resource.type, resource.id])}
      dir={isUntitled ? undefined : 'auto'}
    >
      {isUntitled ? (
        <>
          id <bdi>{resource.id}</bdi>
        </>
      ) : (
        (title ?? resource.id)
      )}
    </a>
  );
}

/** The searched types of the space, if the search leaves some types out. */
export function SearchedTypes() {
  const allTypes = space.value?.types ?? [];
  const searchedTypes = allTypes.filter(({ search }) => search);
  const text = describeSearchedTypes(
    searchedTypes.map(({ name }) => name),
    allTypes.map(({ name }) => name),
  );
  return text === '' ? null : <p class="note">{text}</p>;
}

/** The words of the search that were read as other words. */
export function ReadWords({ meta }: { readonly meta: JsonObject }) {
  const sentences = describeReadWords(meta);
  return sentences.length === 0 ? null : <p class="faint read-words">{sentences.join(' ')}</p>;
}

/** @param exactMatches items with exactly the searched text, which come first */
export function SearchResults({ exactMatches }: { readonly exactMatches: readonly ExactMatch[] }) {
  const foundItems = answer.value?.document.data ?? [];
  if (foundItems.length === 0 && exactMatches.length === 0) return null;
  const exactFields = new Map(exactMatches.map(({ resource, field }) => [resourceKey(resource), field]));
  const foundByKey = new Map(foundItems.map((resource) => [resourceKey(resource), resource]));
  const resources = [
    // The item of the answer has highlights.
    ...exactMatches.map(({ resource }) => foundByKey.get(resourceKey(resource)) ?? resource),
    ...foundItems.filter((resource) => !exactFields.has(resourceKey(resource))),
  ];
  return (
    <ol class="found">
      {resources.map((resource) => {
        const type = findType(space.value, resource.type);
        const title = type && findTitleField(type);
        const exactField = exactFields.get(resourceKey(resource));
        return (
          <li key={resourceKey(resource)}>
            {titleLink(title, resource)} <span class="faint">{resource.type}</span>
            {exactField !== undefined && (
              <>
                {' '}
                <span class="exact">exact match: {exactField}</span>
              </>
            )}
            {listPassages(resource)
              .filter((name) => name !== title || !isPlain(type, name))
              .map((name) => renderReason(resource, name))}
          </li>
        );
      })}
    </ol>
  );
}
