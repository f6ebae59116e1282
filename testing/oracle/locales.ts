/**
 * A space with several locales and its export: for the oracle each locale is a separate space.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type ContentType,
  createLocaleField,
  exportedFields,
  exportedTypes,
  type Field,
  isImageLink,
  isRelationship,
  isUnique,
  LOCALE_FIELD,
} from '../../src/content/model/index.js';
import { itemsOf, type OracleItem, OracleList, type OracleSpace, type OracleValue } from './content/dataset.js';
import { modelJson, valueJson } from './content/export.js';

/** The default first; `de-AT` has nothing of its own, and `fr` falls back to nothing. */
export const LOCALES: readonly { readonly code: string; readonly default?: true; readonly fallback?: string }[] = [
  { code: 'en', default: true },
  { code: 'de', fallback: 'en' },
  { code: 'de-AT', fallback: 'de' },
  { code: 'fr' },
];

export interface LocalizedSpace {
  /** `type/field` of the fields that are localized. */
  readonly localized: ReadonlySet<string>;
  /** Items by locale code, fallbacks resolved. */
  readonly spaces: ReadonlyMap<string, OracleSpace>;
}

const keyOf = (type: string, field: Field): string => `${type}/${field.name}`;

/** A number that seems random, the same for the same text. */
function numberOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const unit of text) hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 16;
}

/**
 * @returns the item with values of others of its type in some localized fields, or none if a locale may lack them
 */
function changed(space: OracleSpace, item: OracleItem, salt: string, localized: ReadonlySet<string>, mayLack: boolean) {
  const items = itemsOf(space, item.type);
  const values = new Map<string, OracleValue>(item.values);
  for (const field of space.model.contentTypes.get(item.type)?.fields ?? []) {
    if (!localized.has(keyOf(item.type, field))) continue;
    const drawn = numberOf(`${salt} ${item.id} ${field.name}`);
    const other = items[drawn % items.length]?.values.get(field.name);
    if (drawn % 3 === 0) continue;
    if (mayLack && drawn % 3 === 1) values.delete(field.name);
    else if (other !== undefined) values.set(field.name, other);
  }
  return { ...item, values };
}

/**
 * Makes two fields of three localized, and gives each locale values of its own in some items.
 *
 * @param dirty as for writeLocalizedExport: an item whose only link is dropped has a value of its own in the export
 */
export function localizedSpace(space: OracleSpace, seed: number, dirty: boolean): LocalizedSpace {
  const localized = new Set(
    exportedTypes(space.model).flatMap((type) =>
      // Which images there are as resources follows from all locales together, and the oracle sees one.
      exportedFields(type)
        // A locale has values of other items, which a unique field must not repeat.
        .filter((field) => !isImageLink(field) && !isUnique(field))
        .filter((field) => !(isRelationship(field) && field.inverse !== undefined))
        .map((field) => keyOf(type.name, field))
        .filter((key) => numberOf(`${seed} ${key}`) % 3 > 0),
    ),
  );
  const inLocale = (code: string, mayLack: boolean): OracleSpace => ({
    model: space.model,
    items: new Map(
      [...space.items].map(([type, items]) => [
        type,
        items.map((item) => changed(space, item, `${seed} ${code}`, localized, mayLack)),
      ]),
    ),
  });
  const german = inLocale('de', false);
  const plainSpaces = new Map([
    ['en', space],
    ['de', german],
    ['de-AT', german],
    ['fr', inLocale('fr', true)],
  ]);
  return { localized, spaces: withLocaleField(plainSpaces, localized, dirty) };
}

