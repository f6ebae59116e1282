/**
 * The schema of a Directus project: which collections are content, what their fields hold, and how they lead to each other.
 */

import { type FieldShape, INSTANT, oneOf, shapes } from '../../core/declarations/shape.js';
import type { Intake } from '../../core/intake/source.js';
import type { Verdict } from '../../core/privacy/publication/index.js';
import { at, type Json, type JsonObject, listAt, membersOf, textAt, textsAt } from '../../value/json.js';

export const FILES = 'directus_files';

export interface Relation {
  /** The side that holds the key. */
  readonly collection: string;
  readonly field: string;
  /** Undefined where the key leads to any of several collections. */
  readonly related: string | undefined;
  /** The alias on the other side. */
  readonly oneField: string | undefined;
  /** Where the key's collection joins two others: the field that leads to the second one. */
  readonly junctionField: string | undefined;
  readonly sortField: string | undefined;
  readonly allowed: readonly string[];
  /** Where the key leads to several collections: the field that says which. */
  readonly collectionField: string | undefined;
}

export interface Field {
  readonly collection: string;
  readonly name: string;
  readonly type: string;
  readonly special: readonly string[];
  readonly interface: string;
  readonly isKey: boolean;
  readonly json: Json;
}

const choicesOf = ({ json }: Field): readonly string[] =>
  listAt(json, 'meta', 'options', 'choices').flatMap((choice) => textAt(choice, 'value') ?? []);

export class Schema {
  readonly relations: readonly Relation[];
  readonly #fields = new Map<string, Field[]>();
  readonly collections: readonly string[];
  readonly #archives = new Map<string, { readonly field: string; readonly value: string }>();

  constructor(collections: readonly Json[], fields: readonly Json[], relations: readonly Json[]) {
    const isContent = (collection: Json): boolean => {
      const name = textAt(collection, 'collection') ?? '';
      return !name.startsWith('directus_') && at(collection, 'schema') !== null;
    };
    this.collections = collections.filter(isContent).map((collection) => textAt(collection, 'collection') ?? '');
    for (const collection of collections) {
      const [field, value] = [textAt(collection, 'meta', 'archive_field'), textAt(collection, 'meta', 'archive_value')];
      if (field !== undefined && value !== undefined)
        this.#archives.set(textAt(collection, 'collection') ?? '', { field, value });
    }
    for (const json of fields) this.#addField(json);
    this.relations = relations.map(readRelation);
  }

  #addField(json: Json): void {
    const collection = textAt(json, 'collection') ?? '';
    const field: Field = {
      collection,
      name: textAt(json, 'field') ?? '',
      type: textAt(json, 'type') ?? 'unknown',
      special: textsAt(json, 'meta', 'special'),
      interface: textAt(json, 'meta', 'interface') ?? '',
      isKey: at(json, 'schema', 'is_primary_key') === true,
      json,
    };
    const there = this.#fields.get(collection);
    if (there === undefined) this.#fields.set(collection, [field]);
    else there.push(field);
  }

  fieldsOf(collection: string): readonly Field[] {
    return this.#fields.get(collection) ?? [];
  }

  keyOf(collection: string): string {
    return this.fieldsOf(collection).find(({ isKey }) => isKey)?.name ?? 'id';
  }

  /** @returns the relation whose key the field is */
  relationOf(collection: string, field: string): Relation | undefined {
    return this.relations.find((relation) => relation.collection === collection && relation.field === field);
  }

  /** @returns the relation that an alias shows from its other side */
  aliasOf(collection: string, field: string): Relation | undefined {
    return this.relations.find((relation) => relation.related === collection && relation.oneField === field);
  }

  /** @returns the relation to a collection's translations, and the field of them that says the language */
  translationsOf(
    collection: string,
  ): { readonly relation: Relation; readonly alias: string; readonly language: string } | undefined {
    for (const { name, special } of this.fieldsOf(collection)) {
      const relation = special.includes('translations') ? this.aliasOf(collection, name) : undefined;
      if (relation?.junctionField !== undefined) return { relation, alias: name, language: relation.junctionField };
    }
    return undefined;
  }

  /** Collections that hold nothing but the translations of others. */
  get translationCollections(): ReadonlySet<string> {
    return new Set(
      this.collections.flatMap((collection) => this.translationsOf(collection)?.relation.collection ?? []),
    );
  }

  /** Whether a collection only joins two others: it has keys, an order, and who made it when. */
  isPureJunction(collection: string): boolean {
    const joins = this.relations.some(
      (each) => each.collection === collection && each.junctionField !== undefined && each.oneField !== undefined,
    );
    if (!joins) return false;
    const keys = this.relations.filter((each) => each.collection === collection);
    return this.fieldsOf(collection).every(({ name, special, type, isKey }) => {
      const isRelation = keys.some(
        (each) => each.field === name || each.sortField === name || each.collectionField === name,
      );
      return (
        isKey ||
        isRelation ||
        type === 'alias' ||
        special.some((each) => /^(?:user|date)-/.test(each)) ||
        name === 'sort'
      );
    });
  }

  /** @param isSurveyed whether all rows were read before. @returns whether a row is public, by what Directus says and by its fields */
  verdictOf(collection: string, row: JsonObject, { publication }: Intake, isSurveyed: boolean): Verdict {
    const status = at(row, 'status');
    const field = this.fieldsOf(collection).find(({ name }) => name === 'status');
    const decides = status !== undefined && field !== undefined && choicesOf(field).includes('published');
    if (decides && typeof status !== 'string') {
      const doubt = publication.judgeUnreadable(`${collection}.status`, status);
      if (doubt.is !== 'public') return doubt;
    } else if (decides && status !== 'published') return { is: 'private', reason: `with the status ${status}` };
    const archive = this.#archives.get(collection);
    const value = archive === undefined ? undefined : at(row, archive.field);
    if (archive !== undefined && !decides && value !== undefined && value !== null) {
      if (String(value) === archive.value) return { is: 'private', reason: 'archived' };
      if (typeof value === 'object') return publication.judgeUnreadable(`${collection}.${archive.field}`, value);
    }
    const members = membersOf(row);
    const known = { type: collection, isPublished: decides };
    return isSurveyed
      ? publication.judge(members, { ...known, isSurveyed })
      : publication.judgeInSurvey(members, known);
  }
}

