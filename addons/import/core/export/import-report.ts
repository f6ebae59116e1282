/**
 * The report of an import, as `import.json` has it: each type and field of the source, and everything that was left out.
 *
 * Elsewhere: counting losses and notes (intake/report-counts), printing the report (commands/import-report).
 */

import { textAt } from '../../value/json.js';
import { explainName, makeName } from '../declarations/names.js';
import type { ModelField } from '../declarations/shape.js';
import type { ContentIntake } from '../intake/content-intake.js';
import type { LeftOut, Note } from '../intake/report-counts.js';
import type { Plan } from '../model/plan.js';
import type { PlannedField, PlannedType } from '../model/plan-type.js';

export interface ReportedField {
  /** As the source calls it. */
  readonly source: string;
  readonly name: string;
  /** The field's type, or the field that it is the inverse of; null if the field is left out. */
  readonly type: string | null;
  /** Values that are not null; of a localised field one for each locale. */
  readonly values: number;
}

export interface ReportedType {
  readonly source: string;
  readonly name: string;
  /** Number of items that the source handed in. */
  readonly items: number;
  readonly kept: boolean;
  readonly fields: readonly ReportedField[];
}

/** A type, or a field as `type.field`, whose name differs from the source's name. */
export interface RenamedThing {
  readonly source: string;
  readonly name: string;
  readonly reason: string;
}

export interface ImportReport {
  readonly source: string;
  readonly space: string;
  readonly items: number;
  readonly locales: readonly string[];
  readonly types: readonly ReportedType[];
  readonly renamed: readonly RenamedThing[];
  readonly warnings: readonly string[];
  readonly leftOut: readonly LeftOut[];
  readonly notes: readonly Note[];
  /** Whether the model was given, or edited since the last import, so that it was not decided again. */
  readonly modelKept: boolean;
  /** The next time at which an item will be published or expire, as the content says now; null if there is none. */
  readonly nextChange: string | null;
}

export function makeReport(source: string, content: ContentIntake, plan: Plan, modelKept: boolean): ImportReport {
  const types = plan.types.map(
    ({ sourceType, isKept, fields }): ReportedType => ({
      source: sourceType.key,
      name: sourceType.name,
      items: sourceType.size,
      kept: isKept,
      fields: fields.map(reportedField),
    }),
  );
  const { nextMs } = content.publication;
  return {
    source,
    space: plan.space,
    items: types.reduce((sum, { items, kept }) => sum + (kept ? items : 0), 0),
    locales: plan.locales?.map(({ code }) => code) ?? [],
    types,
    renamed: listRenamed(plan.types),
    warnings: [...content.reportCounts.warnings],
    leftOut: content.reportCounts.leftOut,
    notes: content.reportCounts.notes,
    modelKept,
    nextChange: nextMs === undefined ? null : new Date(nextMs).toISOString(),
  };
}

function reportedField({ sourceField, name, field, inverseOf }: PlannedField): ReportedField {
  const type = field === undefined ? null : typeWords(field);
  if (inverseOf !== undefined) {
    return {
      source: sourceField.key,
      name,
      type: `inverse of ${inverseOf}`,
      values: sourceField.statistics.populated,
    };
  }
  return { source: sourceField.key, name, type, values: sourceField.statistics.populated };
}

/** The most targets of a relationship that the report names. */
const TARGET_MAXIMUM = 3;

/** @returns such as `text, many, localised` */
function typeWords(field: ModelField): string {
  const words: string[] = [field.type];
  if (field.format === 'date') words.push('date');
  if (field.precision !== undefined) words.push(`${field.precision} digits`);
  if (field.to !== undefined) {
    const more = field.to.length > TARGET_MAXIMUM ? ' …' : '';
    words.push(`to ${field.to.slice(0, TARGET_MAXIMUM).join(' or ')}${more}`);
  }
  if (field.many === true) words.push('many');
  if (field.json['unique'] === true) words.push('unique');
  if ((field.json['search'] ?? false) !== false) words.push('searched');
  if (field.localized === true) words.push('localised');
  const inverse = textAt(field.json, 'inverse', 'name');
  if (inverse !== undefined) words.push(`inverse ${inverse}`);
  return words.join(', ');
}

function listRenamed(plannedTypes: readonly PlannedType[]): readonly RenamedThing[] {
  const renamed: RenamedThing[] = [];
  for (const { sourceType, fields } of plannedTypes) {
    const { key, name, ownName } = sourceType;
    if (lastPart(key) !== name) renamed.push({ source: key, name, reason: explainRenamedType(key, name, ownName) });
    for (const field of fields) {
      if (lastPart(field.sourceField.key) === field.name) continue;
      const source = `${key}.${field.sourceField.key}`;
      renamed.push({ source, name: `${name}.${field.name}`, reason: explainRenamedField(field) });
    }
  }
  return renamed;
}

const BY_OVERRIDE = 'your overrides say so';

/** The keys of types may be paths, whose parts a source joins, such as components of Strapi. */
function explainRenamedType(key: string, name: string, ownName: string): string {
  if (name !== ownName) return BY_OVERRIDE;
  const ruled = explainName(key, name, 'type') ?? explainName(lastPart(key), name, 'type');
  if (ruled !== undefined) return ruled;
  return isNumbered(lastPart(key), name) ? TAKEN : 'the importer names this type so';
}

function explainRenamedField({ sourceField, name, path }: PlannedField): string {
  if (!path.endsWith(`.${name}`)) return BY_OVERRIDE;
  const declared = sourceField.declaration.name;
  const source = declared ?? lastPart(sourceField.key);
  if (declared === name) return 'the importer names this field so';
  return explainName(source, name, 'field') ?? (isNumbered(source, name) ? TAKEN : 'the importer names this field so');
}

const TAKEN = 'another one has the name; names that differ in case only are equal';

const isNumbered = (source: string, name: string): boolean => {
  const wanted = makeName(source);
  return name.startsWith(wanted) && /^\d+$/.test(name.slice(wanted.length));
};

const lastPart = (path: string): string => path.slice(path.lastIndexOf('.') + 1);
