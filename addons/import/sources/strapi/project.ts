/**
 * The first reading of a Strapi project: schemas, locales, files, links, and the rows of each document.
 *
 * Elsewhere: the second reading, which makes items (entries, attribute-values).
 */

import type { Locale } from '../../core/declarations/locales.js';
import { type FieldShape, INSTANT, oneOf, shapes } from '../../core/declarations/shape.js';
import type { Intake } from '../../core/intake/source.js';
import type { SurveyContext, Verdict } from '../../core/privacy/publication/index.js';
import { addressOf, assetOf, assetValue } from '../../value/image.js';
import { readInstant } from '../../value/instants.js';
import { at, type Json, membersOf, numberAt, textAt, textsAt } from '../../value/json.js';
import { link, type Value } from '../../value/value.js';

export const FILE_TYPE = 'plugin::upload.file';

export interface Attribute {
  readonly name: string;
  readonly type: string;
  readonly json: Json;
  readonly localized: boolean;
}

export interface Schema {
  readonly uid: string;
  readonly isComponent: boolean;
  readonly draftAndPublish: boolean;
  readonly localized: boolean;
  readonly attributes: readonly Attribute[];
}

/** One end of a link. */
interface End {
  readonly type: string;
  readonly ref: string;
  readonly position: number;
}

/** Strapi's own attributes, which are read in another form or not at all. */
export const systemAttributes: ReadonlySet<string> = new Set([
  ...[
    'createdAt',
    'updatedAt',
    'publishedAt',
    'createdBy',
    'updatedBy',
    'locale',
    'localizations',
    'strapi_stage',
    'strapi_assignee',
  ],
]);

export interface Row {
  readonly type: string;
  readonly id: string;
  readonly documentId: string;
  readonly locale: string | undefined;
  /** The verdict at the first reading; undefined for a draft. */
  readonly verdict: Verdict | undefined;
}

/** @returns the name of the type in the export */
export const nameOf = (uid: string): string => /\.([^.]+)$/.exec(uid)?.[1] ?? uid;

/** Strapi sets this time when it publishes a row, so a time in the future (a wrong clock) does not hide the row. */
const TIME = 'publishedAt';

/** @returns the fields by which a row is judged as one of any system */
export const valuesOf = (data: Json): readonly (readonly [string, Json])[] =>
  membersOf(data).filter(([name]) => name !== TIME);

/** @returns the facts about a row that judging its publication needs */
export const knownOf = (uid: string): SurveyContext => ({ type: nameOf(uid), isPublished: true });

export class Project {
  readonly major: number;
  readonly schemas = new Map<string, Schema>();
  readonly files = new Map<string, Value>();
  defaultLocale = 'en';
  readonly #codes: string[] = [];
  readonly #rows = new Map<string, Row>();
  readonly #links = new Map<string, End[]>();
  readonly #intake: Intake;
  /** Types that the public role may read; undefined if it may read none. */
  shownTypes: ReadonlySet<string> | undefined;
  /** Public rows, by document. */
  readonly documents = new Map<string, Row[]>();

  constructor(intake: Intake, major: number) {
    this.#intake = intake;
    this.major = major;
  }

  addSchema(json: Json): void {
    const schema = readSchema(json);
    this.schemas.set(schema.uid, schema);
  }

  addLink(given: Json): void {
    const end = (side: string): { type: string; ref: string; field: string | undefined; position: number } => ({
      type: textAt(given, side, 'type') ?? '',
      ref: String(at(given, side, 'ref') ?? ''),
      field: textAt(given, side, 'field'),
      position: numberAt(given, side, 'pos') ?? Number.NaN,
    });
    const [left, right] = [end('left'), end('right')];
    const position = [right.position, left.position].find((each) => !Number.isNaN(each)) ?? 0;
    this.#link(left, { ...right, position });
    this.#link(right, { ...left, position });
  }

