/**
 * The schema of a Directus project: content collections, their fields, and the relations between them.
 *
 * Elsewhere: reading rows (content), making items (items).
 */

import { readLiteralText, type SourceTexts } from '../../core/declarations/descriptive-texts.js';
import { type FieldShape, INSTANT, oneOf, shapes } from '../../core/declarations/shape.js';
import type { Intake } from '../../core/intake/source.js';
import type { Verdict } from '../../core/privacy/publication/index.js';
import { type Json, type JsonObject, listAt, memberAt, readMembers, textAt, textsAt } from '../../value/json.js';

export const FILES = 'directus_files';

export interface Relation {
  /** The collection with the foreign key. */
  readonly collection: string;
  readonly field: string;
  /** The target collection; undefined if a key may lead to several collections. */
  readonly related: string | undefined;
  /** The field of the target collection that lists the linking rows. */
  readonly oneField: string | undefined;
  /** In a collection that joins two others: the field that links to the second one. */
  readonly junctionField: string | undefined;
  readonly sortField: string | undefined;
  readonly allowed: readonly string[];
  /** If a key may lead to several collections: the field with the name of the collection. */
  readonly collectionField: string | undefined;
}

export interface Field {
  readonly collection: string;
  readonly name: string;
  readonly type: string;
  readonly special: readonly string[];
  readonly interface: string;
  readonly isKey: boolean;
  readonly isUnique: boolean;
  readonly json: Json;
}

/**
 * @param meta     of a collection or a field
 * @param language of the label, if there are several
 */
export function readTexts(meta: Json | undefined, language: string | undefined): SourceTexts {
  const translations = listAt(meta, 'translations');
  const findLabel = (isWanted: (code: string) => boolean): string | undefined =>
    readLiteralText(
      memberAt(
        translations.find((translation) => isWanted(textAt(translation, 'language') ?? '')),
        'translation',
      ),
    );
  const label =
    findLabel((code) => code === language) ??
    findLabel((code) => code.slice(0, 2) === language?.slice(0, 2)) ??
    findLabel((code) => code.startsWith('en'));
  return { label, description: readLiteralText(memberAt(meta, 'note')) };
}

const readChoices = ({ json }: Field): readonly string[] =>
  listAt(json, 'meta', 'options', 'choices').flatMap((choice) => textAt(choice, 'value') ?? []);

export class Schema {
  readonly relations: readonly Relation[];
  readonly #fields = new Map<string, Field[]>();
  readonly collections: readonly string[];
  readonly #collectionMeta = new Map<string, Json | undefined>();
  readonly #archives = new Map<string, { readonly field: string; readonly value: string }>();

  constructor(collections: readonly Json[], fields: readonly Json[], relations: readonly Json[]) {
    const isContent = (collection: Json): boolean => {
      const name = textAt(collection, 'collection') ?? '';
      return !name.startsWith('directus_') && memberAt(collection, 'schema') !== null;
    };
    this.collections = collections.filter(isContent).map((collection) => textAt(collection, 'collection') ?? '');
    for (const collection of collections) {
      this.#collectionMeta.set(textAt(collection, 'collection') ?? '', memberAt(collection, 'meta'));
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
      isKey: memberAt(json, 'schema', 'is_primary_key') === true,
      isUnique: memberAt(json, 'schema', 'is_unique') === true,
      json,
    };
    const collectionFields = this.#fields.get(collection);
    if (collectionFields === undefined) this.#fields.set(collection, [field]);
    else collectionFields.push(field);
  }

  findFields(collection: string): readonly Field[] {
    return this.#fields.get(collection) ?? [];
  }

