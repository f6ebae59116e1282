/**
 * The start pages: the content types of a space with their fields, and the list of spaces if the server has several.
 */

import { type DescribedField, isRelationship } from '../model/space.js';
import { count, counted } from '../parts/format.js';
import { description, hrefOf, space } from '../state.js';

const kindOf = (field: DescribedField): string =>
  isRelationship(field) ? `${field.many ? 'many ' : ''}${field.to.join(', ')}` : field.type;

export function Home() {
  const types = space.value?.types ?? [];
  const items = types.reduce((sum, type) => sum + type.items, 0);
  return (
    <section class="home">
      <p class="lead">
        {counted(items, 'item')} of {counted(types.length, 'content type')}
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

const typesShown = 8;

export function Spaces() {
  return (
    <ul class="cards home">
      {description.value?.spaces.map((one) => (
        <li key={one.name} class="card">
          <h2>
            <a href={hrefOf({}, {}, one)}>{one.name}</a> <span class="number">{counted(one.types.length, 'type')}</span>
          </h2>
          {one.snapshot === null && <p class="faint">No snapshot is loaded yet.</p>}
          <ul class="fields">
            {one.types.slice(0, typesShown).map(({ name, items }) => (
              <li key={name}>
                <a href={hrefOf({ path: [name] }, {}, one)}>{name}</a> <span class="number kind">{count(items)}</span>
              </li>
            ))}
          </ul>
          {one.types.length > typesShown && <p class="faint">and {one.types.length - typesShown} more</p>}
          {one.locales.length > 1 && <p class="kind">{one.locales.join(' · ')}</p>}
        </li>
      ))}
    </ul>
  );
}
