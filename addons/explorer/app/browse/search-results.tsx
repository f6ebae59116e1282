/**
 * The result list of a search in all types, the best match first; the words and types of a search; and the link with
 * the title of an item.
 */
import { type JsonObject, type Resource, readText, resourceKey } from '../model/resource.js';
import { findTitleField, findType } from '../model/space.js';
import { listPassages, renderPassage, renderReason } from '../parts/passage.js';
import { answer, linkTo, space } from '../state.js';
import { describeReadWords, describeSearchedTypes } from './search-sentences.js';

/**
 * A link to the item. A function instead of a component, because a table has many of them.
 *
 * @param name name of the field with the title
 */
export const titleLink = (name: string | undefined, resource: Resource) => (
  <a class="row-link" href={linkTo([resource.type, resource.id])} dir="auto">
    {(name !== undefined && renderPassage(resource, name)) || readText(resource.attributes, name ?? '') || resource.id}
  </a>
);

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

export function SearchResults() {
  return (
    <ol class="found">
      {answer.value?.document.data.map((resource) => {
        const type = findType(space.value, resource.type);
        const title = type && findTitleField(type);
        return (
          <li key={resourceKey(resource)}>
            {titleLink(title, resource)} <span class="faint">{resource.type}</span>
            {listPassages(resource)
              .filter((name) => name !== title)
              .map((name) => renderReason(resource, name))}
          </li>
        );
      })}
    </ol>
  );
}
