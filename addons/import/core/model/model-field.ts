/**
 * The definition of one field in `model.json`: its type by the content, its options, and the members that the user overrides.
 *
 * Elsewhere: the type by the values (field-type), fields that are left out (plan-type), fields of a user's model (user-model).
 */
import { type FieldType, isFieldType, optionsOfType } from '../../../../src/content/model/index.js';
import type { JsonObject } from '../../value/json.js';
import { cleanTexts } from '../declarations/descriptive-texts.js';
import type { FieldDecision, ModelField } from '../declarations/shape.js';
import type { ContentIntake } from '../intake/content-intake.js';
import type { SourceField } from '../intake/source-type.js';
import type { ValueStatistics } from '../intake/value-statistics.js';
import { decideFieldType } from './field-type.js';
import type { InferredLink, MissedLink } from './infer-links.js';
import { isSearched } from './searched-fields.js';
import { readModelField, type UserModel } from './user-model.js';
import { describeWeakerType } from './weaker-type.js';

/** A field whose type by the values differs from the type that an earlier import gave it. */
export interface ChangedField {
  /** The earlier type, if the field keeps it. */
  readonly kept: FieldDecision | undefined;
  /** The reason, which follows the field's path in a note. */
  readonly note: string;
}

/** What is known of fields before the plan is made. */
export interface FieldHints {
  readonly inferredLinks: ReadonlyMap<SourceField, InferredLink>;
  readonly missedLinks: ReadonlyMap<SourceField, MissedLink>;
  readonly changedFields: ReadonlyMap<SourceField, ChangedField>;
}

export interface PlanContext extends FieldHints {
  readonly content: ContentIntake;
  /** A model that is used unchanged; undefined if types are decided by the content. */
  readonly userModel: UserModel | undefined;
  /** Whether the export has several locales. */
  readonly isLocalized: boolean;
}

export interface FieldIdentity {
  readonly sourceField: SourceField;
  /** The field's name in the export; also set if the field is left out. */
  readonly name: string;
  /** `type.field` as options and messages name the field: without overrides of names. */
  readonly path: string;
}

/**
 * @param override members of the field in `model.json` that the user sets
 * @returns undefined for a relationship without a target, and for a field without values and without a declared type
 */
export function buildModelField(
  { content, isLocalized, inferredLinks, missedLinks, changedFields }: PlanContext,
  { sourceField, name, path }: FieldIdentity,
  override: JsonObject = {},
): ModelField | undefined {
  const { declaration, statistics } = sourceField;
  const wantedType = 'to' in override ? 'relationship' : override['type'];
  const hasType = declaration.shape !== undefined || wantedType !== undefined;
  if (statistics.populated === 0 && !hasType) return undefined;
  const changed = wantedType === undefined ? changedFields.get(sourceField) : undefined;
  const decision = changed?.kept ?? decideType(sourceField, inferredLinks.get(sourceField));
  const targets = decision.to === undefined ? undefined : targetNames(content, statistics, decision.to);
  if (targets?.length === 0 && wantedType === undefined) return undefined;
  if (changed !== undefined) content.note(`${path} ${changed.note}`);
  if (!hasType && changed?.kept === undefined) {
    const note = describeWeakerType(path, decision, statistics, missedLinks.get(sourceField));
    if (note !== undefined) content.note(note);
  }

  const type = typeof wantedType === 'string' && isFieldType(wantedType) ? wantedType : decision.type;
  const isMany = decision.many === true || (type !== decision.type && statistics.lists > 0);
  const isList = isMany || override['many'] === true;
  const hasLocales = declaration.localized === true || statistics.locales.size > 0;
  return readModelField(name, type, {
    name,
    type,
    ...cleanTexts(name, declaration),
    ...typeOptions(type, decision, targets ?? [], isMany, statistics),
    ...(declaration.unique === true && !isList && isOption(type, 'unique') && { unique: true }),
    ...(isSearched(name, type, isMany, statistics) && isOption(type, 'search') && { search: true }),
    ...(isLocalized && hasLocales && { localized: true }),
    ...override,
  });
}

const decideType = ({ declaration, statistics }: SourceField, inferredLink: InferredLink | undefined): FieldDecision =>
  inferredLink === undefined
    ? decideFieldType(declaration.shape, statistics)
    : { type: 'relationship', ...inferredLink };

const isOption = (type: FieldType, option: string): boolean => {
  const options: readonly string[] = optionsOfType(type);
  return options.includes(option);
};

/** @returns the decided options that fields of the type have, in the order of `model.json` */
function typeOptions(
  type: FieldType,
  decision: FieldDecision,
  targets: readonly string[],
  isMany: boolean,
  { maximumPrecision }: ValueStatistics,
): JsonObject {
  const options: [string, JsonObject[string]][] = [];
  if (decision.format === 'date') options.push(['format', 'date']);
  if (type === 'decimal') options.push(['precision', decision.precision ?? maximumPrecision]);
  if (decision.options !== undefined) options.push(['options', decision.options]);
  const [firstTarget, ...moreTargets] = targets;
  if (firstTarget !== undefined) options.push(['to', moreTargets.length === 0 ? firstTarget : targets]);
  if (type === 'relationship' || isMany) options.push(['many', isMany]);
  return Object.fromEntries(options.filter(([option]) => isOption(type, option)));
}

/** The most types that a relationship may link to. */
const TARGET_TYPE_MAXIMUM = 255;

/**
 * @param to keys of the types that the values link to
 * @returns names of those types that the export has; of all its types if links name no type and nothing else does
 */
function targetNames(
  content: ContentIntake,
  { untypedLinks }: ValueStatistics,
  to: readonly string[],
): readonly string[] {
  if (untypedLinks === 0 || to.length > 0) return exportedNames(content, to);
  return exportedNames(content, content.types.keys()).slice(0, TARGET_TYPE_MAXIMUM);
}

function exportedNames(content: ContentIntake, keys: Iterable<string>): readonly string[] {
  const names: string[] = [];
  for (const key of keys) {
    const type = content.types.get(key);
    const isLeftOut = type === undefined || content.isUnwanted(type.ownName) || type.privacyReason !== undefined;
    if (!isLeftOut) names.push(type.name);
  }
  return names;
}
