/**
 * The rows of a Directus template: read by collection, with translations and junctions by key, and the rows that link to a row.
 */
import type { Intake } from '../../core/intake/source.js';
import type { Bundle } from '../../input/bundle.js';
import { valuesIn } from '../../input/json-stream.js';
import { addressOf, assetOf, assetValue } from '../../value/image.js';
import { at, isObject, type Json, type JsonObject, listAt, membersOf, numberAt, textAt } from '../../value/json.js';
import { link, type Value } from '../../value/value.js';
import { EVERYTHING, type PublicPolicy, Undecided, type Walk } from './policy.js';
import { FILES, type Relation, type Schema } from './schema.js';

/** @returns a key as an id; undefined if there is none. In place of a key, a row may contain the linked row. */
export function keyText(value: Json | undefined, key: string): string | undefined {
  const plain = isObject(value) ? at(value, key) : value;
  return typeof plain === 'string' || typeof plain === 'number' ? String(plain) : undefined;
}

/** Links of Directus's own collections, which `relations.json` does not have. */
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
  /** Rows that are nested in their parent row, and in no file of their own. */
  readonly #nested = new Map<string, Map<string, JsonObject>>();
  /** Rows of translations and of junctions, by their key. */
  readonly kept = new Map<string, Map<string, JsonObject>>();
  /** By relation and key of a row: the keys of the rows that link to it, in their order. */
  readonly #inverse = new Map<string, Map<string, { readonly key: string; readonly order: number }[]>>();
  readonly files = new Map<string, { readonly value: Value; readonly row: Json }>();
  readonly hiddenFiles = new Set<string>();
  readonly #policy: PublicPolicy | undefined;
  /** Rows that filters of the Public policy read. */
  readonly #looked = new Map<string, Map<string, JsonObject>>();

  constructor(bundle: Bundle, base: string, schema: Schema, intake: Intake, policy: PublicPolicy | undefined) {
    this.#bundle = bundle;
    this.#base = base;
    this.#schema = schema;
    this.#intake = intake;
    this.#policy = policy;
    for (const collection of [...schema.collections, FILES, 'directus_folders', 'directus_users']) {
      for (const field of policy?.filtered ?? []) {
        const to = this.#leadsTo(collection, field);
        if (to !== undefined) this.#looked.set(to.collection, new Map());
      }
    }
  }

  /** @returns the collection that a field links to, for filters that follow links */
  #leadsTo(
    collection: string,
    field: string,
  ): { readonly collection: string; readonly through?: Relation } | undefined {
    const own = this.#schema.relationOf(collection, field)?.related ?? systemTargets.get(`${collection}.${field}`);
    if (own !== undefined) return { collection: own };
    const through = this.#schema.aliasOf(collection, field);
    return through === undefined ? undefined : { collection: through.collection, through };
  }

  readonly #walk: Walk = (from, field, row) => {
    const to = this.#leadsTo(from, field);
    if (to === undefined) return undefined;
    const { collection, through } = to;
    const keys =
      through === undefined
        ? [keyText(row[field], this.#schema.keyOf(collection))]
        : this.leadingTo(through, keyText(row, this.#schema.keyOf(from)) ?? '');
    const rows = keys.flatMap((key): JsonObject[] => {
      const row = this.#looked.get(collection)?.get(key ?? '');
      return row === undefined ? [] : [row];
    });
    return { collection, many: through !== undefined, rows };
  };

  look(collection: string, row: Json): void {
    const key = keyText(row, this.#schema.keyOf(collection));
    if (isObject(row) && key !== undefined) this.#looked.get(collection)?.set(key, row);
  }

  /** @returns the fields that some row may show to visitors; undefined if the collection shows them nothing */
  fieldsShown(collection: string): ReadonlySet<string> | undefined {
    const isOpen = this.#policy === undefined || this.#intake.isWanted(collection);
    return isOpen ? EVERYTHING : this.#policy.fieldsOf(collection);
  }

  /** @returns the fields that the row shows to visitors; undefined if the row is not shown, as is reported */
  shown(collection: string, row: JsonObject, what: string): ReadonlySet<string> | undefined {
    if (this.#policy === undefined || this.#intake.isWanted(collection)) return EVERYTHING;
    try {
      const fields = this.#policy.shown(collection, row, this.#walk);
      if (fields === undefined) this.#intake.leaveOut(what, 'the Public policy does not show it');
      return fields;
    } catch (error) {
      if (!(error instanceof Undecided)) throw error;
      this.#intake.lose(what, `the filter of the Public policy has what cannot be decided here: ${error.message}`);
      return undefined;
    }
  }

  /** Rows of a collection's file, then those that are nested in others. */
  async *rows(collection: string): AsyncGenerator<JsonObject> {
    const name = `${this.#base}content/${collection}.json`;
    if (this.#bundle.names.includes(name)) {
      this.#intake.progress(`reading ${collection}`, 0, this.#bundle.sizes.get(name) ?? 0);
      let single: [string, Json][] | undefined;
      for await (const { path, value } of valuesIn(this.#bundle.text(name), ['$.*'], name)) {
        const [key] = path;
        if (typeof key === 'string') single = [...(single ?? []), [key, value]];
        else if (isObject(value)) yield value;
        else this.#intake.lose(`${collection}: items`, 'a row that is not an object');
      }
      // A collection of one item is that item.
      if (single !== undefined) yield Object.fromEntries(single);
    }
    yield* this.#nested.get(collection)?.values() ?? [];
  }

  async survey(): Promise<void> {
    const translations = this.#schema.translationCollections;
    for (const collection of this.#schema.collections) {
      for await (const row of this.rows(collection)) this.#surveyNested(collection, row);
    }
    for (const collection of this.#schema.collections) {
      const keeps = translations.has(collection) || this.#schema.isPureJunction(collection);
      for await (const row of this.rows(collection)) this.#surveyRow(collection, row, keeps);
    }
    for (const keys of this.#inverse.values()) for (const rows of keys.values()) rows.sort((a, b) => a.order - b.order);
  }

  /** Collects rows that are nested in a row, if they have no file of their own. */
  #surveyNested(collection: string, row: JsonObject): void {
    for (const [name, value] of membersOf(row)) {
      const relation = this.#schema.aliasOf(collection, name);
      if (relation === undefined || !Array.isArray(value)) continue;
      const own = `${this.#base}content/${relation.collection}.json`;
      if (this.#bundle.names.includes(own)) continue;
      const parent = keyText(row, this.#schema.keyOf(collection));
      for (const child of listAt(value)) {
        const key = keyText(child, this.#schema.keyOf(relation.collection));
        if (!isObject(child) || key === undefined || parent === undefined) continue;
        const rows = this.#nested.get(relation.collection) ?? new Map<string, JsonObject>();
        rows.set(key, { ...child, [relation.field]: parent });
        this.#nested.set(relation.collection, rows);
      }
    }
  }

  #surveyRow(collection: string, row: JsonObject, keeps: boolean): void {
    this.look(collection, row);
    this.#schema.verdictOf(collection, row, this.#intake, false);
    const key = keyText(row, this.#schema.keyOf(collection));
    if (key === undefined) return;
    if (keeps) {
      const rows = this.kept.get(collection) ?? new Map<string, JsonObject>();
      rows.set(key, row);
      this.kept.set(collection, rows);
    }
    for (const relation of this.#schema.relations) {
      if (relation.collection !== collection || relation.oneField === undefined || relation.related === undefined)
        continue;
      const to = keyText(row[relation.field], this.#schema.keyOf(relation.related));
      if (to === undefined) continue;
      const name = `${collection}.${relation.field}`;
      const keys = this.#inverse.get(name) ?? new Map<string, { key: string; order: number }[]>();
      const order = relation.sortField === undefined ? undefined : numberAt(row, relation.sortField);
      const rows = keys.get(to) ?? [];
      rows.push({ key, order: order ?? Number.MAX_SAFE_INTEGER });
      keys.set(to, rows);
      this.#inverse.set(name, keys);
    }
  }

  /** @returns the keys of the rows that link to a row, in their order */
  leadingTo(relation: Relation, key: string): readonly string[] {
    return (this.#inverse.get(`${relation.collection}.${relation.field}`)?.get(key) ?? []).map((each) => each.key);
  }

  addFile(row: Json): void {
    const id = textAt(row, 'id') ?? '';
    if (isObject(row) && this.shown(FILES, row, 'file: items') === undefined) {
      this.hiddenFiles.add(id);
      return;
    }
    const size = at(row, 'filesize');
    if (this.#intake.options.assetsUrl === '') this.#intake.note('files without an address; give it with --assets');
    const asset = assetOf({
      url: addressOf(`assets/${id}`, this.#intake.options.assetsUrl),
      width: numberAt(row, 'width'),
      height: numberAt(row, 'height'),
      altText: textAt(row, 'description') ?? textAt(row, 'title'),
      mimeType: textAt(row, 'type'),
      fileName: textAt(row, 'filename_download'),
      fileSize: typeof size === 'string' || typeof size === 'number' ? Number(size) : undefined,
      assetId: id,
    });
    this.files.set(id, { value: assetValue(asset, link(id, FILES)), row });
  }
}
