/**
 * The result list of a search in all types, the best match first; and the link with the title of an item.
 */
import { keyOf, objectAt, type Resource, textAt } from '../model/resource.js';
import { titleField, typeNamed } from '../model/space.js';
import { passage } from '../parts/passage.js';
import { answer, linkTo, space } from '../state.js';

/**
 * A link to the item. A function instead of a component, because a table has many of them.
 *
 * @param name name of the field with the title
 */
export const titleLink = (name: string | undefined, resource: Resource) => (
  <a class="row-link" href={linkTo([resource.type, resource.id])} dir="auto">
    {(name !== undefined && passage(resource, name)) || textAt(resource.attributes, name ?? '') || resource.id}
  </a>
);

export function Found() {
  return (
    <ol class="found">
      {answer.value?.document.data.map((resource) => {
        const type = typeNamed(space.value, resource.type);
        const title = type && titleField(type);
        return (
          <li key={keyOf(resource)}>
            {titleLink(title, resource)} <span class="faint">{resource.type}</span>
            {Object.keys(objectAt(resource.meta, 'highlights'))
              .filter((name) => name !== title)
              .map((name) => (
                <p key={name} class="brief" dir="auto">
                  <span class="kind">{name}</span> {passage(resource, name)}
                </p>
              ))}
          </li>
        );
      })}
    </ol>
  );
}
