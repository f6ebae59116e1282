/**
 * The decision about one type of a source: whether the export has it, and the name and the definition of each field.
 *
 * Types and fields that are left out are reported here, with the reason.
 * Elsewhere: the type of a field by its values (field-type), private fields (privacy), the whole model (plan).
 */
import { isFieldType, optionsOfType } from '../../../../src/content/model/index.js';
import type { JsonObject } from '../../value/json.js';
import { Names, nameOf } from '../declarations/names.js';
import type { ModelField } from '../declarations/shape.js';
import type { ContentIntake } from '../intake/content-intake.js';
import type { SourceField, SourceType } from '../intake/source-type.js';
import type { ValueStatistics } from '../intake/value-statistics.js';
import { fieldPrivacyReason, hasPersonAddresses } from '../privacy/private-fields.js';
import { nameWords } from '../privacy/private-names.js';
import { decideFieldType, type FieldDecision, isSearched } from './field-type.js';
import type { InferredLink } from './infer-links.js';
import { modelFieldOf, type UserModel, type UserType } from './user-model.js';

export interface PlannedField {
  readonly sourceField: SourceField;
  /** The field's name in the export; also set if the field is left out. */
  readonly name: string;
  /** `type.field` as options and messages name the field: without overrides of names. */
  readonly path: string;
  /** Undefined if the field is left out, as was reported. */
  readonly field: ModelField | undefined;
}

export interface PlannedType {
  readonly sourceType: SourceType;
  /** False if the type is left out, as was reported. */
  readonly isKept: boolean;
  readonly fields: readonly PlannedField[];
}

export interface PlanContext {
  readonly content: ContentIntake;
  /** A model that is used unchanged; undefined if types are decided by the content. */
  readonly userModel: UserModel | undefined;
  /** Whether the export has several locales. */
  readonly isLocalized: boolean;
  readonly inferredLinks: ReadonlyMap<SourceField, InferredLink>;
}

const UNWANTED = 'left out, as you asked';

export function planType(context: PlanContext, sourceType: SourceType): PlannedType {
  const { content, userModel } = context;
  const leftOut: PlannedType = { sourceType, isKept: false, fields: [] };
  if (content.isUnwanted(sourceType.ownName)) {
    content.leaveOut(`${sourceType.ownName}: items`, UNWANTED, sourceType.size);
    return leftOut;
  }
  const { privacyReason } = sourceType;
  if (privacyReason !== undefined) {
    content.withhold(sourceType.ownName, privacyReason, sourceType.size);
    content.nonPublicItems.types.add(sourceType.name);
    return leftOut;
  }
  const userType = userModel?.types.get(sourceType.name);
  if (userModel !== undefined && userType === undefined) {
    content.lose(`${sourceType.ownName}: items`, 'the model has no such type', sourceType.size);
    return leftOut;
  }
  return { sourceType, isKept: true, fields: new FieldPlanner(context, sourceType, userType).plannedFields() };
}

/** Names of fields, each once: fields whose own name is allowed keep it, in the order of the source's names. */
function fieldNames(fields: Iterable<SourceField>): ReadonlyMap<SourceField, string> {
  const names = new Names('field');
  const preferences = [...fields].map((field) => ({ field, wanted: field.declaration.name ?? field.key }));
  const rank = ({ wanted, field }: (typeof preferences)[number]): number =>
    (nameOf(wanted) === wanted ? 0 : 2) + (wanted === field.key ? 0 : 1);
  preferences.sort((a, b) => rank(a) - rank(b) || (a.field.key < b.field.key ? -1 : 1));
  return new Map(preferences.map(({ field, wanted }) => [field, names.take(wanted)]));
}

/** The fields of one type that the export has. */
class FieldPlanner {
  readonly #context: PlanContext;
  readonly #sourceType: SourceType;
  /** The type in the user's model, if there is one. */
  readonly #userType: UserType | undefined;
  readonly #names: ReadonlyMap<SourceField, string>;
  readonly #hasPersonAddresses: boolean;
  readonly #siblingNames: readonly string[];

  constructor(context: PlanContext, sourceType: SourceType, userType: UserType | undefined) {
    this.#context = context;
    this.#sourceType = sourceType;
    this.#userType = userType;
    this.#names = fieldNames(sourceType.fields.values());
    this.#hasPersonAddresses = hasPersonAddresses(sourceType.ownName, sourceType.fieldsWithValues);
    this.#siblingNames = [...this.#names.values()].map(nameWords);
  }

