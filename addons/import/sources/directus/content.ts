/**
 * Reads the rows of a Directus template by collection, and finds translations, junctions and linking rows by key.
 *
 * Elsewhere: collections and fields (schema), the Public policy (policy), making items (items).
 */
import type { Intake } from '../../core/intake/source.js';
import type { Bundle } from '../../input/bundle.js';
import { valuesIn } from '../../input/json-stream.js';
import { buildAsset, buildAssetValue, resolveAddress } from '../../value/image.js';
import {
  isObject,
  type Json,
  type JsonObject,
  listAt,
  memberAt,
  numberAt,
  readMembers,
  textAt,
} from '../../value/json.js';
import { link, type Value } from '../../value/value.js';
import { ALL_FIELDS, type FollowLink, type PublicPolicy, UndecidedError } from './policy.js';
import { FILES, type Relation, type Schema } from './schema.js';

/** @returns a key as an id; undefined if there is none. In place of a key, a row may contain the linked row. */
export function readKey(value: Json | undefined, key: string): string | undefined {
  const plain = isObject(value) ? memberAt(value, key) : value;
  return typeof plain === 'string' || typeof plain === 'number' ? String(plain) : undefined;
}

/** Links between the system collections of Directus, which `relations.json` lacks. */
const systemTargets: ReadonlyMap<string, string> = new Map([
  ['directus_files.folder', 'directus_folders'],
  ['directus_folders.parent', 'directus_folders'],
  ['directus_files.uploaded_by', 'directus_users'],
]);

export class Content {
  readonly #bundle: Bundle;
  readonly #base: string;
  readonly #schema: Schema;
  readonly #intake: Intake;
  /** Rows that exist only inside their parent row, by collection and key. */
  readonly #nested = new Map<string, Map<string, JsonObject>>();
  /** Rows of translations and junctions, by collection and key. */
  readonly joiningRows = new Map<string, Map<string, JsonObject>>();
  /** Keys of the rows that link to a row, by relation and key of the row, in their order. */
  readonly #linkingRows = new Map<string, Map<string, { readonly key: string; readonly order: number }[]>>();
  readonly files = new Map<string, { readonly value: Value; readonly row: Json }>();
  readonly hiddenFiles = new Set<string>();
  readonly #policy: PublicPolicy | undefined;
  /** Rows that filters of the Public policy read, by collection and key. */
  readonly #filterRows = new Map<string, Map<string, JsonObject>>();

  constructor(bundle: Bundle, base: string, schema: Schema, intake: Intake, policy: PublicPolicy | undefined) {
    this.#bundle = bundle;
    this.#base = base;
    this.#schema = schema;
    this.#intake = intake;
    this.#policy = policy;
    for (const collection of [...schema.collections, FILES, 'directus_folders', 'directus_users']) {
      for (const field of policy?.filteredFields ?? []) {
        const target = this.#findTarget(collection, field);
        if (target !== undefined) this.#filterRows.set(target.collection, new Map());
      }
    }
  }

