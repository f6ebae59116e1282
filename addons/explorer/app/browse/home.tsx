/**
 * The start pages: the content types of a space with their fields, and the list of spaces if the server has several.
 */

import { signal } from '@preact/signals';
import { describeKind, isRelationship } from '../model/space.js';
import { formatCount, formatCounted } from '../parts/format.js';
import { Name } from '../parts/name.js';
import { description, hrefOf, space } from '../state.js';

/** Digits of a snapshot's id, as the command line prints them. */
const SHORT_ID_LENGTH = 8;

/** Whether the fields are shown with their descriptions. */
const areFieldsDescribed = signal(false);

export function Home() {
  const types = space.value?.types ?? [];
  const hasDescriptions = types.some(({ fields }) => fields.some((field) => field.description !== undefined));
  const isDescribed = hasDescriptions && areFieldsDescribed.value;
  const items = types.reduce((sum, type) => sum + type.items, 0);
  return (
    <section class="home">
      <p class="lead">
        {formatCounted(items, 'item')} of {formatCounted(types.length, 'content type')}
        {space.value?.snapshot !== null && (
          <>
            {' '}
            in the snapshot{' '}
            <code title={space.value?.snapshot}>{space.value?.snapshot?.slice(0, SHORT_ID_LENGTH)}</code>
          </>
        )}
      </p>
      {hasDescriptions && (
        <label class="check">
          <input
            type="checkbox"
            checked={isDescribed}
            onChange={({ currentTarget }) => {
              areFieldsDescribed.value = currentTarget.checked;
            }}
          />
          Describe the fields
        </label>
      )}
      <ul class="cards">
        {types.map((type) => (
          <li key={type.name} class="card">
            <h2>
              <a href={hrefOf({ path: [type.name] })}>
                <Name named={type} />
              </a>{' '}
              <span class="number">{formatCount(type.items)}</span>
            </h2>
            {type.description !== undefined && (
              <p class="description" dir="auto">
                {type.description}
              </p>
            )}
            <ul class={isDescribed ? 'fields described' : 'fields'}>
              {type.fields.map((field) => (
                <li key={field.name} class={isRelationship(field) ? 'relation' : ''}>
                  <Name named={field} /> <span class="kind">{describeKind(field)}</span>
                  {isDescribed && field.description !== undefined && (
                    <p class="description" dir="auto">
                      {field.description}
                    </p>
                  )}
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