  #link(from: { readonly type: string; readonly ref: string; readonly field: string | undefined }, to: End): void {
    if (from.field === undefined) return;
    const key = `${from.type} ${from.field} ${from.ref}`;
    const there = this.#links.get(key);
    if (there === undefined) this.#links.set(key, [to]);
    else there.push(to);
  }

  /** @returns the targets of a field of a row, in their order */
  linksOf(type: string, field: string, ref: string): readonly End[] {
    return [...(this.#links.get(`${type} ${field} ${ref}`) ?? [])].sort((a, b) => a.position - b.position);
  }

  addLocale(code: string): void {
    this.#codes.push(code);
  }

  addFile(id: string, data: Json): void {
    const url = textAt(data, 'url') ?? '';
    const size = numberAt(data, 'size') ?? Number(textAt(data, 'size') ?? Number.NaN);
    const asset = assetOf({
      url: addressOf(url, this.#intake.options.assetsUrl),
      width: numberAt(data, 'width'),
      height: numberAt(data, 'height'),
      altText: textAt(data, 'alternativeText'),
      mimeType: textAt(data, 'mime'),
      fileName: textAt(data, 'name'),
      // Strapi tells thousands of bytes, with two digits after the point.
      fileSize: Number.isNaN(size) ? undefined : size * 1000,
      assetId: this.fileId(id, data),
    });
    if (url.startsWith('/') && this.#intake.options.assetsUrl === '')
      this.#intake.note('files without an address; give it with --assets');
    this.files.set(id, assetValue(asset, link(this.fileId(id, data), FILE_TYPE)));
  }

  fileId(id: string, data: Json): string {
    return textAt(data, 'documentId') ?? id;
  }

  addRow(type: string, id: string, data: Json): void {
    const schema = this.schemas.get(type);
    const published = schema?.draftAndPublish !== true || (at(data, 'publishedAt') ?? '') !== '';
    const locale = schema?.localized === true ? textAt(data, 'locale') : undefined;
    const verdict = published ? this.#verdictOf(type, data, schema) : undefined;
    this.#rows.set(`${type} ${id}`, { type, id, documentId: textAt(data, 'documentId') ?? id, locale, verdict });
  }

  #verdictOf(type: string, data: Json, schema: Schema | undefined): Verdict {
    const given = at(data, TIME);
    const isRead = typeof given === 'string' ? readInstant(given, 'UTC') !== undefined : typeof given === 'number';
    const doubt =
      schema?.draftAndPublish === true && !isRead
        ? this.#intake.publication.judgeUnreadable(`${nameOf(type)}.${TIME}`, given)
        : undefined;
    return doubt?.is === 'doubt' ? doubt : this.#intake.publication.judgeInSurvey(valuesOf(data), knownOf(type));
  }

  /** Whether a row is public; called after all rows were read. */
  isShown({ type, verdict }: Row): boolean {
    return verdict !== undefined && !this.#intake.publication.isKeptOut(knownOf(type).type, verdict);
  }

  /**
   * @param permissions id of a permission → what it allows
   * @returns content types that visitors may read; undefined where the public role may read none, and so says nothing
   */
  publicTypes(
    permissions: ReadonlyMap<string, string>,
    publicRole: string | undefined,
  ): ReadonlySet<string> | undefined {
    const found = new Set<string>();
    for (const [id, action] of permissions) {
      const [, uid] = /^(api::.+)\.find(?:One)?$/.exec(action) ?? [];
      const roles = this.linksOf('plugin::users-permissions.permission', 'role', id);
      if (uid !== undefined && roles.some(({ ref }) => ref === publicRole)) found.add(uid);
    }
    return found.size > 0 ? found : undefined;
  }

  /** Groups rows into documents; called after all rows and links were read. */
  group(): void {
    for (const row of this.#rows.values()) {
      if (!this.isShown(row)) continue;
      const id = this.documentIdOf(row);
      const key = `${row.type} ${id}`;
      const rows = this.documents.get(key) ?? [];
      // The same locale twice cannot be told apart; the later row is the newer one.
      this.documents.set(key, [...rows.filter(({ locale }) => locale !== row.locale), row]);
    }
    for (const row of this.#rows.values()) {
      if (row.verdict !== undefined) continue;
      const beside = this.documents
        .get(`${row.type} ${this.documentIdOf(row)}`)
        ?.some(({ locale }) => locale === row.locale);
      if (beside === true) this.#intake.leaveOut(`${row.type}: rows`, 'drafts of published items');
      else
        this.#intake.keepOut(
          nameOf(row.type),
          this.documentIdOf(row),
          'a draft that was never published',
          `row ${row.id}`,
        );
    }
  }

  /** In version 4, rows of other locales are linked, and the one of the default locale gives the id. */
  documentIdOf(row: Row): string {
    if (this.major >= 5) return row.documentId;
    const others = this.linksOf(row.type, 'localizations', row.id).map(({ ref }) =>
      this.#rows.get(`${row.type} ${ref}`),
    );
    const all = [row, ...others.filter((each) => each !== undefined)];
    const main = all.find(({ locale }) => locale === this.defaultLocale);
    return main?.id ?? all.map(({ id }) => id).reduce((least, id) => (Number(id) < Number(least) ? id : least));
  }

  rowAt(type: string, id: string): Row | undefined {
    return this.#rows.get(`${type} ${id}`);
  }

  /** @returns the id of a document that is to be seen */
  documentAt(type: string, ref: string): string | undefined {
    const row = this.#rows.get(`${type} ${ref}`);
    const id = row === undefined ? undefined : this.documentIdOf(row);
    return id !== undefined && this.documents.has(`${type} ${id}`) ? id : undefined;
  }

  get locales(): readonly Locale[] {
    const used = new Set([...this.documents.values()].flatMap((rows) => rows.flatMap(({ locale }) => locale ?? [])));
    const codes = [...new Set([this.defaultLocale, ...this.#codes, ...[...used].sort()])].filter((code) =>
      used.has(code),
    );
    return codes.map((code, index) => ({ code, ...(index === 0 && { default: true as const }) }));
  }
}

export function readSchema(schema: Json): Schema {
  const attributes = membersOf(at(schema, 'attributes')).map(
    ([name, attribute]): Attribute => ({
      name,
      type: textAt(attribute, 'type') ?? '',
      json: attribute,
      localized: at(attribute, 'pluginOptions', 'i18n', 'localized') === true,
    }),
  );
  return {
    uid: textAt(schema, 'uid') ?? '',
    isComponent: textAt(schema, 'modelType') === 'component',
    draftAndPublish: at(schema, 'options', 'draftAndPublish') === true,
    localized: at(schema, 'pluginOptions', 'i18n', 'localized') === true,
    attributes,
  };
}

/** Types of attributes that say no more of what they hold. */
const plainShapes: ReadonlyMap<string, FieldShape> = new Map([
  ...shapes('text', 'string', 'email', 'uid', 'time'),
  ...shapes('textMultiline', 'text'),
  ...shapes('markdown', 'richtext', 'blocks'),
  ...shapes('json', 'json'),
  ...shapes('integer', 'integer', 'biginteger'),
  ...shapes('decimal', 'float', 'decimal'),
  ...shapes(INSTANT.type, 'date', 'datetime', 'timestamp'),
  ...shapes('boolean', 'boolean'),
]);

/** @returns undefined where the type is not one that Strapi has */
export function shapeOf({ type, json }: Attribute): FieldShape | undefined {
  switch (type) {
    case 'enumeration':
      return oneOf(textsAt(json, 'enum'));
    case 'media':
      return { type: 'asset', many: at(json, 'multiple') === true };
    case 'relation': {
      const target = textAt(json, 'target');
      const many = /(?:ToMany)$/.test(textAt(json, 'relation') ?? '');
      return { type: 'link', many, ...(target !== undefined && { to: [target] }) };
    }
    case 'component':
      return { type: 'link', many: at(json, 'repeatable') === true, to: [textAt(json, 'component') ?? ''] };
    case 'dynamiczone':
      return { type: 'link', many: true, to: textsAt(json, 'components') };
    default:
      return plainShapes.get(type);
  }
}
