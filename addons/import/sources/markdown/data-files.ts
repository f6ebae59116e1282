/**
 * Reads data files of a site as items: `_data`, `data`, `authors.yml`, menus, and data files in a collection of Astro.
 *
 * A list of objects, or an object of objects, is a type named like its file. Any other object is one item. Entries of menus are
 * items of the type `menu`.
 * Elsewhere: pages (page-reader), CSV (tables/csv).
 */
import { join } from 'node:path';
import { OperationError, reasonOf } from '../../../../src/content/errors/index.js';
import type { FieldValue, Intake, TypeIntake } from '../../core/intake/source.js';
import { textOf } from '../../input/bytes.js';
import { readImages } from '../../value/image.js';
import { isList, isObject, type Json, type JsonObject, parseExactJson } from '../../value/json.js';
import { toValue } from '../../value/value.js';
import { CsvReader } from '../tables/csv.js';
import { findIdCandidates, IdOption } from '../tables/ids.js';
import { readToml } from './front-matter.js';
import { readYaml, SILENT } from './yaml.js';

const extension = /\.(ya?ml|json|toml|csv)$/i;
const dataFolder = /^(?:[\w-]+\/)?_?data\//;
const authorsFile = /(?:^|\/)(?:authors|tags)\.(?:ya?ml|json|toml)$/i;
const menuFile = /(?:^|\/)menus?(?:\.[\w-]+)?\.(?:ya?ml|json|toml)$/i;
const configFile = /^(?:config\/_default\/)?(?:hugo|config)\.(?:ya?ml|json|toml)$/i;
const astroCollection = /^src\/content\/([^/]+)\/(.+)\.(?:ya?ml|json|toml)$/i;
/** Settings of Eleventy for the pages of a folder: `posts/posts.json`, `posts/a.11tydata.json`. */
const eleventySettings = /\.11tydata\.json$|(?:^|\/)([^/]+)\/\1\.json$/;

const isMenuFile = (name: string): boolean => menuFile.test(name) || configFile.test(name);

/** Whether the file may hold content. A configuration of a site does if it has menus. */
export const isDataFile = (name: string): boolean =>
  extension.test(name) &&
  !eleventySettings.test(name) &&
  (dataFolder.test(name) || authorsFile.test(name) || isMenuFile(name) || astroCollection.test(name));

export class DataReader {
  readonly #input: string;
  readonly #intake: Intake;

  constructor(input: string, intake: Intake) {
    this.#input = input;
    this.#intake = intake;
  }

  /** @param name path below the input. @returns whether the file has content; if it cannot be read, it is reported as faulty */
  async read(name: string): Promise<boolean> {
    const path = join(this.#input, name);
    if (/\.csv$/i.test(name)) {
      const { key } = this.#declareType(nameDataType(name));
      const reader = new CsvReader({ path, type: key, name }, this.#intake, new IdOption([]), undefined);
      await reader.survey();
      await reader.readItems();
      return true;
    }
    let value: Json;
    try {
      value = await readValue(path, name);
    } catch (error) {
      this.#intake.options.signal?.throwIfAborted();
      this.#intake.faulty(name, `cannot be read: ${reasonOf(error).split('\n')[0]}`);
      return true;
    }
    if (isMenuFile(name)) return this.#readMenus(name, value);
    const [, collection, id] = astroCollection.exec(name) ?? [];
    if (collection !== undefined && id !== undefined && isObject(value)) {
      await this.#addItem(this.#intake.type(collection), id, value, name);
      return true;
    }
    return this.#readData(name, value);
  }

  /** Declares a type. Its key has a prefix, because a collection of pages may have the same name. */
  #declareType(name: string): { readonly key: string; readonly type: TypeIntake } {
    const key = `data/${name}`;
    return { key, type: this.#intake.type(key, name) };
  }

  async #readData(name: string, value: Json): Promise<boolean> {
    const typeName = nameDataType(name);
    if (isList(value)) {
      const { type } = this.#declareType(typeName);
      for (const [index, entry] of value.entries())
        await this.#addItem(type, readId(entry, type, index + 1), entry, `${name}, item ${index + 1}`);
      return true;
    }
    if (!isObject(value)) return false;
    const members = Object.entries(value);
    if (members.length > 0 && members.every(([, member]) => isObject(member))) {
      const { type } = this.#declareType(typeName);
      for (const [key, member] of members) await this.#addItem(type, key, member, `${name}, "${key}"`);
      return true;
    }
    const [, folder, id] = /^(.+)\/([^/]+)\.\w+$/.exec(removeDataFolder(name)) ?? [];
    if (folder !== undefined && id !== undefined && dataFolder.test(name))
      await this.#addItem(this.#declareType(folder.replaceAll('/', '-')).type, id, value, name);
    else await this.#addItem(this.#declareType(typeName).type, typeName, value, name);
    return true;
  }

  /** Menus as Hugo has them: by name, in a file of their own, or in `menu` or `menus` of the configuration. */
  async #readMenus(name: string, value: Json): Promise<boolean> {
    if (!isObject(value)) return false;
    const inConfiguration = value['menus'] ?? value['menu'];
    const menus = inConfiguration ?? (menuFile.test(name) ? value : undefined);
    if (!isObject(menus)) return false;
    for (const [menu, entries] of Object.entries(menus)) {
      if (!isList(entries)) continue;
      const { type } = this.#declareType('menu');
      for (const [index, entry] of entries.entries()) {
        if (!isObject(entry)) continue;
        const place = `${name}, menu ${menu}, entry ${index + 1}`;
        const id = `${menu}-${index + 1}`;
        await this.#addItem(type, type.has(id) ? `${name}-${id}` : id, { menu, ...entry }, place);
      }
    }
    return true;
  }

  async #addItem(type: TypeIntake, id: string, value: Json, place: string): Promise<void> {
    const item: JsonObject = isObject(value) ? value : { value };
    const verdict = this.#intake.admit(type, id, Object.entries(item), place);
    if (verdict === undefined) return;
    const values = Object.entries(item)
      .filter(([field, member]) => field !== 'id' || String(member) !== id)
      .map(
        ([field, member]): FieldValue => ({
          field,
          value: readImages(member) ?? toValue(member),
        }),
      );
    await type.add(id, values, place, verdict);
  }
}

const removeDataFolder = (name: string): string => name.replace(dataFolder, '');

/** @returns `people-staff` for `_data/people/staff.yml` */
const nameDataType = (name: string): string => {
  const path = dataFolder.test(name) ? removeDataFolder(name) : name.replace(/^.*\//, '');
  return path.replace(extension, '').replaceAll('/', '-');
};

/** @returns the entry's own id, otherwise its position */
function readId(entry: Json, type: TypeIntake, position: number): string {
  const [member] = isObject(entry) ? findIdCandidates(Object.keys(entry), type.name) : [];
  const id = isObject(entry) && member !== undefined ? entry[member] : undefined;
  const isId = (typeof id === 'string' && id !== '') || typeof id === 'number';
  return isId && !type.has(String(id)) ? String(id) : String(position);
}

async function readValue(path: string, name: string): Promise<Json> {
  let text = '';
  for await (const chunk of textOf(path)) text += chunk;
  if (/\.json$/i.test(name)) return parseExactJson(text);
  if (/\.toml$/i.test(name)) return readToml(text);
  if (/\.ya?ml$/i.test(name)) return readYaml(text, SILENT);
  throw new OperationError(`${name} has no extension of a data file`);
}
