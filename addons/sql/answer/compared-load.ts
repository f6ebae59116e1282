/**
 * A load as a side of `stele diff`: ids, rendered items and links of one type at a time, in the form of a snapshot.
 *
 * Memory: the rendered items, ids and links of one type.
 */
import { OperationError } from '../../../src/content/errors/index.js';
import {
  type ContentModel,
  type ContentType,
  type RelationshipField,
  readContentModel,
  type SnapshotId,
  snapshotId,
} from '../../../src/content/model/index.js';
import { LinkColumn } from '../../../src/index/columns/index.js';
import { DocumentStore } from '../../../src/index/documents/index.js';
import { ByteTerms } from '../../../src/index/termdict/index.js';
import type { Address } from '../connection/address.js';
import type { Client } from '../connection/connect.js';
import { withRegister } from '../register/choose-load.js';
import { LAYOUT, type LoadEntry } from '../register/entries.js';
import type { Register } from '../register/register.js';
import { DOC_COLUMN, ID_COLUMN, localColumn, OWN_COLUMN, RECORD_COLUMN } from '../schema/columns.js';
import { quoteIdentifier } from '../schema/identifiers.js';
import type { TypeSource } from '../statements/type-source.js';
import { concatenateRecords, createLocalDocuments, createOwnLocales } from './fetched-space.js';
import { createTypeSource, type LoadedTables } from './loaded-space.js';
import { encodeTargetKey } from './target-key.js';

/**
 * Opens the published load; with `isPair`, the load that was published before it comes first.
 *
 * @throws OperationError if a load is missing or was made by another version of stele
 */
export function openCompared<Result>(
  address: Address,
  schema: string,
  isPair: boolean,
  use: (loads: readonly ComparedLoad[]) => Promise<Result>,
): Promise<Result> {
  return withRegister(address, schema, 'compare loads', async (register, client) => {
    const entries = await register.list();
    const published = entries.find(({ isPublished }) => isPublished);
    if (published === undefined)
      throw new OperationError(
        `no load of the schema ${schema} is published. Load content: stele load <export> --to <url>, or give another --schema.`,
      );
    const previous = entries.find(({ publishedBefore }) => publishedBefore === 1);
    if (isPair && previous === undefined) {
      throw new OperationError(
        'no load was published before the current one. Give another side: snapshots, or another database.',
      );
    }
    const requestedEntries = isPair && previous !== undefined ? [previous, published] : [published];
    const loads: ComparedLoad[] = [];
    for (const entry of requestedEntries) loads.push(await openLoad(register, client, entry));
    return use(loads);
  });
}

async function openLoad(register: Register, client: Client, entry: LoadEntry): Promise<ComparedLoad> {
  const { load, schema, layout, fingerprint } = entry;
  const { model: text, counts } = await register.readCompleted(load);
  const parsedModel = readContentModel(JSON.parse(text));
  const id = snapshotId(fingerprint);
  if (layout !== LAYOUT || id === undefined || !('model' in parsedModel)) {
    throw new OperationError(`load ${load} was made by another version of stele. Load the export again.`);
  }
  return new ComparedLoad(client, { schema, model: parsedModel.model, counts }, id, await register.contentHashes(load));
}

/** Items that one statement reads. */
const rowsPerStatement = 10_000;

interface ItemRow {
  readonly id: string;
  readonly record: Buffer;
  readonly own: string | null;
  /** Differences in the locales after the default one. */
  readonly [local: `local${number}`]: Buffer | null;
}

interface LinkRow {
  readonly doc: number;
  readonly type: string;
  readonly target: string;
}

interface ComparedLinks {
  readonly field: RelationshipField;
  readonly targets: ByteTerms;
  readonly links: LinkColumn;
}

export class ComparedLoad {
  readonly id: SnapshotId;
  readonly model: ContentModel;
  readonly #client: Client;
  readonly #tables: LoadedTables;
  readonly #contents: ReadonlyMap<string, string>;

  /** @param contents hash of the content of each type */
  constructor(client: Client, tables: LoadedTables, id: SnapshotId, contents: ReadonlyMap<string, string>) {
    this.id = id;
    this.model = tables.model;
    this.#client = client;
    this.#tables = tables;
    this.#contents = contents;
  }

  hashOf(type: string): string | undefined {
    return this.#contents.get(type);
  }

  async sizeOf(type: string): Promise<number> {
    return this.#tables.counts.get(type)?.items ?? 0;
  }

