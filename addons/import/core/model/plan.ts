/**
 * What becomes of each type and field that a source handed in: its name and its place in the model.
 */
import { isFieldType, languageOf, optionsOfType } from '../../../../src/content/model/index.js';
import type { JsonObject } from '../../value/json.js';
import type { Locale } from '../declarations/locales.js';
import { Names, nameOf } from '../declarations/names.js';
import { refuseWrongModel } from '../declarations/overrides.js';
import type { ModelField } from '../declarations/shape.js';
import type { ContentIntake } from '../intake/content-intake.js';
import type { SourceField, SourceType } from '../intake/source-type.js';
import type { ValueStatistics } from '../intake/value-statistics.js';
import { privateBecause, said, showsPeople } from '../privacy/private.js';
import { decideFieldType, type FieldDecision, isSearched } from './field-type.js';
import type { InferredLink } from './infer-links.js';
import { modelFieldOf, type UserModel } from './user-model.js';

export interface PlannedField {
  readonly taken: SourceField;
  /** The name it has, or would have where it is left out. */
  readonly name: string;
  /** By which options and messages speak of it: `type.field`, as it is without overrides. */
  readonly what: string;
  /** Undefined where it is left out, as was reported. */
  readonly field: ModelField | undefined;
}

export interface PlannedType {
  readonly taken: SourceType;
  /** False where it is left out, as was reported. */
  readonly kept: boolean;
  readonly fields: readonly PlannedField[];
}

export interface Plan {
  readonly space: string;
  readonly types: readonly PlannedType[];
  /** Types of a kept model that the source has no more, or that are left out: their files are empty. */
  readonly emptyTypes: readonly string[];
  /** Undefined where the export has but one. */
  readonly locales: readonly Locale[] | undefined;
  readonly defaultLocale: string | undefined;
  /** `model.json`. */
  readonly model: string;
}

/** Names in the order of the sources' own, those first that need not be changed: the same every night. */
function fieldNames(fields: Iterable<SourceField>): ReadonlyMap<SourceField, string> {
  const names = new Names('field');
  const preferred = [...fields].map((field) => ({ field, wanted: field.declaration.name ?? field.key }));
  const rank = ({ wanted, field }: (typeof preferred)[number]): number =>
    (nameOf(wanted) === wanted ? 0 : 2) + (wanted === field.key ? 0 : 1);
  preferred.sort((a, b) => rank(a) - rank(b) || (a.field.key < b.field.key ? -1 : 1));
  return new Map(preferred.map(({ field, wanted }) => [field, names.take(wanted)]));
}

/** @throws OperationError for overrides that do not fit the content */
export function makePlan(
  content: ContentIntake,
  kept: UserModel | undefined,
  space: string,
  inferredLinks: ReadonlyMap<SourceField, InferredLink>,
): Plan {
  const { locales, defaultLocale } = localesOf(content, kept);
  const types = [...content.types.values()].map((taken) =>
    planType(content, taken, kept, locales !== undefined, inferredLinks),
  );
  const names = new Set([...content.types.values()].map(({ name }) => name));
  const written = new Set(types.flatMap((type) => (type.kept ? type.taken.name : [])));
  const emptyTypes = [...(kept?.types.keys() ?? [])].filter((name) => !written.has(name));
  for (const name of emptyTypes)
    if (!names.has(name)) content.note(`${name}: the model has this type, but the source no longer does`);
  const told = kept?.space ?? nameOf(space, 'type');
  const model = kept?.text ?? modelText(content, told, types, locales);
  if (kept === undefined) {
    const inModel = types
      .filter((type) => type.kept)
      .map(({ fields }) => fields.filter(({ field }) => field !== undefined));
    refuseWrongModel(model, (type, field) => {
      const what = inModel[type]?.[field]?.what;
      return what !== undefined && content.options.overrides.of(what) !== undefined ? what : undefined;
    });
  }
  return { space: told, types, emptyTypes, locales, defaultLocale, model };
}

function localesOf(content: ContentIntake, kept: UserModel | undefined): Pick<Plan, 'locales' | 'defaultLocale'> {
  const own = content.localeList;
  const ownDefault = own.find((locale) => locale.default === true)?.code ?? own[0]?.code;
  if (kept === undefined) return { locales: own.length > 1 ? own : undefined, defaultLocale: ownDefault };
  const codes = kept.locales;
  if (codes === undefined) return { locales: undefined, defaultLocale: ownDefault };
  return { locales: codes.map((code) => ({ code })), defaultLocale: kept.defaultLocale ?? ownDefault };
}

const UNWANTED = 'left out, as you asked';