/** @returns the spaces, with the locale field in the types that have localized fields, and its values in their items */
function withLocaleField(
  spaces: LocalizedSpace['spaces'],
  localized: ReadonlySet<string>,
  dirty: boolean,
): LocalizedSpace['spaces'] {
  const localeField = createLocaleField(LOCALES.map(({ code, fallback }) => ({ code, fallback, language: undefined })));
  const hasLocales = ({ name, fields }: ContentType): boolean =>
    fields.some((field) => localized.has(keyOf(name, field)));
  return new Map(
    [...spaces].map(([code, { model, items }]): [string, OracleSpace] => {
      const types = [...model.contentTypes.values()].map((type) =>
        hasLocales(type) ? { ...type, localeField } : type,
      );
      const contentTypes = new Map(types.map((type) => [type.name, type]));
      const itemsByType = types.filter(hasLocales).map(({ name, fields }): [string, OracleItem[]] => [
        name,
        (items.get(name) ?? []).map((item, place) => {
          const own = ownLocales(
            spaces,
            name,
            place,
            fields.filter((field) => localized.has(keyOf(name, field))),
            dirty,
          );
          return { ...item, values: new Map([...item.values, [LOCALE_FIELD, new OracleList(own)]]) };
        }),
      ]);
      return [code, { model: { ...model, contentTypes }, items: new Map([...items, ...itemsByType]) }];
    }),
  );
}

/** @param place of the item in its list. @returns the locales for which the export has a value that is not null */
const ownLocales = (
  spaces: LocalizedSpace['spaces'],
  type: string,
  place: number,
  localizedFields: readonly Field[],
  dirty: boolean,
): readonly string[] =>
  LOCALES.map(({ code }) => code).filter((code) =>
    localizedFields.some((field) => {
      const written: unknown = JSON.parse(localizedJson(spaces, type, place, field, dirty));
      return Object.entries(written ?? {}).some(([member, value]) => member === code && value !== null);
    }),
  );

/** A localized value: the own value of each locale. A locale without a fallback has only its own values. */
function localizedJson(
  spaces: LocalizedSpace['spaces'],
  type: string,
  place: number,
  field: Field,
  dirty: boolean,
): string {
  const shown = (code: string): string => {
    const space = spaces.get(code)!;
    return valueJson(space, itemsOf(space, type)[place]!, field, 0, dirty);
  };
  const members = LOCALES.flatMap(({ code, fallback }) =>
    fallback !== undefined && shown(code) === shown(fallback) ? [] : [`${JSON.stringify(code)}:${shown(code)}`],
  );
  return `{${members.join(',')}}`;
}

/** Writes an export, as writeExport does. */
export function writeLocalizedExport({ localized, spaces }: LocalizedSpace, folder: string, dirty: boolean): void {
  const space = spaces.get('en')!;
  const model = modelJson(space.model);
  const contentTypes = exportedTypes(space.model).map((type, index) => {
    const { name } = type;
    const fields = exportedFields(type);
    const written: unknown = Object.values(model['contentTypes'] ?? {})[index];
    const json: { fields: readonly object[] } = JSON.parse(JSON.stringify(written));
    const each = json.fields.map((field, at) =>
      localized.has(keyOf(name, fields[at]!)) ? { ...field, localized: true } : field,
    );
    return { name, fields: each };
  });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'model.json'), JSON.stringify({ ...model, locales: LOCALES, contentTypes }));
  for (const type of exportedTypes(space.model)) {
    const { name } = type;
    const fields = exportedFields(type);
    const lines = itemsOf(space, name).map((item, place) => {
      const members = fields.map((field) => {
        const value = localized.has(keyOf(name, field))
          ? localizedJson(spaces, name, place, field, dirty)
          : valueJson(space, item, field, place, dirty);
        return `${JSON.stringify(field.name)}:${value}`;
      });
      return `{${[`"id":${JSON.stringify(item.id)}`, ...members].join(',')}}\n`;
    });
    writeFileSync(join(folder, `${name}.ndjson`), lines.join(''));
  }
}

/** @param search of a request, with its question mark or empty. @returns the same that asks for a locale */
export const inLocale = (search: string, code: string): string =>
  `${search}${search === '' ? '?' : '&'}localeCode=${code}`;

/** @param document answer to a request with a locale. @returns it without the members that only a space with locales has */
export const withoutLocale = (document: string, code: string): string =>
  document
    .replaceAll(/,"meta":\{"locales":\[[^\]]*\]\}/g, '')
    .replaceAll(/"locales":\[[^\]]*\],/g, '')
    .replaceAll(`?localeCode=${code}&`, '?')
    .replaceAll(`?localeCode=${code}`, '')
    .replaceAll(`&localeCode=${code}`, '');
