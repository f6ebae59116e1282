/**
 * First pass over a Strapi project: collects schemas, locales, files, links, and the rows of each document.
 *
 * Elsewhere: the second pass, which adds items (entries, attribute-values).
 */

import type { SourceTexts } from '../../core/declarations/descriptive-texts.js';
import type { Locale } from '../../core/declarations/locales.js';
import { type FieldShape, INSTANT, oneOf, shapes } from '../../core/declarations/shape.js';
import type { Intake } from '../../core/intake/source.js';
import type { SurveyContext, Verdict } from '../../core/privacy/publication/index.js';
import { buildAsset, buildAssetValue, resolveAddress } from '../../value/image.js';
import { readInstant } from '../../value/instants.js';
import { type Json, memberAt, numberAt, readMembers, textAt, textsAt } from '../../value/json.js';
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
  readonly texts: SourceTexts;
  readonly isComponent: boolean;
  readonly draftAndPublish: boolean;
  readonly localized: boolean;
  readonly attributes: readonly Attribute[];
}

/** One end of a link. */
interface LinkEnd {
  readonly type: string;
  readonly ref: string;
  readonly position: number;
}

/** Attributes that Strapi adds to each schema; they are read in another form, or left out. */
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
  /** The verdict of the first pass; undefined for a draft. */
  readonly verdict: Verdict | undefined;
}

/** @returns the name of the type in the export */
export const readTypeName = (uid: string): string => /\.([^.]+)$/.exec(uid)?.[1] ?? uid;

/** Strapi sets this time when it publishes a row. A time in the future comes from a wrong clock, and does not hide the row. */
const PUBLISHED_AT = 'publishedAt';

/** @returns the fields from which the publication of a row is judged */
export const readValuesToJudge = (data: Json): readonly (readonly [string, Json])[] =>
  readMembers(data).filter(([name]) => name !== PUBLISHED_AT);

/** @returns the facts from which the publication of a row is judged, apart from its fields */
export const buildFacts = (uid: string): SurveyContext => ({ type: readTypeName(uid), isPublished: true });

export class Project {
  readonly majorVersion: number;
  readonly schemas = new Map<string, Schema>();
  readonly files = new Map<string, Value>();
  defaultLocale = 'en';
  readonly #localeCodes: string[] = [];
  readonly #localeLabels = new Map<string, string>();
  /** `uid attribute` → its texts in the editor. */
  readonly attributeTexts = new Map<string, SourceTexts>();
  readonly #rows = new Map<string, Row>();
  readonly #links = new Map<string, LinkEnd[]>();
  readonly #intake: Intake;
  /** Types that the public role may read; undefined if it may read none. */
  publicTypes: ReadonlySet<string> | undefined;
  /** Public rows, by document. */
  readonly documents = new Map<string, Row[]>();

  constructor(intake: Intake, major: number) {
    this.#intake = intake;
    this.majorVersion = major;
  }

  addSchema(json: Json): void {
    const schema = readSchema(json);
    this.schemas.set(schema.uid, schema);
  }

  addLink(linkJson: Json): void {
    const readEnd = (side: string): { type: string; ref: string; field: string | undefined; position: number } => ({
      type: textAt(linkJson, side, 'type') ?? '',
      ref: String(memberAt(linkJson, side, 'ref') ?? ''),
      field: textAt(linkJson, side, 'field'),
      position: numberAt(linkJson, side, 'pos') ?? Number.NaN,
    });
    const [left, right] = [readEnd('left'), readEnd('right')];
    const position = [right.position, left.position].find((candidate) => !Number.isNaN(candidate)) ?? 0;
    this.#addEnd(left, { ...right, position });
    this.#addEnd(right, { ...left, position });
  }

