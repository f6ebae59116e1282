/**
 * A Directus project: the folder that `directus-template-cli extract` writes.
 *
 * Steps: read the schema (schema) and the Public policy (policy), survey the rows (content), add the items (items).
 */

import { buildLocales, type Locale } from '../../core/declarations/locales.js';
import type { Intake, Source } from '../../core/intake/source.js';
import { type Bundle, openBundle } from '../../input/bundle.js';
import { valuesIn } from '../../input/json-stream.js';
import { refuseInput } from '../../input/wrong-input.js';
import { type Json, textAt } from '../../value/json.js';
import { Content, readKey } from './content.js';
import { ItemReader } from './items.js';
import { PublicPolicy } from './policy.js';
import { FILES, Schema } from './schema.js';

const EXPECTED =
  'the folder that "directus-template-cli extract" writes, with collections.json, fields.json, relations.json and content';

export const directus: Source = {
  space: 'directus',
  async read(input, intake) {
    const bundle = await openBundle(input, intake);
    const collections = bundle?.names.find(
      (name) => /(?:^|\/)collections\.json$/.test(name) && !name.includes('content/'),
    );
    if (bundle === undefined || collections === undefined) return refuseInput(input, EXPECTED);
    const base = collections.slice(0, -'collections.json'.length);
    for (const requiredFile of ['fields.json', 'relations.json']) {
      if (!bundle.names.includes(base + requiredFile))
        await refuseInput(input, EXPECTED, `a folder without ${requiredFile}`);
    }
    const readList = (name: string): Promise<readonly Json[]> => readValues(bundle, `${base}${name}.json`);
    const schema = new Schema(await readList('collections'), await readList('fields'), await readList('relations'));
    const policy = PublicPolicy.read(await readList('access'), await readList('permissions'), intake.options.nowMs);
    if (policy === undefined) {
      intake.warn(
        'the project says nothing of what visitors may read (access.json, permissions.json): all that is published is taken, but for what looks private',
      );
    }
    const content = new Content(bundle, base, schema, intake, policy);
    // Filters of the Public policy may follow links to rows of these collections of Directus itself.
    for (const folder of await readList('folders')) content.addFilterRow('directus_folders', folder);
    for (const user of await readList('users')) content.addFilterRow('directus_users', user);
    const files = await readList('files');
    for (const file of files) content.addFilterRow(FILES, file);
    await reportSettings(bundle, base, schema, intake);
    await content.survey();
    for (const file of files) content.addFile(file);
    const locales = await readLocales(bundle, base, schema, content);
    intake.locales(locales);
    const reader = new ItemReader(schema, content, intake, locales[0]?.code);
    reader.declareTypes();
    await reader.readAll();
    return readProjectName(bundle, base);
  },
};

async function readValues(bundle: Bundle, name: string): Promise<readonly Json[]> {
  const values: Json[] = [];
  if (!bundle.names.includes(name)) return values;
  for await (const { value } of valuesIn(bundle.text(name), ['$.*'], name)) values.push(value);
  return values;
}

/** @returns the text of a member of `settings.json` */
async function readSetting(bundle: Bundle, base: string, key: string): Promise<string | undefined> {
  const name = `${base}settings.json`;
  if (!bundle.names.includes(name)) return undefined;
  for await (const { path, value } of valuesIn(bundle.text(name), ['$.*'], name)) {
    if (path[0] === key && typeof value === 'string') return value;
    const memberText = textAt(value, key);
    if (memberText !== undefined) return memberText;
  }
  return undefined;
}

const readProjectName = (bundle: Bundle, base: string): Promise<string | undefined> =>
  readSetting(bundle, base, 'project_name');

/** @returns the languages of translations, the default language first */
async function readLocales(bundle: Bundle, base: string, schema: Schema, content: Content): Promise<readonly Locale[]> {
  const codes = new Set<string>();
  const labels = new Map<string, string>();
  for (const collection of schema.collections) {
    const translations = schema.findTranslations(collection);
    if (translations === undefined) continue;
    const languages = schema.findRelation(translations.relation.collection, translations.language)?.related ?? '';
    for await (const row of content.readRows(languages)) {
      const code = readKey(row, schema.findKeyName(languages));
      const name = textAt(row, 'name');
      if (code !== undefined) codes.add(code);
      if (code !== undefined && name !== undefined) labels.set(code, name);
    }
    for (const row of content.joiningRows.get(translations.relation.collection)?.values() ?? []) {
      const code = readKey(row[translations.language], schema.findKeyName(languages));
      if (code !== undefined) codes.add(code);
    }
  }
  if (codes.size === 0) return [];
  const sortedCodes = [...codes].sort();
  const addLabels = (locales: readonly Locale[]): readonly Locale[] =>
    locales.map((locale) => {
      const label = labels.get(locale.code);
      return label === undefined ? locale : { ...locale, label };
    });
  const projectLanguage = (await readSetting(bundle, base, 'default_language')) ?? 'en-US';
  if (codes.has(projectLanguage)) return addLabels(buildLocales(sortedCodes, projectLanguage));
  // The project may say `en-US`, and the translations be in `en-GB`.
  const sameLanguage = sortedCodes.find((code) => code.slice(0, 2) === projectLanguage.slice(0, 2));
  return addLabels(buildLocales(sortedCodes, sameLanguage ?? projectLanguage));
}

const schemaFiles: ReadonlySet<string> = new Set(['collections', 'fields', 'relations', 'files']);

async function reportSettings(bundle: Bundle, base: string, schema: Schema, intake: Intake): Promise<void> {
  for (const name of bundle.names.filter((fileName) => fileName.startsWith(base))) {
    const path = name.slice(base.length);
    const [, settings] = /^([\w-]+)\.json$/.exec(path) ?? [];
    const [, collection] = /^content\/([^/]+)\.json$/.exec(path) ?? [];
    if (settings !== undefined && !schemaFiles.has(settings)) {
      const count = (await readValues(bundle, name)).length;
      intake.leaveOut(`${settings}.json`, 'settings of the project', count);
    } else if (collection !== undefined && !schema.collections.includes(collection)) {
      const count = (await readValues(bundle, name)).length;
      intake.lose(`${collection}: items`, 'the collection is not in collections.json', count);
    } else if (path.startsWith('assets/')) {
      intake.leaveOut('assets', 'contents of files; the files stay where they are');
    }
  }
}