function planType(
  content: ContentIntake,
  taken: SourceType,
  kept: UserModel | undefined,
  localised: boolean,
  inferredLinks: ReadonlyMap<SourceField, InferredLink>,
): PlannedType {
  const names = fieldNames(taken.fields.values());
  if (content.isUnwanted(taken.ownName)) {
    content.leaveOut(`${taken.ownName}: items`, UNWANTED, taken.size);
    return { taken, kept: false, fields: [] };
  }
  if (taken.privateBecause !== undefined) {
    content.withhold(taken.ownName, taken.privateBecause, taken.size);
    content.judged.types.add(taken.name);
    return { taken, kept: false, fields: [] };
  }
  const besidePeople = showsPeople(taken.ownName, taken.seenFields);
  const beside = [...names.values()].map(said);
  const keptType = kept?.types.get(taken.name);
  if (kept !== undefined && keptType === undefined) {
    content.lose(`${taken.ownName}: items`, 'the model has no such type', taken.size);
    return { taken, kept: false, fields: [] };
  }
  const isTold = (field: SourceField): boolean =>
    field.declaration.onlyLinks !== true ||
    inferredLinks.has(field) ||
    keptType?.fields.has(names.get(field) ?? field.key) === true;
  const fields = [...taken.fields.values()].filter(isTold).map((field): PlannedField => {
    const ownName = names.get(field) ?? field.key;
    const what = `${taken.ownName}.${ownName}`;
    const override = content.options.overrides.of(what);
    const name = override?.name ?? ownName;
    const planned = { taken: field, name, what };
    const count = field.seen.populated;
    if (override?.keep === false) {
      content.leaveOut(what, UNWANTED, Math.max(count, 1));
      return { ...planned, field: undefined };
    }
    const why =
      override?.keep === true || inferredLinks.has(field)
        ? undefined
        : privateBecause(ownName, field.seen, field.declaration.shape, besidePeople, beside);
    if (why !== undefined) {
      if (count > 0) content.withhold(what, why, count);
      else content.leaveOut(what, why);
      content.judged.fields.add(`${taken.name}.${name}`);
      return { ...planned, field: undefined };
    }
    if (keptType !== undefined) {
      const own = keptType.fields.get(name);
      if (own === undefined) content.lose(what, 'the model has no such field', count);
      return { ...planned, field: own };
    }
    const model = modelField(content, planned, localised, inferredLinks.get(field), override?.model);
    if (model === undefined && field.declaration.onlyLinks !== true)
      content.lose(what, 'none of its links leads to an item', count);
    return { ...planned, field: model };
  });
  const present = new Set(fields.map(({ name }) => name));
  for (const name of keptType?.fields.keys() ?? []) {
    if (!present.has(name))
      content.note(`${taken.name}.${name}: the model has this field, but the source no longer does`);
  }
  return { taken, kept: true, fields };
}

/** @returns undefined for a relationship that leads nowhere, and for a field of which nothing is known */
function modelField(
  content: ContentIntake,
  { taken: field, name, what }: Omit<PlannedField, 'field'>,
  localised: boolean,
  inferredLink: InferredLink | undefined,
  override: JsonObject = {},
): ModelField | undefined {
  const { declaration, seen } = field;
  const wanted = 'to' in override ? 'relationship' : override['type'];
  if (seen.populated === 0 && declaration.shape === undefined && wanted === undefined) return undefined;
  const decided: FieldDecision =
    inferredLink === undefined ? decideFieldType(declaration.shape, seen) : { type: 'relationship', ...inferredLink };
  const to = decided.to === undefined ? undefined : targets(content, field, decided.to);
  if (to?.length === 0 && wanted === undefined) return undefined;
  const type = typeof wanted === 'string' && isFieldType(wanted) ? wanted : decided.type;
  const isMany = decided.many === true || (type !== decided.type && seen.lists > 0);
  const options: JsonObject = {
    ...(decided.format === 'date' && { format: 'date' }),
    ...(type === 'decimal' && { precision: decided.precision ?? seen.precision }),
    ...(decided.options !== undefined && { options: decided.options }),
    ...(to !== undefined && to.length > 0 && { to: to.length === 1 ? (to[0] ?? '') : to }),
    ...((type === 'relationship' || isMany) && { many: isMany }),
    ...(isSearched(name, type, isMany, seen) && { search: true }),
  };
  const allowed: readonly string[] = optionsOfType(type);
  if (declaration.shape === undefined && wanted === undefined) noteOthers(content, what, decided, seen);
  return modelFieldOf(name, type, {
    name,
    type,
    ...(declaration.label !== undefined && declaration.label !== name && { label: declaration.label }),
    ...Object.fromEntries(Object.entries(options).filter(([option]) => allowed.includes(option))),
    ...(localised && (declaration.localized === true || seen.locales.size > 0) && { localized: true }),
    ...override,
  });
}

/** So that nobody wonders why a column of numbers is one of texts. */
function noteOthers(content: ContentIntake, what: string, { type }: FieldDecision, seen: ValueStatistics): void {
  const numbers = seen.decimalTexts + (seen.kinds.get('number') ?? 0);
  if (type !== 'text' || seen.others.length === 0 || numbers * 2 < seen.populated) return;
  content.note(
    `${what}: ${numbers} of ${seen.populated} values are numbers, but not ${seen.others.map((text) => JSON.stringify(text)).join(', ')}; it is a text`,
  );
}

const targetTypesMaximum = 255;

/** Names of the types that are in the export; all of them where links say no type and nothing else is known. */
function targets(content: ContentIntake, taken: SourceField, to: readonly string[]): readonly string[] {
  const present = (keys: Iterable<string>): string[] =>
    [...keys].flatMap((key) => {
      const type = content.types.get(key);
      const isLeftOut = type === undefined || content.isUnwanted(type.ownName) || type.privateBecause !== undefined;
      return isLeftOut ? [] : [type.name];
    });
  if (taken.seen.untyped > 0 && to.length === 0) return present(content.types.keys()).slice(0, targetTypesMaximum);
  return present(to);
}

function modelText(
  content: ContentIntake,
  space: string,
  types: readonly PlannedType[],
  locales: readonly Locale[] | undefined,
): string {
  const contentTypes = types
    .filter(({ kept }) => kept)
    .map(({ taken, fields }) => ({
      name: taken.name,
      fields: fields.flatMap(({ field }) => (field === undefined ? [] : [field.json])),
    }));
  const images = content.hasImageResources ? { images: 'resources' } : {};
  const language = languageOf(content.options.language ?? content.localeList[0]?.code ?? '');
  const told = locales !== undefined ? { locales } : { ...(language !== undefined && { language }) };
  return `${JSON.stringify({ space, ...images, ...told, contentTypes }, undefined, 2)}\n`;
}