  /** @returns the collection that a field links to, for filters that follow links */
  #findTarget(
    collection: string,
    field: string,
  ): { readonly collection: string; readonly through?: Relation } | undefined {
    const targetCollection =
      this.#schema.findRelation(collection, field)?.related ?? systemTargets.get(`${collection}.${field}`);
    if (targetCollection !== undefined) return { collection: targetCollection };
    const through = this.#schema.findAliasRelation(collection, field);
    return through === undefined ? undefined : { collection: through.collection, through };
  }

  readonly #followLink: FollowLink = (sourceCollection, field, row) => {
    const target = this.#findTarget(sourceCollection, field);
    if (target === undefined) return undefined;
    const { collection, through } = target;
    const keys =
      through === undefined
        ? [readKey(row[field], this.#schema.findKeyName(collection))]
        : this.findLinkingKeys(through, readKey(row, this.#schema.findKeyName(sourceCollection)) ?? '');
    const rows = keys.flatMap((key): JsonObject[] => {
      const row = this.#filterRows.get(collection)?.get(key ?? '');
      return row === undefined ? [] : [row];
    });
    return { collection, isMany: through !== undefined, rows };
  };

  addFilterRow(collection: string, row: Json): void {
    const key = readKey(row, this.#schema.findKeyName(collection));
    if (isObject(row) && key !== undefined) this.#filterRows.get(collection)?.set(key, row);
  }

  /** @returns the fields that are public in at least one row; undefined if no row of the collection is public */
  findVisibleFields(collection: string): ReadonlySet<string> | undefined {
    const isOpen = this.#policy === undefined || this.#intake.isWanted(collection);
    return isOpen ? ALL_FIELDS : this.#policy.findCollectionFields(collection);
  }

  /** @returns the public fields of the row; undefined if the row is not public, which is reported */
  shown(collection: string, row: JsonObject, subject: string): ReadonlySet<string> | undefined {
    if (this.#policy === undefined || this.#intake.isWanted(collection)) return ALL_FIELDS;
    try {
      const fields = this.#policy.findRowFields(collection, row, this.#followLink);
      if (fields === undefined) this.#intake.leaveOut(subject, 'the Public policy does not show it');
      return fields;
    } catch (error) {
      if (!(error instanceof UndecidedError)) throw error;
      this.#intake.lose(subject, `the filter of the Public policy has what cannot be decided here: ${error.message}`);
      return undefined;
    }
  }

  /** Reads the rows of a collection's file, then the rows that are nested in other rows. */
  async *readRows(collection: string): AsyncGenerator<JsonObject> {
    const name = `${this.#base}content/${collection}.json`;
    if (this.#bundle.names.includes(name)) {
      this.#intake.progress(`reading ${collection}`, 0, this.#bundle.sizes.get(name) ?? 0);
      let singleItem: [string, Json][] | undefined;
      for await (const { path, value } of valuesIn(this.#bundle.text(name), ['$.*'], name)) {
        const [key] = path;
        if (typeof key === 'string') singleItem = [...(singleItem ?? []), [key, value]];
        else if (isObject(value)) yield value;
        else this.#intake.lose(`${collection}: items`, 'a row that is not an object');
      }
      // The file of a collection with a single item is an object, not a list.
      if (singleItem !== undefined) yield Object.fromEntries(singleItem);
    }
    yield* this.#nested.get(collection)?.values() ?? [];
  }

  async survey(): Promise<void> {
    const translations = this.#schema.translationCollections;
    for (const collection of this.#schema.collections) {
      for await (const row of this.readRows(collection)) this.#surveyNested(collection, row);
    }
    for (const collection of this.#schema.collections) {
      const isJoining = translations.has(collection) || this.#schema.isPureJunction(collection);
      for await (const row of this.readRows(collection)) this.#surveyRow(collection, row, isJoining);
    }
    for (const keys of this.#linkingRows.values())
      for (const rows of keys.values()) rows.sort((a, b) => a.order - b.order);
  }

  /** Collects rows that are nested in a row, if they have no file of their own. */
  #surveyNested(collection: string, row: JsonObject): void {
    for (const [name, value] of readMembers(row)) {
      const relation = this.#schema.findAliasRelation(collection, name);
      if (relation === undefined || !Array.isArray(value)) continue;
      const targetCollection = `${this.#base}content/${relation.collection}.json`;
      if (this.#bundle.names.includes(targetCollection)) continue;
      const parent = readKey(row, this.#schema.findKeyName(collection));
      for (const child of listAt(value)) {
        const key = readKey(child, this.#schema.findKeyName(relation.collection));
        if (!isObject(child) || key === undefined || parent === undefined) continue;
        const rows = this.#nested.get(relation.collection) ?? new Map<string, JsonObject>();
        rows.set(key, { ...child, [relation.field]: parent });
        this.#nested.set(relation.collection, rows);
      }
    }
  }

  #surveyRow(collection: string, row: JsonObject, isJoining: boolean): void {
    this.addFilterRow(collection, row);
    this.#schema.judgeRow(collection, row, this.#intake, false);
    const key = readKey(row, this.#schema.findKeyName(collection));
    if (key === undefined) return;
    if (isJoining) {
      const rows = this.joiningRows.get(collection) ?? new Map<string, JsonObject>();
      rows.set(key, row);
      this.joiningRows.set(collection, rows);
    }
    for (const relation of this.#schema.relations) {
      if (relation.collection !== collection || relation.oneField === undefined || relation.related === undefined)
        continue;
      const targetKey = readKey(row[relation.field], this.#schema.findKeyName(relation.related));
      if (targetKey === undefined) continue;
      const name = `${collection}.${relation.field}`;
      const keys = this.#linkingRows.get(name) ?? new Map<string, { key: string; order: number }[]>();
      const order = relation.sortField === undefined ? undefined : numberAt(row, relation.sortField);
      const rows = keys.get(targetKey) ?? [];
      rows.push({ key, order: order ?? Number.MAX_SAFE_INTEGER });
      keys.set(targetKey, rows);
      this.#linkingRows.set(name, keys);
    }
  }

  /** @returns the keys of the rows that link to a row, in their order */
  findLinkingKeys(relation: Relation, key: string): readonly string[] {
    return (this.#linkingRows.get(`${relation.collection}.${relation.field}`)?.get(key) ?? []).map((row) => row.key);
  }

  addFile(row: Json): void {
    const id = textAt(row, 'id') ?? '';
    if (isObject(row) && this.shown(FILES, row, 'file: items') === undefined) {
      this.hiddenFiles.add(id);
      return;
    }
    const size = memberAt(row, 'filesize');
    if (this.#intake.options.assetsUrl === '') this.#intake.note('files without an address; give it with --assets');
    const asset = buildAsset({
      url: resolveAddress(`assets/${id}`, this.#intake.options.assetsUrl),
      width: numberAt(row, 'width'),
      height: numberAt(row, 'height'),
      altText: textAt(row, 'description') ?? textAt(row, 'title'),
      mimeType: textAt(row, 'type'),
      fileName: textAt(row, 'filename_download'),
      fileSize: typeof size === 'string' || typeof size === 'number' ? Number(size) : undefined,
      assetId: id,
    });
    this.files.set(id, { value: buildAssetValue(asset, link(id, FILES)), row });
  }
}
