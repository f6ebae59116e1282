/**
 * The types of the space, each with its fields: where one begins.
 */

import { type DescribedField, isRelationship } from '../model/space.js';
import { count, counted } from '../parts/format.js';
import { hrefOf, space } from '../state.js';

const kindOf = (field: DescribedField): string =>
  isRelationship(field) ? `${field.many ? 'many ' : ''}${field.to.join(', ')}` : field.type;

export function Home() {
  const types = space.value?.types ?? [];
  const items = types.reduce((sum, type) => sum + type.items, 0);
  return (
    <section class="home">
      <p class="lead">
        {counted(items, 'item')} of {counted(types.length, 'type')}
        {space.value?.snapshot !== null && (
          <>
            {' '}
            in the snapshot <code>{space.value?.snapshot}</code>
          </>
        )}
      </p>
      <ul class="cards">
        {types.map((type) => (
          <li key={type.name} class="card">
            <h2>
              <a href={hrefOf({ path: [type.name] })}>{type.name}</a> <span class="number">{count(type.items)}</span>
            </h2>
            <ul class="fields">
              {type.fields.map((field) => (
                <li key={field.name} class={isRelationship(field) ? 'relation' : ''}>
                  <span>{field.name}</span> <span class="kind">{kindOf(field)}</span>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}
