/**
 * What an item is called, as the way to it.
 *
 * What a search of all types has found, in one order, the best first.
 */
import { keyOf, objectAt, type Resource, textAt } from '../model/resource.js';
import { titleField, typeNamed } from '../model/space.js';
import { passage } from '../parts/passage.js';
import { answer, linkTo, space } from '../state.js';

/** @param name of the field with its title. A function, not an element: a table has many. */
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
