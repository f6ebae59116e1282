/**
 * The content of `/explore/model.json`: spaces, types, fields, operators and limits, which the explorer needs to build
 * requests.
 */

import {
  type ContentType,
  type Field,
  hasLinkCount,
  ID_OPERATORS,
  isHeldAs,
  isOn,
  isSortable,
  LIMITS,
  type Locale,
  linkCountField,
  operatorsOf,
  pickDescriptiveTexts,
} from '../../../src/content/model/index.js';
import { type FieldReport, inspectSpace } from '../../../src/index/snapshot/index.js';
import { type AnySpace, hasFacet, itemCounts, snapshotIn } from '../../../src/jsonapi/index.js';
import type { Mount } from '../../../src/server/index.js';
import type { DescribedField, DescribedSpace, DescribedType, Description } from './description-types.js';

/** @returns the share of items with a value below which the field is rarely useful in a table; smaller for pictures */
const seldom = (field: Field): number => (isHeldAs(field, 'nothing') ? 0.1 : 1 / 3);

/** @param report counts of the field in the snapshot; undefined for a database, which has none */
function isDull(field: Field, items: number, report: FieldReport | undefined): boolean {
  const { populated, distinct } = report ?? {};
  return items > 1 && ((populated !== undefined && populated < seldom(field) * items) || (distinct ?? 2) < 2);
}

const describedType = (type: ContentType, items: number, reports: ReadonlyMap<string, FieldReport>): DescribedType => ({
  name: type.name,
  ...pickDescriptiveTexts(type),
  items,
  search: type.search !== undefined,
  similar: type.similar === true,
  fields: type.fields.map(
    (field): DescribedField => ({
      ...field,
      operators: operatorsOf(field),
      sortable: isSortable(field),
      // A facet of a location counts by distance and needs a point, which the explorer does not have.
      facet: hasFacet(field) && !isHeldAs(field, 'locations'),
      ...(isDull(field, items, reports.get(field.name)) && { dull: true }),
    }),
  ),
  counts: type.fields
    .filter(hasLinkCount)
    .filter((field) => isOn(field, 'filter'))
    .map((field) => {
      const count = linkCountField(field);
      const label = field.label === undefined ? {} : { label: `${field.label}: number` };
      return { ...count, ...label, operators: operatorsOf(count), sortable: true, facet: true };
    }),
  ...(type.localeField !== undefined && {
    localeField: {
      ...type.localeField,
      label: 'Has texts in',
      operators: operatorsOf(type.localeField),
      sortable: false,
      facet: true,
    },
  }),
});

function describedTypes(space: AnySpace): readonly DescribedType[] {
  const snapshot = snapshotIn(space);
  const reports = new Map(snapshot && inspectSpace(snapshot).types.map(({ name, fields }) => [name, fields]));
  const counts = itemCounts(space);
  return [...space.model.contentTypes.values()].map((type) => {
    const fieldReports = new Map((reports.get(type.name) ?? []).map((report) => [report.name, report]));
    return describedType(type, counts.get(type.name) ?? 0, fieldReports);
  });
}

/** @returns the labels of the locales; no member if none has a label */
function describeLocales(locales: readonly Locale[]): Pick<DescribedSpace, 'localeLabels'> {
  const labels = locales.flatMap(({ code, label }) => (label === undefined ? [] : [[code, label] as const]));
  return labels.length === 0 ? {} : { localeLabels: Object.fromEntries(labels) };
}

function describedSpace({ served: { name, space }, path }: Mount): DescribedSpace {
  const root = path.slice(1);
  if (space === undefined) return { name, root, snapshot: null, locales: [], fallbacks: {}, types: [] };
  return {
    name,
    root,
    locales: space.model.locales.map(({ code }) => code),
    ...describeLocales(space.model.locales),
    fallbacks: Object.fromEntries(
      space.model.locales.flatMap(({ code, fallback }) => (fallback === undefined ? [] : [[code, fallback]])),
    ),
    snapshot: space.id,
    types: describedTypes(space),
  };
}

export const describe = (mounts: readonly Mount[]): Description => ({
  spaces: mounts.map(describedSpace),
  idOperators: ID_OPERATORS,
  limits: LIMITS,
});
