/**
 * What was counted beside a list: facets and statistics.
 */

import type { Identifier } from '../model/resource.js';
import { isObject, type JsonObject, listAt, numberAt, objectAt, textAt } from '../model/resource.js';
import { Bar } from '../parts/bar.js';
import { count } from '../parts/format.js';
import { Chip, useNames } from './chips.js';

/** Of a facet of a relationship the items are counted. */
const itemOf = (value: unknown): Identifier | undefined =>
  isObject(value) && textAt(value, 'type') !== ''
    ? { type: textAt(value, 'type'), id: textAt(value, 'id') }
    : undefined;

const valueIn = (counted: unknown): unknown => (isObject(counted) ? counted['value'] : undefined);

function FacetValue({ value }: { readonly value: unknown }) {
  const item = itemOf(value);
  if (item !== undefined) return <Chip identifier={item} />;
  if (isObject(value)) return <>{`${String(value['from'] ?? '…')} – ${String(value['to'] ?? '…')}`}</>;
  return <bdi>{String(value)}</bdi>;
}

export function Facets({ meta }: { readonly meta: JsonObject }) {
  const facets = Object.entries(objectAt(meta, 'facets'));
  const stats = Object.entries(objectAt(meta, 'stats'));
  useNames(facets.flatMap(([, facet]) => listAt(facet, 'values').flatMap((counted) => itemOf(valueIn(counted)) ?? [])));
  if (facets.length === 0 && stats.length === 0) return null;
  return (
    <div class="facets">
      {facets.map(([name, facet]) => {
        const values = listAt(facet, 'values').filter(isObject);
        const most = Math.max(1, ...values.map((value) => numberAt(value, 'count') ?? 0));
        return (
          <section key={name}>
            <h2>
              {name} <span class="faint">{count(numberAt(facet, 'total') ?? 0)} values</span>
            </h2>
            <ul>
              {values.map((value, place) => (
                <li key={String(place)}>
                  <FacetValue value={value['value']} />
                  <Bar share={(numberAt(value, 'count') ?? 0) / most} />
                  <span class="number">{count(numberAt(value, 'count') ?? 0)}</span>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
      {stats.map(([name, of]) => (
        <section key={`stats ${name}`}>
          <h2>{name}</h2>
          <dl>
            {Object.entries(isObject(of) ? of : {}).map(([key, value]) => (
              <div key={key}>
                <dt>{key}</dt>
                <dd class="numeric">{value === null ? '—' : String(value)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}
