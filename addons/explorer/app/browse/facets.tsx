/**
 * The counts next to a list: cards of facets and statistics, and the control that adds more.
 */
import { findSteps, writePath } from '../model/names.js';
import { type JsonObject, readObject } from '../model/resource.js';
import {
  type DescribedField,
  type DescribedType,
  findFieldAtPath,
  findType,
  isRelationship,
  listCountedFields,
} from '../model/space.js';
import { addFacet, listFields, STATISTICS, setFields } from '../query/facet-params.js';
import { change, endpoint, query, request, space, types } from '../state.js';
import { Facet } from './facet.js';
import { chooseFacetOptions } from './facet-defaults.js';
import { Statistics } from './statistics.js';

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

/** Adds a facet, unless another list is shown when its options are known. */
async function addChosenFacet(name: string, field: DescribedField | undefined): Promise<void> {
  const listPath = request.value.path.join('/');
  const options = await chooseFacetOptions(name, field);
  if (request.value.path.join('/') === listPath) change(addFacet(query.value, name, options, field !== undefined));
}

const isMeasured = (field: DescribedField): boolean =>
  !isRelationship(field) && field.type !== 'text' && field.type !== 'select';

/** @returns the counted fields of related items, for each relationship to one item of one type */
function listRelatedGroups(type: DescribedType) {
  return listCountedFields(type).flatMap((field) => {
    if (!isRelationship(field) || field.many || field.to.length > 1) return [];
    const target = findType(space.value, field.to[0]);
    const names = (target === undefined ? [] : listCountedFields(target)).map(({ name }) => `${field.name}.${name}`);
    return names.length === 0 ? [] : [{ name: field.name, names }];
  });
}

/** A select that adds a facet or statistics. */
export function CountMore() {
  const [type, ...otherTypes] = types.value;
  const isSearch = endpoint.value.kind === 'search';
  if (type === undefined || (otherTypes.length > 0 && !isSearch)) return null;
  const countedParams = new Set(query.value.otherParams.map(([name]) => name));
  const countedFields = isSearch ? [] : listCountedFields(type);
  const measuredNames = countedFields.filter(isMeasured).map(({ name }) => name);
  const isUncounted = (name: string): boolean => !countedParams.has(`_facet[${name}]`);
  const shownStatistics = listFields(query.value, STATISTICS);
  const labelOf = (name: string): string => writePath(findSteps(space.value, type, name));
  const renderOptions = (kind: 'facet' | 'stats', names: readonly string[]) =>
    names.map((name) => (
      <option key={name} value={`${kind} ${name}`}>
        {labelOf(name)}
      </option>
    ));
  const stats = measuredNames.filter((name) => !shownStatistics.includes(name));
  const ownNames = isSearch ? ['type'] : countedFields.map(({ name }) => name);
  return (
    <select
      aria-label="Count values"
      value=""
      onChange={({ currentTarget }) => {
        const [kind, name = ''] = currentTarget.value.split(' ');
        currentTarget.value = '';
        if (kind === 'stats') change(setFields(query.value, STATISTICS, [...shownStatistics, name]));
        else void addChosenFacet(name, isSearch ? undefined : findFieldAtPath(space.value, type, name.split('.')));
      }}
    >
      <option value="">+ Facet</option>
      <optgroup label="Count the values of">{renderOptions('facet', ownNames.filter(isUncounted))}</optgroup>
      {stats.length > 0 && <optgroup label="Statistics of">{renderOptions('stats', stats)}</optgroup>}
      {!isSearch &&
        listRelatedGroups(type).map(({ name, names }) => (
          <optgroup key={name} label={`Count by ${labelOf(name)}`}>
            {renderOptions('facet', names.filter(isUncounted))}
          </optgroup>
        ))}
    </select>
  );
}