  #addEnd(
    source: { readonly type: string; readonly ref: string; readonly field: string | undefined },
    target: LinkEnd,
  ): void {
    if (source.field === undefined) return;
    const key = `${source.type} ${source.field} ${source.ref}`;
    const existingEnds = this.#links.get(key);
    if (existingEnds === undefined) this.#links.set(key, [target]);
    else existingEnds.push(target);
  }

  /** @returns the targets of a field of a row, in their order */
  findLinks(type: string, field: string, ref: string): readonly LinkEnd[] {
    return [...(this.#links.get(`${type} ${field} ${ref}`) ?? [])].sort((a, b) => a.position - b.position);
  }

  /** @param name as Strapi writes it: `German (de)` */
  addLocale(code: string, name: string | undefined): void {
    this.#localeCodes.push(code);
    if (name !== undefined) this.#localeLabels.set(code, name.replace(` (${code})`, ''));
  }

  /** @param setting of Strapi's store; one for each type and component has the labels of its editor */
  addEditor(setting: Json): void {
    const uid = /^plugin_content_manager_configuration_(?:content_types|components)::(.+)$/.exec(
      textAt(setting, 'key') ?? '',
    )?.[1];
    if (uid === undefined) return;
    for (const [attribute, texts] of readMembers(memberAt(setting, 'value', 'metadatas'))) {
      this.attributeTexts.set(`${uid} ${attribute}`, {
        label: textAt(texts, 'edit', 'label'),
        description: textAt(texts, 'edit', 'description'),
      });
    }
  }

  addFile(id: string, data: Json): void {
    const url = textAt(data, 'url') ?? '';
    const size = numberAt(data, 'size') ?? Number(textAt(data, 'size') ?? Number.NaN);
    const asset = buildAsset({
      url: resolveAddress(url, this.#intake.options.assetsUrl),
      width: numberAt(data, 'width'),
      height: numberAt(data, 'height'),
      altText: textAt(data, 'alternativeText'),
      mimeType: textAt(data, 'mime'),
      fileName: textAt(data, 'name'),
      // Strapi writes the size in thousands of bytes, with two digits after the point.
      fileSize: Number.isNaN(size) ? undefined : size * 1000,
      assetId: this.readFileId(id, data),
    });
    if (url.startsWith('/') && this.#intake.options.assetsUrl === '')
      this.#intake.note('files without an address; give it with --assets');
    this.files.set(id, buildAssetValue(asset, link(this.readFileId(id, data), FILE_TYPE)));
  }

  readFileId(id: string, data: Json): string {
    return textAt(data, 'documentId') ?? id;
  }

  addRow(type: string, id: string, data: Json): void {
    const schema = this.schemas.get(type);
    const isPublished = schema?.draftAndPublish !== true || (memberAt(data, 'publishedAt') ?? '') !== '';
    const locale = schema?.localized === true ? textAt(data, 'locale') : undefined;
    const verdict = isPublished ? this.#judgeRow(type, data, schema) : undefined;
    this.#rows.set(`${type} ${id}`, { type, id, documentId: textAt(data, 'documentId') ?? id, locale, verdict });
  }

  #judgeRow(type: string, data: Json, schema: Schema | undefined): Verdict {
    const publishedAt = memberAt(data, PUBLISHED_AT);
    const isValidTime =
      typeof publishedAt === 'string' ? readInstant(publishedAt, 'UTC') !== undefined : typeof publishedAt === 'number';
    const doubt =
      schema?.draftAndPublish === true && !isValidTime
        ? this.#intake.publication.judgeUnreadable(`${readTypeName(type)}.${PUBLISHED_AT}`, publishedAt)
        : undefined;
    return doubt?.is === 'doubt'
      ? doubt
      : this.#intake.publication.judgeInSurvey(readValuesToJudge(data), buildFacts(type));
  }

  /** Whether a row is public; called after all rows were read. */
  isPublicRow({ type, verdict }: Row): boolean {
    return verdict !== undefined && !this.#intake.publication.isKeptOut(buildFacts(type).type, verdict);
  }

  /**
   * @param permissions id of a permission → the action that it allows
   * @returns content types that visitors may read; undefined if the public role may read none, so that it decides nothing
   */
  findPublicTypes(
    permissions: ReadonlyMap<string, string>,
    publicRole: string | undefined,
  ): ReadonlySet<string> | undefined {
    const publicUids = new Set<string>();
    for (const [id, action] of permissions) {
      const [, uid] = /^(api::.+)\.find(?:One)?$/.exec(action) ?? [];
      const roles = this.findLinks('plugin::users-permissions.permission', 'role', id);
      if (uid !== undefined && roles.some(({ ref }) => ref === publicRole)) publicUids.add(uid);
    }
    return publicUids.size > 0 ? publicUids : undefined;
  }

  /** Groups rows into documents; called after all rows and links were read. */
  groupRows(): void {
    for (const row of this.#rows.values()) {
      if (!this.isPublicRow(row)) continue;
      const id = this.findDocumentId(row);
      const key = `${row.type} ${id}`;
      const rows = this.documents.get(key) ?? [];
      // The same locale twice cannot be told apart; the later row is the newer one.
      this.documents.set(key, [...rows.filter(({ locale }) => locale !== row.locale), row]);
    }
    for (const row of this.#rows.values()) {
      if (row.verdict !== undefined) continue;
      const hasPublicRow = this.documents
        .get(`${row.type} ${this.findDocumentId(row)}`)
        ?.some(({ locale }) => locale === row.locale);
      if (hasPublicRow === true) this.#intake.leaveOut(`${row.type}: rows`, 'drafts of published items');
      else
        this.#intake.keepOut(
          readTypeName(row.type),
          this.findDocumentId(row),
          'a draft that was never published',
          `row ${row.id}`,
        );
    }
  }

  /** @returns the id of the row's document. In version 4, it is the id of the linked row in the default locale. */
  findDocumentId(row: Row): string {
    if (this.majorVersion >= 5) return row.documentId;
    const localizations = this.findLinks(row.type, 'localizations', row.id).map(({ ref }) =>
      this.#rows.get(`${row.type} ${ref}`),
    );
    const rows = [row, ...localizations.filter((localization) => localization !== undefined)];
    const defaultRow = rows.find(({ locale }) => locale === this.defaultLocale);
    return defaultRow?.id ?? rows.map(({ id }) => id).reduce((least, id) => (Number(id) < Number(least) ? id : least));
  }

  findRow(type: string, id: string): Row | undefined {
    return this.#rows.get(`${type} ${id}`);
  }

  /** @returns the id of the document of a row; undefined if the document is not public */
  findPublicDocumentId(type: string, ref: string): string | undefined {
    const row = this.#rows.get(`${type} ${ref}`);
    const id = row === undefined ? undefined : this.findDocumentId(row);
    return id !== undefined && this.documents.has(`${type} ${id}`) ? id : undefined;
  }

  get locales(): readonly Locale[] {
    const usedCodes = new Set(
      [...this.documents.values()].flatMap((rows) => rows.flatMap(({ locale }) => locale ?? [])),
    );
    const codes = [...new Set([this.defaultLocale, ...this.#localeCodes, ...[...usedCodes].sort()])].filter((code) =>
      usedCodes.has(code),
    );
    return codes.map((code, index) => {
      const label = this.#localeLabels.get(code);
      return { code, ...(index === 0 && { default: true as const }), ...(label !== undefined && { label }) };
    });
  }
}

export function readSchema(schema: Json): Schema {
  const attributes = readMembers(memberAt(schema, 'attributes')).map(
    ([name, attribute]): Attribute => ({
      name,
      type: textAt(attribute, 'type') ?? '',
      json: attribute,
      localized: memberAt(attribute, 'pluginOptions', 'i18n', 'localized') === true,
    }),
  );
  return {
    uid: textAt(schema, 'uid') ?? '',
    texts: { label: textAt(schema, 'info', 'displayName'), description: textAt(schema, 'info', 'description') },
    isComponent: textAt(schema, 'modelType') === 'component',
    draftAndPublish: memberAt(schema, 'options', 'draftAndPublish') === true,
    localized: memberAt(schema, 'pluginOptions', 'i18n', 'localized') === true,
    attributes,
  };
}

/** Shapes that follow from the type of the attribute alone. */
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

/** @returns the shape of an attribute; undefined if Strapi has no such type */
export function chooseShape({ type, json }: Attribute): FieldShape | undefined {
  switch (type) {
    case 'enumeration':
      return oneOf(textsAt(json, 'enum'));
    case 'media':
      return { type: 'asset', many: memberAt(json, 'multiple') === true };
    case 'relation': {
      const target = textAt(json, 'target');
      const isMany = /(?:ToMany)$/.test(textAt(json, 'relation') ?? '');
      return { type: 'link', many: isMany, ...(target !== undefined && { to: [target] }) };
    }
    case 'component':
      return { type: 'link', many: memberAt(json, 'repeatable') === true, to: [textAt(json, 'component') ?? ''] };
    case 'dynamiczone':
      return { type: 'link', many: true, to: textsAt(json, 'components') };
    default:
      return plainShapes.get(type);
  }
}
