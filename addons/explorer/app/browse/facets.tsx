/**
 * The counts next to a list: facets, whose values filter the list, and statistics; and the control that adds more.
 */
import { findLabel, labelsVersion } from '../api/labels.js';
import { findSteps, writePath } from '../model/names.js';
import { isObject, type JsonObject, readList, readNumber, readObject, readText } from '../model/resource.js';
import { type DescribedField, findFieldAtPath, isDateTime, isRelationship, listCountedFields } from '../model/space.js';
import { Bar } from '../parts/bar.js';
import { QuietButton, RemoveButton } from '../parts/controls.js';
import { formatCount, formatInstant } from '../parts/format.js';
import { type FacetValue, readInterval, toggleFacetValue } from '../query/facet-filter.js';
import { addFacet, listFields, removeFacet, STATISTICS, setFacetLimit, setFields } from '../query/facet-params.js';
import { change, description, endpoint, locale, query, space, types } from '../state.js';
import { useTitles } from './chips.js';

interface Entry {
  readonly facetValue: FacetValue;
  readonly label: string;
  readonly items: number;
}

const toOptionalText = (value: unknown): string | undefined => (value === undefined ? undefined : String(value));

function readEntry(entry: JsonObject, field: DescribedField | undefined): Entry {
  const items = readNumber(entry, 'count') ?? 0;
  const value = entry['value'];
  if (!isObject(value)) {
    const label = String(value);
    const isInterval = field !== undefined && isDateTime(field);
    return { facetValue: isInterval ? readInterval(label) : { value: label }, label, items };
  }
  const identifier = { type: readText(value, 'type'), id: readText(value, 'id') };
  if (identifier.type === '') {
    const [from, to] = [toOptionalText(value['from']), toOptionalText(value['to'])];
    return { facetValue: { from, to }, label: `${from ?? '…'} – ${to ?? '…'}`, items };
  }
  const label = space.value && findLabel(space.value, identifier, locale.value);
  return { facetValue: { value: identifier.id }, label: label || identifier.id, items };
}

function Facet({ name, facet }: { readonly name: string; readonly facet: unknown }) {
  const path = name.split('.');
  const field = findFieldAtPath(space.value, types.value[0], path);
  const values = readList(facet, 'values').filter(isObject);
  const total = readNumber(facet, 'total') ?? 0;
  useTitles(
    values.flatMap(({ value }) =>
      readText(value, 'id') === '' ? [] : [{ type: readText(value, 'type'), id: readText(value, 'id') }],
    ),
  );
  // Reading the signal renders the facet again when titles arrive.
  labelsVersion.value;
  const entries = values.map((value) => readEntry(value, field));
  const largestCount = Math.max(1, ...entries.map(({ items }) => items));
  const limit = Math.min(values.length * 5, description.value?.limits.facetValues ?? 0);
  return (
    <section>
      <h2>
        {writePath(findSteps(space.value, types.value[0], name))} <span class="faint">{formatCount(total)} values</span>
        <RemoveButton label={`Do not count ${name}`} onPress={() => change(removeFacet(query.value, name))} />
      </h2>
      <ul>
        {entries.map(({ facetValue, label, items }) => {
          const { isOn, filter } = toggleFacetValue(query.value, path, field, facetValue);
          return (
            <li key={JSON.stringify(facetValue)}>
              <button type="button" aria-pressed={isOn} onClick={() => change({ filter, skip: undefined })}>
                <bdi>{label}</bdi>
                <Bar share={items / largestCount} />
                <span class="number">{formatCount(items)}</span>
              </button>
            </li>
          );
        })}
      </ul>
      {total > values.length && values.length > 0 && (
        <QuietButton onPress={() => change(setFacetLimit(query.value, name, limit))}>
          More values<span class="hidden"> of {name}</span>
        </QuietButton>
      )}
    </section>
  );
}

function Statistics({ name, statistics }: { readonly name: string; readonly statistics: unknown }) {
  const field = findFieldAtPath(space.value, types.value[0], name.split('.'));
  const formatStatistic = (key: string, value: unknown): string => {
    if (value === null) return '—';
    if (field !== undefined && isDateTime(field) && typeof value === 'string') return formatInstant(value, true);
    return typeof value === 'number' && (key === 'count' || key === 'missing') ? formatCount(value) : String(value);
  };
  return (
    <section>
      <h2>
        {writePath(findSteps(space.value, types.value[0], name))}
        <RemoveButton
          label={`No statistics of ${name}`}
          onPress={() => {
            const remainingFields = listFields(query.value, STATISTICS).filter((field) => field !== name);
            change(setFields(query.value, STATISTICS, remainingFields));
          }}
        />
      </h2>
      <dl>
        {Object.entries(isObject(statistics) ? statistics : {}).map(([key, value]) => (
          <div key={key}>
            <dt>{key}</dt>
            <dd class="numeric">{formatStatistic(key, value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

export function Facets({ meta }: { readonly meta: JsonObject }) {
  const facets = Object.entries(readObject(meta, 'facets'));
  const stats = Object.entries(readObject(meta, 'stats'));
  if (facets.length === 0 && stats.length === 0) return null;
  return (
    <div class="facets">
      {facets.map(([name, facet]) => (
        <Facet key={name} name={name} facet={facet} />
      ))}
      {stats.map(([name, statistics]) => (
        <Statistics key={name} name={name} statistics={statistics} />
      ))}
    </div>
  );
}

/** A select that adds a facet or statistics. */
export function CountMore() {
  const [type, ...otherTypes] = types.value;
  const currentQuery = query.value;
  const isSearch = endpoint.value.kind === 'search';
  if (type === undefined || (otherTypes.length > 0 && !isSearch)) return null;
  const countedParams = new Set(currentQuery.otherParams.map(([name]) => name));
  const countedFields = listCountedFields(type);
  const facets = isSearch ? ['type'] : countedFields.map(({ name }) => name);
  const statisticFields = isSearch
    ? []
    : countedFields.filter((field) => !isRelationship(field) && field.type !== 'text' && field.type !== 'select');
  const stats = statisticFields
    .map(({ name }) => name)
    .filter((name) => !listFields(currentQuery, STATISTICS).includes(name));
  return (
    <select
      aria-label="Count values"
      value=""
      onChange={({ currentTarget }) => {
        const [kind, name = ''] = currentTarget.value.split(' ');
        currentTarget.value = '';
        change(
          kind === 'facet'
            ? addFacet(
                currentQuery,
                name,
                countedFields.find((field) => !isSearch && field.name === name),
              )
            : setFields(currentQuery, STATISTICS, [...listFields(currentQuery, STATISTICS), name]),
        );
      }}
    >
      <option value="">+ Facet</option>
      <optgroup label="Count the values of">
        {facets
          .filter((name) => !countedParams.has(`_facet[${name}]`))
          .map((name) => (
            <option key={name} value={`facet ${name}`}>
              {writePath(findSteps(space.value, type, name))}
            </option>
          ))}
      </optgroup>
      {stats.length > 0 && (
        <optgroup label="Statistics of">
          {stats.map((name) => (
            <option key={name} value={`stats ${name}`}>
              {writePath(findSteps(space.value, type, name))}
            </option>
          ))}
        </optgroup>
      )}
    </select>
  );
}
