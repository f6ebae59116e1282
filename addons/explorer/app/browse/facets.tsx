/**
 * The counts next to a list: facets, whose values filter the list, and statistics; and the control that adds more.
 */
import { labelOf, labelsVersion } from '../api/labels.js';
import { isObject, type JsonObject, listAt, numberAt, objectAt, textAt } from '../model/resource.js';
import { type DescribedField, fieldNamed, isInstant, isRelationship, typeNamed } from '../model/space.js';
import { Bar } from '../parts/bar.js';
import { Quiet, Remove } from '../parts/controls.js';
import { count, instant } from '../parts/format.js';
import {
  type Counted,
  intervalOf,
  listed,
  toggled,
  withFacet,
  withListed,
  withMore,
  withoutFacet,
} from '../query/counting.js';
import { change, description, endpoint, locale, query, space, types } from '../state.js';
import { useNames } from './chips.js';

/** @returns the last field of a path whose other steps are relationships */
function fieldAt(path: readonly string[]): DescribedField | undefined {
  let [type] = types.value;
  let field: DescribedField | undefined;
  for (const step of path) {
    field = fieldNamed(type, step);
    type = field !== undefined && isRelationship(field) ? typeNamed(space.value, field.to[0]) : undefined;
  }
  return field;
}

interface Entry {
  readonly counted: Counted;
  readonly label: string;
  readonly items: number;
}

const textOf = (value: unknown): string | undefined => (value === undefined ? undefined : String(value));

function entryOf(entry: JsonObject, field: DescribedField | undefined): Entry {
  const items = numberAt(entry, 'count') ?? 0;
  const value = entry['value'];
  if (!isObject(value)) {
    const label = String(value);
    return { counted: field !== undefined && isInstant(field) ? intervalOf(label) : { value: label }, label, items };
  }
  const identifier = { type: textAt(value, 'type'), id: textAt(value, 'id') };
  if (identifier.type === '') {
    const [from, to] = [textOf(value['from']), textOf(value['to'])];
    return { counted: { from, to }, label: `${from ?? '…'} – ${to ?? '…'}`, items };
  }
  const label = space.value && labelOf(space.value, identifier, locale.value);
  return { counted: { value: identifier.id }, label: label || identifier.id, items };
}

function Facet({ name, facet }: { readonly name: string; readonly facet: unknown }) {
  const path = name.split('.');
  const field = fieldAt(path);
  const values = listAt(facet, 'values').filter(isObject);
  const total = numberAt(facet, 'total') ?? 0;
  useNames(
    values.flatMap(({ value }) =>
      textAt(value, 'id') === '' ? [] : [{ type: textAt(value, 'type'), id: textAt(value, 'id') }],
    ),
  );
  // Reading the signal renders the facet again when titles arrive.
  labelsVersion.value;
  const entries = values.map((value) => entryOf(value, field));
  const most = Math.max(1, ...entries.map(({ items }) => items));
  const limit = Math.min(values.length * 5, description.value?.limits.facetValues ?? 0);
  return (
    <section>
      <h2>
        {name} <span class="faint">{count(total)} values</span>
        <Remove label={`Do not count ${name}`} act={() => change(withoutFacet(query.value, name))} />
      </h2>
      <ul>
        {entries.map(({ counted, label, items }) => {
          const { isOn, filter } = toggled(query.value, path, field, counted);
          return (
            <li key={JSON.stringify(counted)}>
              <button type="button" aria-pressed={isOn} onClick={() => change({ filter, skip: undefined })}>
                <bdi>{label}</bdi>
                <Bar share={items / most} />
                <span class="number">{count(items)}</span>
              </button>
            </li>
          );
        })}
      </ul>
      {total > values.length && values.length > 0 && (
        <Quiet act={() => change(withMore(query.value, name, limit))}>
          More values<span class="hidden"> of {name}</span>
        </Quiet>
      )}
    </section>
  );
}

function Statistics({ name, of }: { readonly name: string; readonly of: unknown }) {
  const field = fieldAt(name.split('.'));
  const shown = (key: string, value: unknown): string => {
    if (value === null) return '—';
    if (field !== undefined && isInstant(field) && typeof value === 'string') return instant(value, true);
    return typeof value === 'number' && (key === 'count' || key === 'missing') ? count(value) : String(value);
  };
  return (
    <section>
      <h2>
        {name}
        <Remove
          label={`No statistics of ${name}`}
          act={() =>
            change(
              withListed(
                query.value,
                '_stats',
                listed(query.value, '_stats').filter((other) => other !== name),
              ),
            )
          }
        />
      </h2>
      <dl>
        {Object.entries(isObject(of) ? of : {}).map(([key, value]) => (
          <div key={key}>
            <dt>{key}</dt>
            <dd class="numeric">{shown(key, value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

export function Facets({ meta }: { readonly meta: JsonObject }) {
  const facets = Object.entries(objectAt(meta, 'facets'));
  const stats = Object.entries(objectAt(meta, 'stats'));
  if (facets.length === 0 && stats.length === 0) return null;
  return (
    <div class="facets">
      {facets.map(([name, facet]) => (
        <Facet key={name} name={name} facet={facet} />
      ))}
      {stats.map(([name, of]) => (
        <Statistics key={name} name={name} of={of} />
      ))}
    </div>
  );
}

/** A select that adds a facet or statistics. */
export function CountMore() {
  const [type, ...others] = types.value;
  const now = query.value;
  const isSearch = endpoint.value.kind === 'search';
  if (type === undefined || (others.length > 0 && !isSearch)) return null;
  const counted = new Set(now.others.map(([name]) => name));
  const facets = isSearch ? ['type'] : type.fields.filter(({ facet }) => facet).map(({ name }) => name);
  const summed = isSearch
    ? []
    : type.fields.filter(
        (field) => field.facet && !isRelationship(field) && field.type !== 'text' && field.type !== 'select',
      );
  const stats = summed.map(({ name }) => name).filter((name) => !listed(now, '_stats').includes(name));
  return (
    <select
      aria-label="Count values"
      value=""
      onChange={({ currentTarget }) => {
        const [kind, name = ''] = currentTarget.value.split(' ');
        currentTarget.value = '';
        change(
          kind === 'facet'
            ? withFacet(now, name, isSearch ? undefined : fieldNamed(type, name))
            : withListed(now, '_stats', [...listed(now, '_stats'), name]),
        );
      }}
    >
      <option value="">+ Facet</option>
      <optgroup label="Count the values of">
        {facets
          .filter((name) => !counted.has(`_facet[${name}]`))
          .map((name) => (
            <option key={name} value={`facet ${name}`}>
              {name}
            </option>
          ))}
      </optgroup>
      {stats.length > 0 && (
        <optgroup label="Statistics of">
          {stats.map((name) => (
            <option key={name} value={`stats ${name}`}>
              {name}
            </option>
          ))}
        </optgroup>
      )}
    </select>
  );
}