  /** @param language of the label, if there are several */
  readCollectionTexts(collection: string, language: string | undefined): SourceTexts {
    return readTexts(this.#collectionMeta.get(collection), language);
  }

  findKeyName(collection: string): string {
    return this.findFields(collection).find(({ isKey }) => isKey)?.name ?? 'id';
  }

  /** @returns the relation of a foreign key */
  findRelation(collection: string, field: string): Relation | undefined {
    return this.relations.find((relation) => relation.collection === collection && relation.field === field);
  }

  /** @returns the relation that an alias shows from its other side */
  findAliasRelation(collection: string, field: string): Relation | undefined {
    return this.relations.find((relation) => relation.related === collection && relation.oneField === field);
  }

  /** @returns the relation to a collection's translations, and the field with the language of a translation */
  findTranslations(
    collection: string,
  ): { readonly relation: Relation; readonly alias: string; readonly language: string } | undefined {
    for (const { name, special } of this.findFields(collection)) {
      const relation = special.includes('translations') ? this.findAliasRelation(collection, name) : undefined;
      if (relation?.junctionField !== undefined) return { relation, alias: name, language: relation.junctionField };
    }
    return undefined;
  }

  /** Collections whose rows are translations of other collections. */
  get translationCollections(): ReadonlySet<string> {
    return new Set(
      this.collections.flatMap((collection) => this.findTranslations(collection)?.relation.collection ?? []),
    );
  }

  /** Whether a collection only joins two others: its fields are keys, an order, and bookkeeping. */
  isPureJunction(collection: string): boolean {
    const isJunction = this.relations.some(
      (relation) =>
        relation.collection === collection && relation.junctionField !== undefined && relation.oneField !== undefined,
    );
    if (!isJunction) return false;
    const ownRelations = this.relations.filter((relation) => relation.collection === collection);
    return this.findFields(collection).every(({ name, special, type, isKey }) => {
      const isRelation = ownRelations.some(
        (relation) => relation.field === name || relation.sortField === name || relation.collectionField === name,
      );
      return (
        isKey ||
        isRelation ||
        type === 'alias' ||
        special.some((flag) => /^(?:user|date)-/.test(flag)) ||
        name === 'sort'
      );
    });
  }

  /** @param isSurveyed whether all rows were read before. @returns whether a row is public, from its status and its other fields */
  judgeRow(collection: string, row: JsonObject, { publication }: Intake, isSurveyed: boolean): Verdict {
    const status = memberAt(row, 'status');
    const field = this.findFields(collection).find(({ name }) => name === 'status');
    const decidesByStatus = status !== undefined && field !== undefined && readChoices(field).includes('published');
    if (decidesByStatus && typeof status !== 'string') {
      const doubt = publication.judgeUnreadable(`${collection}.status`, status);
      if (doubt.is !== 'public') return doubt;
    } else if (decidesByStatus && status !== 'published') return { is: 'private', reason: `with the status ${status}` };
    const archive = this.#archives.get(collection);
    const value = archive === undefined ? undefined : memberAt(row, archive.field);
    if (archive !== undefined && !decidesByStatus && value !== undefined && value !== null) {
      if (String(value) === archive.value) return { is: 'private', reason: 'archived' };
      if (typeof value === 'object') return publication.judgeUnreadable(`${collection}.${archive.field}`, value);
    }
    const members = readMembers(row);
    const facts = { type: collection, isPublished: decidesByStatus };
    return isSurveyed
      ? publication.judge(members, { ...facts, isSurveyed })
      : publication.judgeInSurvey(members, facts);
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

/** @returns the reason why a field is not public; undefined if it is public */
export function findHiddenReason(field: Field): string | undefined {
  if (field.type === 'hash' || field.special.includes('hash') || field.special.includes('conceal')) return 'a secret';
  if (memberAt(field.json, 'meta', 'options', 'masked') === true) return 'masked in the app';
  if (field.type === 'binary') return 'binary data, which has no form in JSON';
  if (field.special.some((flag) => flag.startsWith('user-'))) return 'who created or changed the item';
  return undefined;
}

export const isHtml = ({ interface: name }: Field): boolean => /html|wysiwyg|flexible-editor/.test(name);

/** Shapes that follow from the type of the field alone. A field of an unlisted type is JSON. */
const plainShapes: ReadonlyMap<string, FieldShape> = new Map([
  ...shapes('integer', 'integer', 'bigInteger'),
  ...shapes('decimal', 'float', 'decimal'),
  ...shapes('boolean', 'boolean'),
  ...shapes(INSTANT.type, 'date', 'dateTime', 'timestamp'),
  ...shapes('text', 'uuid', 'time', 'unknown'),
]);

/** @returns the shape of a field that is not a link */
export function chooseShape(field: Field): FieldShape {
  const isOpen = memberAt(field.json, 'meta', 'options', 'allowOther') === true;
  const choices = isOpen ? [] : readChoices(field).filter((choice) => choice !== '');
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