  /** Reads one type with all its locales. Memory: its rendered items, ids and links. */
  async side(type: ContentType) {
    const locales = type.locales.slice(1);
    const columns = [
      `${quoteIdentifier(ID_COLUMN)} AS id, ${quoteIdentifier(RECORD_COLUMN)} AS record`,
      `${type.locales.length === 0 ? 'NULL' : quoteIdentifier(OWN_COLUMN)} AS own`,
      ...locales.map(({ code }, place) => `${quoteIdentifier(localColumn(code))} AS local${place}`),
    ];
    const source = createTypeSource(this.#tables, type.name, 0);
    const size = await this.sizeOf(type.name);
    const rows = await this.#rows<ItemRow>(size, (docs) => {
      return `SELECT ${columns.join(', ')} FROM ${source.table} WHERE ${docs(quoteIdentifier(DOC_COLUMN))} ORDER BY ${quoteIdentifier(DOC_COLUMN)}`;
    });
    const ids = rows.map(({ id }, doc) => ({ bytes: Buffer.from(id), doc }));
    ids.sort((a, b) => Buffer.compare(a.bytes, b.bytes));
    const records = concatenateRecords(rows.map(({ record }) => record));
    const documentStore = (locale: number) => {
      const local = rows.map((row) => row[`local${locale - 1}`] ?? undefined);
      return new DocumentStore(records, type.attributes.length, createLocalDocuments(type, locale, local));
    };
    const defaultSide = {
      type,
      size,
      ids: {
        terms: new ByteTerms(concatenateRecords(ids.map(({ bytes }) => bytes))),
        docs: Uint32Array.from(ids, ({ doc }) => doc),
      },
      documents: documentStore(0),
      links: await this.#readLinks(type, 0, size),
      ownLocales: createOwnLocales(
        type,
        rows.map(({ own }) => own ?? undefined),
      ),
      byLocale: [],
    };
    const byLocale = [];
    for (const place of locales.keys()) {
      byLocale.push({
        ...defaultSide,
        documents: documentStore(place + 1),
        links: await this.#readLinks(type, place + 1, size),
      });
    }
    return { ...defaultSide, byLocale };
  }

  async #readLinks(type: ContentType, locale: number, size: number) {
    const source = createTypeSource(this.#tables, type.name, locale);
    const links = new Map<string, ComparedLinks>();
    for (const field of type.relationships) links.set(field.name, await this.#readRelationship(source, field, size));
    return links;
  }

  async #readRelationship(source: TypeSource, field: RelationshipField, size: number): Promise<ComparedLinks> {
    const rows = await this.#rows<LinkRow>(size, (docs) => {
      const doc = `t.${quoteIdentifier(DOC_COLUMN)}`;
      return `SELECT ${doc} AS doc, l.type, l.target FROM ${source.table} AS t JOIN ${source.linksTable(field.name)} AS l
        ON l.id = t.${quoteIdentifier(ID_COLUMN)} WHERE ${docs(doc)} ORDER BY ${doc}, l.place`;
    });
    const targetKeys = rows.map(({ type, target }) => encodeTargetKey(field.to.indexOf(type), target));
    // Latin-1 maps each byte to one character, so different keys are different texts.
    const keyTexts = targetKeys.map((key) => key.toString('latin1'));
    const keysByText = new Map(keyTexts.map((name, row) => [name, targetKeys[row]!]));
    const sortedKeys = [...keysByText].sort(([, a], [, b]) => Buffer.compare(a, b));
    const terms = new Map(sortedKeys.map(([name], term) => [name, term]));
    const starts = new Uint32Array(size + 1);
    for (const { doc } of rows) starts[doc + 1]! += 1;
    for (let doc = 0; doc < size; doc += 1) starts[doc + 1]! += starts[doc]!;
    return {
      field,
      targets: new ByteTerms(concatenateRecords(sortedKeys.map(([, key]) => key))),
      links: new LinkColumn(
        starts,
        Uint32Array.from(keyTexts, (name) => terms.get(name)!),
      ),
    };
  }

  /** Reads rows for ranges of doc ids. @param sql makes the statement, given the condition on the column with doc ids */
  async #rows<Row extends object>(size: number, sql: (docs: (column: string) => string) => string): Promise<Row[]> {
    const rows: Row[] = [];
    for (let start = 0; start < size; start += rowsPerStatement) {
      const statement = sql((column) => `${column} >= ${start} AND ${column} < ${start + rowsPerStatement}`);
      rows.push(...(await this.#client.query<Row>(statement)).rows);
    }
    return rows;
  }
}
