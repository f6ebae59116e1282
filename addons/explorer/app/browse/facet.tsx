/**
 * The card of a facet: its values, which filter the list, and how they are grouped and sorted.
 */
import { findLabel, labelsVersion } from '../api/labels.js';
import { findSteps, writePath } from '../model/names.js';
import { isObject, type JsonObject, readList, readNumber, readText } from '../model/resource.js';
import { type DescribedField, findFieldAtPath, isDateTime, isNumeric } from '../model/space.js';
import { Bar } from '../parts/bar.js';
import { QuietButton, RemoveButton } from '../parts/controls.js';
import { formatCount, formatCounted, formatTruth } from '../parts/format.js';
import { type FacetValue, readInterval, toggleFacetValue } from '../query/facet-filter.js';
import { type FacetOptions, readFacetOptions, removeFacet, setFacetOptions } from '../query/facet-params.js';
import { change, description, locale, query, space, types } from '../state.js';
import { useTitles } from './chips.js';
import { chooseFacetOptions } from './facet-defaults.js';

interface Entry {
  readonly facetValue: FacetValue;
  readonly label: string;
  readonly items: number;
}

const toOptionalText = (value: unknown): string | undefined => (value === undefined ? undefined : String(value));

/** @returns the label of a range, which contains its lower limit and not its upper one */
function writeRange(from: string | undefined, to: string | undefined): string {
  if (from === undefined) return `below ${to ?? ''}`;
  return to === undefined ? `from ${from}` : `${from} to below ${to}`;
}

function readEntry(entry: JsonObject, field: DescribedField | undefined): Entry {
  const items = readNumber(entry, 'count') ?? 0;
  const value = entry['value'];
  if (!isObject(value)) {
    const text = String(value);
    const isInterval = field !== undefined && isDateTime(field);
    const label = typeof value === 'boolean' ? formatTruth(value) : text;
    return { facetValue: isInterval ? readInterval(text) : { value: text }, label, items };
  }
  const identifier = { type: readText(value, 'type'), id: readText(value, 'id') };
  if (identifier.type === '') {
    const [from, to] = [toOptionalText(value['from']), toOptionalText(value['to'])];
    return { facetValue: { from, to }, label: writeRange(from, to), items };
  }
  const label = space.value && findLabel(space.value, identifier, locale.value);
  const untitled = label === '' ? `${identifier.type} ${identifier.id}` : identifier.id;
  return { facetValue: { value: identifier.id }, label: label || untitled, items };
}

interface FacetOptionsProps {
  readonly name: string;
  readonly field: DescribedField | undefined;
  readonly options: FacetOptions;
}

const INTERVALS = ['year', 'month', 'day'];

/** The controls of a facet: order, interval of times, and ranges of numbers. */
function OptionsOfFacet({ name, field, options }: FacetOptionsProps) {
  const set = (changes: Partial<FacetOptions>): void =>
    change(setFacetOptions(query.value, name, { ...options, ...changes }));
  const regroup = async (mode: 'single' | 'ranges'): Promise<void> => {
    const { limit, sort, ranges } = await chooseFacetOptions(name, field, mode);
    set({ limit, sort, ranges });
  };
  return (
    <div class="facet-options">
      <select
        aria-label={`Order of the values of ${name}`}
        value={options.sort ?? 'count'}
        onChange={({ currentTarget: { value } }) => set({ sort: value === 'value' ? value : undefined })}
      >
        <option value="count">most frequent first</option>
        <option value="value">by value</option>
      </select>
      {field !== undefined && isDateTime(field) && options.interval !== undefined && (
        <select
          aria-label={`Interval of ${name}`}
          value={options.interval}
          onChange={({ currentTarget: { value } }) => set({ interval: value })}
        >
          {INTERVALS.map((interval) => (
            <option key={interval} value={interval}>
              by {interval}
            </option>
          ))}
        </select>
      )}
      {field !== undefined && isNumeric(field) && (
        <select
          aria-label={`Grouping of ${name}`}
          value={options.ranges === undefined ? 'single' : 'ranges'}
          onChange={({ currentTarget: { value } }) => void regroup(value === 'ranges' ? 'ranges' : 'single')}
        >
          <option value="single">single values</option>
          <option value="ranges">ranges</option>
        </select>
      )}
      {options.ranges !== undefined && (
        <label>
          limits
          <input
            aria-label={`Limits of the ranges of ${name}`}
            value={options.ranges}
            spellcheck={false}
            autocomplete="off"
            onChange={({ currentTarget: { value } }) => {
              const limits = value.split(/[,;\s]+/).filter((limit) => limit !== '');
              set({ ranges: limits.length === 0 ? undefined : limits.join(','), limit: limits.length + 1 });
            }}
          />
        </label>
      )}
    </div>
  );
}

/** More values are requested in steps of this factor. */
const LIMIT_GROWTH = 5;

export function Facet({ name, facet }: { readonly name: string; readonly facet: unknown }) {
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
  const limit = Math.min(values.length * LIMIT_GROWTH, description.value?.limits.facetValues ?? 0);
  const options = readFacetOptions(query.value, name);
  const unit = options.ranges === undefined ? 'value' : 'range';
  return (
    <section>
      <h2>
        {writePath(findSteps(space.value, types.value[0], name))}{' '}
        <span class="faint">{formatCounted(total, options.interval ?? unit)}</span>
        <RemoveButton label={`Do not count ${name}`} onPress={() => change(removeFacet(query.value, name))} />
      </h2>
      {(total > 1 || options.ranges !== undefined) && <OptionsOfFacet name={name} field={field} options={options} />}
      <ul>
        {entries.map(({ facetValue, label, items }) => {
          const { isOn, filter } = toggleFacetValue(query.value, path, field, facetValue);
          return (
            <li key={JSON.stringify(facetValue)}>
              <button type="button" aria-pressed={isOn} onClick={() => change({ filter, skip: undefined })}>
                <bdi title={label}>{label}</bdi>
                <Bar share={items / largestCount} />
                <span class="number">{formatCount(items)}</span>
              </button>
            </li>
          );
        })}
      </ul>
      {total > values.length && values.length > 0 && (
        <QuietButton onPress={() => change(setFacetOptions(query.value, name, { ...options, limit }))}>
          More values<span class="hidden"> of {name}</span>
        </QuietButton>
      )}
    </section>
  );
}
