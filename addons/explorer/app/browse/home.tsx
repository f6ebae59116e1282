/**
 * The start pages: the content types of a space with their fields, and the list of spaces if the server has several.
 */

import { type DescribedField, isRelationship } from '../model/space.js';
import { formatCount, formatCounted } from '../parts/format.js';
import { description, hrefOf, space } from '../state.js';

const describeKind = (field: DescribedField): string =>
  isRelationship(field) ? `${field.many ? 'many ' : ''}${field.to.join(', ')}` : field.type;

export function Home() {
  const types = space.value?.types ?? [];
  const items = types.reduce((sum, type) => sum + type.items, 0);
  return (
    <section class="home">
      <p class="lead">
        {formatCounted(items, 'item')} of {formatCounted(types.length, 'content type')}
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
              <a href={hrefOf({ path: [type.name] })}>{type.name}</a>{' '}
              <span class="number">{formatCount(type.items)}</span>
            </h2>
            <ul class="fields">
              {type.fields.map((field) => (
                <li key={field.name} class={isRelationship(field) ? 'relation' : ''}>
                  <span>{field.name}</span> <span class="kind">{describeKind(field)}</span>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}

const typesMaximum = 8;

export function Spaces() {
  return (
    <ul class="cards home">
      {description.value?.spaces.map((listedSpace) => (
        <li key={listedSpace.name} class="card">
          <h2>
            <a href={hrefOf({}, {}, listedSpace)}>{listedSpace.name}</a>{' '}
            <span class="number">{formatCounted(listedSpace.types.length, 'type')}</span>
          </h2>
          {listedSpace.snapshot === null && <p class="faint">No snapshot is loaded yet.</p>}
          <ul class="fields">
            {listedSpace.types.slice(0, typesMaximum).map(({ name, items }) => (
              <li key={name}>
                <a href={hrefOf({ path: [name] }, {}, listedSpace)}>{name}</a>{' '}
                <span class="number kind">{formatCount(items)}</span>
              </li>
            ))}
          </ul>
          {listedSpace.types.length > typesMaximum && (
            <p class="faint">and {listedSpace.types.length - typesMaximum} more</p>
          )}
          {listedSpace.locales.length > 1 && <p class="kind">{listedSpace.locales.join(' · ')}</p>}
        </li>
      ))}
    </ul>
  );
}