function readRelation(json: Json): Relation {
  return {
    collection: textAt(json, 'collection') ?? textAt(json, 'meta', 'many_collection') ?? '',
    field: textAt(json, 'field') ?? textAt(json, 'meta', 'many_field') ?? '',
    related: textAt(json, 'related_collection'),
    oneField: textAt(json, 'meta', 'one_field'),
    junctionField: textAt(json, 'meta', 'junction_field'),
    sortField: textAt(json, 'meta', 'sort_field'),
    allowed: textsAt(json, 'meta', 'one_allowed_collections'),
    collectionField: textAt(json, 'meta', 'one_collection_field'),
  };
}

/** @returns why a field is not to be seen; undefined where it is */
export function hiddenField(field: Field): string | undefined {
  if (field.type === 'hash' || field.special.includes('hash') || field.special.includes('conceal')) return 'a secret';
  if (at(field.json, 'meta', 'options', 'masked') === true) return 'masked in the app';
  if (field.type === 'binary') return 'binary data, which has no form in JSON';
  if (field.special.some((each) => each.startsWith('user-'))) return 'who created or changed the item';
  return undefined;
}

export const isHtml = ({ interface: name }: Field): boolean => /html|wysiwyg|flexible-editor/.test(name);

/** Types whose fields say no more of what they hold; of all others anything may come. */
const plainShapes: ReadonlyMap<string, FieldShape> = new Map([
  ...shapes('integer', 'integer', 'bigInteger'),
  ...shapes('decimal', 'float', 'decimal'),
  ...shapes('boolean', 'boolean'),
  ...shapes(INSTANT.type, 'date', 'dateTime', 'timestamp'),
  ...shapes('text', 'uuid', 'time', 'unknown'),
]);

/** @returns the type of a field that holds its own value */
export function shapeOf(field: Field): FieldShape {
  const isOpen = at(field.json, 'meta', 'options', 'allowOther') === true;
  const choices = isOpen ? [] : choicesOf(field).filter((choice) => choice !== '');
  switch (field.type) {
    case 'string':
    case 'char':
      return oneOf(choices);
    case 'text':
      if (isHtml(field) || /markdown|-md$|rich-text/.test(field.interface)) return { type: 'markdown' };
      return choices.length === 0 ? { type: 'textMultiline' } : oneOf(choices);
    case 'csv':
      return oneOf(choices, true);
    case 'json':
      if (field.interface === 'tags') return { type: 'text', many: true };
      return field.interface.startsWith('select-multiple') && choices.length > 0
        ? oneOf(choices, true)
        : { type: 'json' };
    default:
      return plainShapes.get(field.type) ?? { type: 'json' };
  }
}