  plannedFields(): readonly PlannedField[] {
    const fields = [...this.#sourceType.fields.values()]
      .filter((field) => this.#isField(field))
      .map((field) => this.#planField(field));
    const names = new Set(fields.map(({ name }) => name));
    for (const name of this.#userType?.fields.keys() ?? []) {
      if (!names.has(name))
        this.#context.content.note(
          `${this.#sourceType.name}.${name}: the model has this field, but the source no longer does`,
        );
    }
    return fields;
  }

  /** Whether the field has a place in the report: a field for links alone has one only if its values are links. */
  #isField(field: SourceField): boolean {
    return (
      field.declaration.onlyLinks !== true ||
      this.#context.inferredLinks.has(field) ||
      this.#userType?.fields.has(this.#names.get(field) ?? field.key) === true
    );
  }

  #planField(sourceField: SourceField): PlannedField {
    const { content, inferredLinks } = this.#context;
    const ownName = this.#names.get(sourceField) ?? sourceField.key;
    const path = `${this.#sourceType.ownName}.${ownName}`;
    const override = content.options.overrides.of(path);
    const name = override?.name ?? ownName;
    const identity = { sourceField, name, path };
    const count = sourceField.statistics.populated;
    if (override?.keep === false) {
      content.leaveOut(path, UNWANTED, Math.max(count, 1));
      return { ...identity, field: undefined };
    }
    const isChecked = override?.keep !== true && !inferredLinks.has(sourceField);
    const privacyReason = isChecked ? this.#privacyReason(sourceField, ownName) : undefined;
    if (privacyReason !== undefined) {
      if (count > 0) content.withhold(path, privacyReason, count);
      else content.leaveOut(path, privacyReason);
      content.nonPublicItems.fields.add(`${this.#sourceType.name}.${name}`);
      return { ...identity, field: undefined };
    }
    if (this.#userType !== undefined) {
      const userField = this.#userType.fields.get(name);
      if (userField === undefined) content.lose(path, 'the model has no such field', count);
      return { ...identity, field: userField };
    }
    const field = modelField(this.#context, identity, override?.model);
    if (field === undefined && sourceField.declaration.onlyLinks !== true)
      content.lose(path, 'none of its links leads to an item', count);
    return { ...identity, field };
  }

  #privacyReason({ statistics, declaration }: SourceField, name: string): string | undefined {
    return fieldPrivacyReason(name, statistics, declaration.shape, this.#hasPersonAddresses, this.#siblingNames);
  }
}

/**
 * @param override members of the field in `model.json` that the user sets
 * @returns undefined for a relationship without a target, and for a field without values and without a declared type
 */
function modelField(
  { content, isLocalized, inferredLinks }: PlanContext,
  { sourceField, name, path }: Omit<PlannedField, 'field'>,
  override: JsonObject = {},
): ModelField | undefined {
  const { declaration, statistics } = sourceField;
  const wantedType = 'to' in override ? 'relationship' : override['type'];
  if (statistics.populated === 0 && declaration.shape === undefined && wantedType === undefined) return undefined;
  const inferredLink = inferredLinks.get(sourceField);
  const decision: FieldDecision =
    inferredLink === undefined
      ? decideFieldType(declaration.shape, statistics)
      : { type: 'relationship', ...inferredLink };
  const to = decision.to === undefined ? undefined : targetNames(content, sourceField, decision.to);
  if (to?.length === 0 && wantedType === undefined) return undefined;
  const type = typeof wantedType === 'string' && isFieldType(wantedType) ? wantedType : decision.type;
  const isMany = decision.many === true || (type !== decision.type && statistics.lists > 0);
  const options: JsonObject = {
    ...(decision.format === 'date' && { format: 'date' }),
    ...(type === 'decimal' && { precision: decision.precision ?? statistics.precision }),
    ...(decision.options !== undefined && { options: decision.options }),
    ...(to !== undefined && to.length > 0 && { to: to.length === 1 ? (to[0] ?? '') : to }),
    ...((type === 'relationship' || isMany) && { many: isMany }),
    ...(isSearched(name, type, isMany, statistics) && { search: true }),
  };
  const allowedOptions: readonly string[] = optionsOfType(type);
  if (declaration.shape === undefined && wantedType === undefined) noteTexts(content, path, decision, statistics);
  const hasLocales = declaration.localized === true || statistics.locales.size > 0;
  return modelFieldOf(name, type, {
    name,
    type,
    ...(declaration.label !== undefined && declaration.label !== name && { label: declaration.label }),
    ...Object.fromEntries(Object.entries(options).filter(([option]) => allowedOptions.includes(option))),
    ...(isLocalized && hasLocales && { localized: true }),
    ...override,
  });
}

/** Notes why a column of numbers is a text: the first values that are no numbers. */
function noteTexts(content: ContentIntake, path: string, { type }: FieldDecision, statistics: ValueStatistics): void {
  const { otherTexts, populated } = statistics;
  const numbers = statistics.decimalTexts + (statistics.kinds.get('number') ?? 0);
  if (type !== 'text' || otherTexts.length === 0 || numbers * 2 < populated) return;
  const examples = otherTexts.map((text) => JSON.stringify(text)).join(', ');
  content.note(`${path}: ${numbers} of ${populated} values are numbers, but not ${examples}; it is a text`);
}

const targetTypesMaximum = 255;

/**
 * @param to keys of the types that the values link to
 * @returns names of those types that the export has; of all its types if links name no type and nothing else does
 */
function targetNames(content: ContentIntake, { statistics }: SourceField, to: readonly string[]): readonly string[] {
  const namesOf = (keys: Iterable<string>): string[] =>
    [...keys].flatMap((key) => {
      const type = content.types.get(key);
      const isLeftOut = type === undefined || content.isUnwanted(type.ownName) || type.privacyReason !== undefined;
      return isLeftOut ? [] : [type.name];
    });
  if (statistics.untyped > 0 && to.length === 0) return namesOf(content.types.keys()).slice(0, targetTypesMaximum);
  return namesOf(to);
}
