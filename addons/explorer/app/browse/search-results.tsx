/**
 * The result list of a search in all types, the best match first; and the link with the title of an item.
 */
import { type Resource, readText, resourceKey } from '../model/resource.js';
import { findTitleField, findType } from '../model/space.js';
import { listPassages, renderPassage, renderReason } from '../parts/passage.js';
import { answer, linkTo, space } from '../state.js';

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
