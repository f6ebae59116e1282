/**
 * What an item is called, as the way to it.
 *
 * What a search of all types has found, in one order, the best first.
 */
import { keyOf, type Resource, textAt } from '../model/resource.js';
import { titleField, typeNamed } from '../model/space.js';
import { answer, linkTo, space } from '../state.js';

/** @param name of the field with its title. A function, not an element: a table has many. */
export const titleLink = (name: string | undefined, { type, id, attributes }: Resource) => (
  <a class="row-link" href={linkTo([type, id])} dir="auto">
    {textAt(attributes, name ?? '') || id}
  </a>
);

export function Found() {
  return (
    <ol>
      {answer.value?.document.data.map((resource) => {
        const type = typeNamed(space.value, resource.type);
        return (
          <li key={keyOf(resource)}>
            {titleLink(type && titleField(type), resource)} <span class="faint">{resource.type}</span>
          </li>
        );
      })}
    </ol>
  );
}
