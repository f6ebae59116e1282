/**
 * The card with the statistics of a field: count, missing, least, greatest, sum and mean.
 */
import { findSteps, writePath } from '../model/names.js';
import { isObject } from '../model/resource.js';
import { type DescribedField, findFieldAtPath, isDateTime } from '../model/space.js';
import { RemoveButton } from '../parts/controls.js';
import { formatCount, formatInstant } from '../parts/format.js';
import { listFields, STATISTICS, setFields } from '../query/facet-params.js';
import { change, query, space, types } from '../state.js';
import { formatMean } from './format-mean.js';

function formatStatistic(key: string, value: unknown, field: DescribedField | undefined): string {
  if (value === null) return '—';
  if (typeof value !== 'string' && typeof value !== 'number') return String(value);
  if (field !== undefined && isDateTime(field) && typeof value === 'string') return formatInstant(value, true);
  if (key === 'mean') return formatMean(value, field);
  return Number.isInteger(value) && (key === 'count' || key === 'missing') ? formatCount(Number(value)) : String(value);
}

export function Statistics({ name, statistics }: { readonly name: string; readonly statistics: unknown }) {
  const field = findFieldAtPath(space.value, types.value[0], name.split('.'));
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
            <dd class="numeric" title={key === 'mean' && value !== null ? String(value) : undefined}>
              {formatStatistic(key, value, field)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
