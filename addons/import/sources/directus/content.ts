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
import { ALL_FIELDS, type PublicPolicy } from './policy.js';
import { type FollowLink, UndecidedError } from './row-filter.js';
import { FILES, type Relation, type Schema } from './schema.js';

/** @returns a key as an id; undefined if there is none. In place of a key, a row may contain the linked row. */
export function readKey(value: Json | undefined, key: string): string | undefined {
  const keyValue = isObject(value) ? memberAt(value, key) : value;
  return typeof keyValue === 'string' || typeof keyValue === 'number' ? String(keyValue) : undefined;
}

/** Links between the system collections of Directus, which `relations.json` lacks. */
const systemTargets: ReadonlyMap<string, string> = new Map([
  ['directus_files.folder', 'directus_folders'],
  ['directus_folders.parent', 'directus_folders'],
  ['directus_files.uploaded_by', 'directus_users'],
]);

/** The collection that a field links to. */
interface FilterTarget {
  readonly collection: string;
  /** The relation of its rows to the field's row; undefined if the field itself has the key. */
  readonly incoming?: Relation;
}

/** A row that links to another. */
interface LinkingRow {
  readonly key: string;
  readonly order: number;
}

/** An uploaded file as a value, and its row. */
interface UploadedFile {
  readonly value: Value;
  readonly row: Json;
}

/** @returns the map under a key; an empty map is added if there is none */
function nestedMap<Member>(maps: Map<string, Map<string, Member>>, key: string): Map<string, Member> {
  const existing = maps.get(key);
  if (existing !== undefined) return existing;
  const added = new Map<string, Member>();
  maps.set(key, added);
  return added;
}

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
  readonly #linkingRows = new Map<string, Map<string, LinkingRow[]>>();
  readonly files = new Map<string, UploadedFile>();
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
  #findTarget(collection: string, field: string): FilterTarget | undefined {
    const targetCollection =
      this.#schema.findRelation(collection, field)?.related ?? systemTargets.get(`${collection}.${field}`);
    if (targetCollection !== undefined) return { collection: targetCollection };
    const incoming = this.#schema.findAliasRelation(collection, field);
    return incoming === undefined ? undefined : { collection: incoming.collection, incoming };
  }

  readonly #followLink: FollowLink = (sourceCollection, field, row) => {
    const target = this.#findTarget(sourceCollection, field);
    if (target === undefined) return undefined;
    const { collection, incoming } = target;
    const ownKey = readKey(row, this.#schema.findKeyName(sourceCollection)) ?? '';
    const keys =
      incoming === undefined
        ? [readKey(row[field], this.#schema.findKeyName(collection))]
        : this.findLinkingKeys(incoming, ownKey);
    const rows: JsonObject[] = [];
    for (const key of keys) {
      const linkedRow = this.#filterRows.get(collection)?.get(key ?? '');
      if (linkedRow !== undefined) rows.push(linkedRow);
    }
    return { collection, isMany: incoming !== undefined, rows };
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
  findShownFields(collection: string, row: JsonObject, subject: string): ReadonlySet<string> | undefined {
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
      const ownFile = `${this.#base}content/${relation.collection}.json`;
      if (this.#bundle.names.includes(ownFile)) continue;
      const parent = readKey(row, this.#schema.findKeyName(collection));
      for (const child of listAt(value)) {
        const key = readKey(child, this.#schema.findKeyName(relation.collection));
        if (!isObject(child) || key === undefined || parent === undefined) continue;
        nestedMap(this.#nested, relation.collection).set(key, { ...child, [relation.field]: parent });
      }
    }
  }

  #surveyRow(collection: string, row: JsonObject, isJoining: boolean): void {
    this.addFilterRow(collection, row);
    this.#schema.judgeRow(collection, row, this.#intake, false);
    const key = readKey(row, this.#schema.findKeyName(collection));
    if (key === undefined) return;
    if (isJoining) nestedMap(this.joiningRows, collection).set(key, row);
    for (const relation of this.#schema.relations) {
      const { field, oneField, related, sortField } = relation;
      // Only a relation that the linked collection shows as a field of its own is followed back.
      if (relation.collection !== collection || oneField === undefined || related === undefined) continue;
      const targetKey = readKey(row[field], this.#schema.findKeyName(related));
      if (targetKey === undefined) continue;
      const linkingRows = nestedMap(this.#linkingRows, `${collection}.${field}`);
      const order = sortField === undefined ? undefined : numberAt(row, sortField);
      const linkingRow: LinkingRow = { key, order: order ?? Number.MAX_SAFE_INTEGER };
      const rowsOfTarget = linkingRows.get(targetKey);
      if (rowsOfTarget === undefined) linkingRows.set(targetKey, [linkingRow]);
      else rowsOfTarget.push(linkingRow);
    }
  }

  /** @returns the keys of the rows that link to a row, in their order */
  findLinkingKeys(relation: Relation, key: string): readonly string[] {
    return (this.#linkingRows.get(`${relation.collection}.${relation.field}`)?.get(key) ?? []).map((row) => row.key);
  }

  addFile(row: Json): void {
    const id = textAt(row, 'id') ?? '';
    if (isObject(row) && this.findShownFields(FILES, row, 'file: items') === undefined) {
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
