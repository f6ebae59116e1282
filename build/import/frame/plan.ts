/**
 * What becomes of each type and field that a source handed in: its name and its place in the model.
 */
import type { JsonObject } from '../value/json.js';
import { type Decided, decide } from './decide.js';
import type { TakenContent, TakenField, TakenType } from './intake.js';
import type { KeptModel } from './kept-model.js';
import { Names, nameOf } from './names.js';
import { privateBecause, showsPeople } from './private.js';
import type { ModelField } from './shape.js';
import type { Locale } from './source.js';

export interface PlannedField {
  readonly taken: TakenField;
  /** The name it has, or would have where it is left out. */
  readonly name: string;
  /** Undefined where it is left out, as was reported. */
  readonly field: ModelField | undefined;
}

export interface PlannedType {
  readonly taken: TakenType;
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
function fieldNames(fields: Iterable<TakenField>): ReadonlyMap<TakenField, string> {
  const names = new Names('field');
  const preferred = [...fields].map((field) => ({ field, wanted: field.declaration.name ?? field.key }));
  const rank = ({ wanted, field }: (typeof preferred)[number]): number =>
    (nameOf(wanted) === wanted ? 0 : 2) + (wanted === field.key ? 0 : 1);
  preferred.sort((a, b) => rank(a) - rank(b) || (a.field.key < b.field.key ? -1 : 1));
  return new Map(preferred.map(({ field, wanted }) => [field, names.take(wanted)]));
}

export function planOf(
  content: TakenContent,
  kept: KeptModel | undefined,
  space: string,
  inferredLinks: InferredLinks,
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
  return {
    space: told,
    types,
    emptyTypes,
    locales,
    defaultLocale,
    model: kept?.text ?? modelText(told, types, locales, content.hasImageResources),
  };
}

function localesOf(content: TakenContent, kept: KeptModel | undefined): Pick<Plan, 'locales' | 'defaultLocale'> {
  const own = content.localeList;
  const ownDefault = own.find((locale) => locale.default === true)?.code ?? own[0]?.code;
  if (kept === undefined) return { locales: own.length > 1 ? own : undefined, defaultLocale: ownDefault };
  const codes = kept.locales;
  if (codes === undefined) return { locales: undefined, defaultLocale: ownDefault };
  return { locales: codes.map((code) => ({ code })), defaultLocale: kept.defaultLocale ?? ownDefault };
}

/** Fields whose texts are ids of a type: the field, and the source's key of that type. */
export type InferredLinks = ReadonlyMap<TakenField, string>;

function planType(
  content: TakenContent,
  taken: TakenType,
  kept: KeptModel | undefined,
  localised: boolean,
  inferredLinks: InferredLinks,
): PlannedType {
  const names = fieldNames(taken.fields.values());
  if (content.isUnwanted(taken.name)) {
    content.leaveOut(`${taken.name}: items`, 'left out with --without', taken.ids.size);
    return { taken, kept: false, fields: [] };
  }
  if (taken.privateBecause !== undefined) {
    content.withhold(taken.name, taken.privateBecause, taken.ids.size);
    return { taken, kept: false, fields: [] };
  }
  const besidePeople = showsPeople(taken.name, taken.seenFields);
  const keptType = kept?.types.get(taken.name);
  if (kept !== undefined && keptType === undefined) {
    content.lose(`${taken.name}: items`, 'the model has no such type', taken.ids.size);
    return { taken, kept: false, fields: [] };
  }
  const fields = [...taken.fields.values()].map((field): PlannedField => {
    const name = names.get(field) ?? field.key;
    const what = `${taken.name}.${name}`;
    const count = field.seen.populated;
    if (content.isUnwanted(what)) {
      content.leaveOut(what, 'left out with --without', Math.max(count, 1));
      return { taken: field, name, field: undefined };
    }
    const why =
      content.isWanted(what) || inferredLinks.has(field)
        ? undefined
        : privateBecause(name, field.seen, field.declaration.shape, besidePeople);
    if (why !== undefined) {
      if (count > 0) content.withhold(what, why, count);
      else content.leaveOut(what, why);
      return { taken: field, name, field: undefined };
    }
    if (keptType !== undefined) {
      const own = keptType.fields.get(name);
      if (own === undefined) content.lose(what, 'the model has no such field', count);
      return { taken: field, name, field: own };
    }
    const model = modelField(content, field, name, localised, inferredLinks.get(field));
    if (model === undefined) content.lose(what, 'none of its links leads to an item', count);
    return { taken: field, name, field: model };
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
  content: TakenContent,
  taken: TakenField,
  name: string,
  localised: boolean,
  inferredLink: string | undefined,
): ModelField | undefined {
  const { declaration, seen } = taken;
  if (seen.populated === 0 && declaration.shape === undefined) return undefined;
  const decided: Decided =
    inferredLink === undefined
      ? decide(declaration.shape, seen)
      : { type: 'relationship', to: [inferredLink], many: seen.lists > 0 };
  const options = optionsOf(content, taken, decided);
  if (options === undefined) return undefined;
  const localized = localised && (declaration.localized === true || seen.locales.size > 0);
  const json: JsonObject = {
    name,
    type: decided.type,
    ...(declaration.label !== undefined && declaration.label !== name && { label: declaration.label }),
    ...options,
    ...(localized && { localized: true }),
  };
  const to = decided.to === undefined ? undefined : targets(content, taken, decided.to);
  return {
    name,
    type: decided.type,
    ...(decided.format !== undefined && { format: decided.format }),
    ...(decided.precision !== undefined && { precision: decided.precision }),
    ...(to !== undefined && { to }),
    many: decided.many === true,
    localized,
    json,
  };
}

function optionsOf(content: TakenContent, taken: TakenField, decided: Decided): JsonObject | undefined {
  const to = decided.to === undefined ? undefined : targets(content, taken, decided.to);
  if (to !== undefined && to.length === 0) return undefined;
  return {
    ...(decided.format === 'date' && { format: 'date' }),
    ...(decided.precision !== undefined && { precision: decided.precision }),
    ...(decided.options !== undefined && { options: decided.options }),
    ...(to !== undefined && { to: to.length === 1 ? (to[0] ?? '') : to }),
    ...(decided.type === 'relationship' ? { many: decided.many === true } : decided.many === true && { many: true }),
  };
}

const targetTypesMaximum = 255;

/** Names of the types that are in the export; all of them where links say no type and nothing else is known. */
function targets(content: TakenContent, taken: TakenField, to: readonly string[]): readonly string[] {
  const present = (keys: Iterable<string>): string[] =>
    [...keys].flatMap((key) => {
      const type = content.types.get(key);
      const isLeftOut = type === undefined || content.isUnwanted(type.name) || type.privateBecause !== undefined;
      return isLeftOut ? [] : [type.name];
    });
  if (taken.seen.untyped > 0 && to.length === 0) return present(content.types.keys()).slice(0, targetTypesMaximum);
  return present(to);
}

function modelText(
  space: string,
  types: readonly PlannedType[],
  locales: readonly Locale[] | undefined,
  hasImageResources: boolean,
): string {
  const contentTypes = types
    .filter(({ kept }) => kept)
    .map(({ taken, fields }) => ({
      name: taken.name,
      fields: fields.flatMap(({ field }) => (field === undefined ? [] : [field.json])),
    }));
  const images = hasImageResources ? { images: 'resources' } : {};
  return `${JSON.stringify({ space, ...images, ...(locales !== undefined && { locales }), contentTypes }, undefined, 2)}\n`;
}
