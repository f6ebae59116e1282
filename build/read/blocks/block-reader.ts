/**
 * Reads items into columns and renders them: either complete lines from their bytes, or items of the line reader.
 *
 * Reading bytes gives the same columns as the line reader (item-reader). It stops at any value that the line reader would
 * report, and the block is then read line by line.
 */
import { isUtf8 } from 'node:buffer';
import {
  type ContentType,
  encodeComponent,
  exportedFields,
  fallbackChains,
  isAttribute,
  isItemId,
  isLocalized,
} from '../../../src/content/model/index.js';
import { GrowingU32 } from '../../../src/format/index.js';
import type { ExportItem, LinkTarget } from '../item.js';
import { findSource } from '../values/localized.js';
import type { BlockColumns, ItemColumns } from './block-columns.js';
import { ByteColumnSink, ByteSink, nullBytes } from './byte-sink.js';
import { type FieldReader, fieldReader } from './field-readers.js';
import {
  ABSENT,
  COMMA,
  COMPOUND,
  CR,
  ESCAPED,
  LF,
  LineScanner,
  NULL,
  STRING,
  skipSpace,
  UnusualInput,
} from './line-scanner.js';
import { LocalRecordBuilder } from './local-record-builder.js';
import { isPlainId } from './plain-ids.js';

/** Byte → 1 if links contain it unescaped: letters, digits and `-._~`. */
const unreserved = Uint8Array.from({ length: 256 }, (_, byte) =>
  /[A-Za-z0-9\-._~]/.test(String.fromCharCode(byte)) && byte < 0x80 ? 1 : 0,
);

/** The lengths of the id, in JSON and in a URL, precede the lengths of the attributes. */
const idLengths = 2;

interface BlockField {
  /** One reader; one per locale if the field is localized. */
  readonly readers: readonly FieldReader[];
  /** Finds the values of the locales in the object of a localized field; undefined if the field is not localized. */
  readonly localeScanner: LineScanner | undefined;
  /** `"<name>":`; undefined for a relationship. */
  readonly prefix: Buffer | undefined;
  /** Its place among the stored fields; the place of the default locale if the field is localized. */
  readonly firstStored: number;
}

/** Adds the current item's value of a field, in a locale if the field is localized. @returns whether there is a value */
type AddValue = (field: number, locale: number, into: ByteSink) => boolean;

const hasValue = ({ kinds }: LineScanner, member: number): boolean =>
  kinds[member] !== ABSENT && kinds[member] !== NULL;

export class BlockReader {
  readonly #fields: readonly BlockField[];
  readonly #scanner: LineScanner;
  readonly #chains: readonly (readonly number[])[];
  readonly #ids = new ByteColumnSink();
  readonly #records = new ByteColumnSink();
  /** The attributes of the current item, separated by commas. */
  readonly #body = new ByteSink();
  /** The lengths that precede the attributes in the record of the current item. */
  readonly #lengths: number[] = [];
  /** Undefined if the type has no localized fields. */
  readonly #local: LocalRecordBuilder | undefined;
  /** Images that are resources, by id. */
  readonly #images = new Map<string, LinkTarget>();

  constructor(type: ContentType) {
    const codes = type.locales.map(({ code }) => code);
    this.#chains = fallbackChains(type.locales);
    this.#local = codes.length === 0 ? undefined : new LocalRecordBuilder(codes);
    const fields: BlockField[] = [];
    let storedCount = 0;
    const exported = exportedFields(type);
    for (const field of exported) {
      const hasLocales = isLocalized(field);
      const readerCount = hasLocales ? codes.length : 1;
      fields.push({
        readers: Array.from({ length: readerCount }, () => fieldReader(field, this.#images)),
        localeScanner: hasLocales ? new LineScanner(codes) : undefined,
        prefix: isAttribute(field) ? Buffer.from(`"${field.name}":`) : undefined,
        firstStored: storedCount,
      });
      storedCount += readerCount;
    }
    this.#fields = fields;
    this.#scanner = new LineScanner([...exported.map(({ name }) => name), 'id']);
  }

  /**
   * @param bytes complete lines; the last may lack its line feed
   * @returns the columns, or undefined if the block must be read line by line
   * Cost: O(bytes).
   */
  read(bytes: Uint8Array): BlockColumns | undefined {
    if (!isUtf8(bytes)) return undefined;
    const lines = new GrowingU32();
    try {
      const { buffer, byteOffset, byteLength } = bytes;
      const lineCount = this.#addLines(Buffer.from(buffer, byteOffset, byteLength), lines);
      const itemColumns = this.#takeColumns();
      if (this.#hasCutInstants(itemColumns)) return undefined;
      return { lineCount, lines: lines.view().slice(), ...itemColumns };
    } catch (error) {
      if (!(error instanceof UnusualInput)) throw error;
      // Empties the columns for the next block.
      this.#takeColumns();
      return undefined;
    }
  }

  /** Makes the columns of items that the line reader has read. */
  toColumns(items: readonly ExportItem[]): ItemColumns {
    for (const { id, values, ownLocales } of items) {
      const addValue: AddValue = (field, locale, into) => {
        const { readers, firstStored } = this.#fields[field]!;
        const reader = readers[locale]!;
        const value = values[firstStored + locale];
        if (value === undefined) reader.skip();
        else reader.add(value, into);
        return value !== undefined;
      };
      this.#beginItem();
      this.#addId(id);
      this.#endItem(ownLocales, addValue);
    }
    return this.#takeColumns();
  }

  /** Adds the item of each line. @param itemLines receives the line of each item. @returns the number of lines */
  #addLines(bytes: Buffer, itemLines: GrowingU32): number {
    const addValue: AddValue = (field, locale, into) => this.#addScannedValue(bytes, field, locale, into);
    let lineCount = 0;
    let lineStart = 0;
    while (lineStart < bytes.length) {
      const valueStart = skipSpace(bytes, lineStart);
      let lineEnd = valueStart;
      const isBlank = valueStart === bytes.length || bytes[valueStart] === LF;
      if (!isBlank) {
        lineEnd = this.#scanner.scan(bytes, valueStart);
        this.#beginItem();
        this.#addScannedId(bytes);
        this.#endItem(this.#scanLocales(bytes), addValue);
        itemLines.push(lineCount);
      } else if (hasInnerReturn(bytes, lineStart, lineEnd)) throw new UnusualInput();
      lineCount += 1;
      lineStart = lineEnd + 1;
    }
    return lineCount;
  }

  /** Finds the values of localized fields. @returns the locales that have one, ascending */
  #scanLocales(bytes: Buffer): readonly number[] {
    if (this.#local === undefined) return [];
    const { kinds, starts } = this.#scanner;
    const ownLocales = new Set<number>();
    for (const [field, { localeScanner }] of this.#fields.entries()) {
      if (localeScanner === undefined) continue;
      localeScanner.kinds.fill(ABSENT);
      if (!hasValue(this.#scanner, field)) continue;
      if (kinds[field] !== COMPOUND) throw new UnusualInput();
      localeScanner.scanObject(bytes, starts[field]!);
      for (let locale = 0; locale < this.#chains.length; locale += 1) {
        if (hasValue(localeScanner, locale)) ownLocales.add(locale);
      }
    }
    return [...ownLocales].sort((a, b) => a - b);
  }

  /** Adds the value that the scanner found. @returns whether there is one */
  #addScannedValue(bytes: Buffer, field: number, locale: number, into: ByteSink): boolean {
    const { readers, localeScanner } = this.#fields[field]!;
    const reader = readers[locale]!;
    const scanner = localeScanner ?? this.#scanner;
    // The members of the scanner are the fields of the item, or the locales of a localized field.
    let member = field;
    if (localeScanner !== undefined) {
      member = findSource(this.#chains[locale]!, (candidate) => hasValue(localeScanner, candidate));
    }
    if (member < 0 || !hasValue(scanner, member)) {
      reader.skip();
      return false;
    }
    const { kinds, starts, ends } = scanner;
    reader.read(bytes, kinds[member]!, starts[member]!, ends[member]!, into);
    return true;
  }

  /** Begins an item. The caller adds its id next. */
  #beginItem(): void {
    this.#body.length = 0;
    this.#lengths.length = 0;
    this.#local?.begin();
  }

  /**
   * Adds the fields of the current item and ends it.
   *
   * @param ownLocales places of the locales in which it has values of its own
   */
  #endItem(ownLocales: readonly number[], addValue: AddValue): void {
    const body = this.#body;
    for (const [field, { localeScanner, prefix }] of this.#fields.entries()) {
      const isAttribute = prefix !== undefined;
      const isFirstAttribute = this.#lengths.length === idLengths;
      if (isAttribute && !isFirstAttribute) body.push(COMMA);
      const start = body.length;
      if (localeScanner === undefined) this.#addField(field, prefix, addValue);
      else this.#local?.field(prefix, body, (locale, into) => addValue(field, locale, into));
      if (isAttribute) this.#lengths.push(body.length - start);
    }
    this.#local?.end(ownLocales);
    const { sink } = this.#records;
    for (const length of this.#lengths) sink.varint(length);
    sink.copy(body.bytes, 0, body.length);
    this.#records.end();
  }

  /** Adds the value of a field without locales. @param prefix `"<name>":`; undefined for a relationship */
  #addField(field: number, prefix: Buffer | undefined, addValue: AddValue): void {
    const body = this.#body;
    if (prefix !== undefined) body.copy(prefix, 0, prefix.length);
    const hasNoValue = !addValue(field, 0, body);
    if (hasNoValue && prefix !== undefined) body.copy(nullBytes, 0, nullBytes.length);
  }

  /** Begins the body with the id in JSON, followed by the id in URLs if that differs. */
  #addScannedId(bytes: Buffer): void {
    // The id is the last member of the scanner.
    const member = this.#fields.length;
    const kind = this.#scanner.kinds[member];
    const start = this.#scanner.starts[member]!;
    const end = this.#scanner.ends[member]!;
    if (kind !== STRING && kind !== ESCAPED) throw new UnusualInput();
    if (kind !== STRING || !isPlainId(bytes, start, end)) {
      this.#addId(parseId(bytes.toString('utf8', start - 1, end + 1)));
      return;
    }
    this.#ids.sink.copy(bytes, start, end);
    this.#body.copy(bytes, start, end);
    let isSameInLinks = true;
    for (let index = start; index < end; index += 1) if (unreserved[bytes[index]!] === 0) isSameInLinks = false;
    this.#endId(isSameInLinks ? '' : encodeComponent(bytes.toString('utf8', start, end)));
  }

  #addId(id: string): void {
    const json = JSON.stringify(id).slice(1, -1);
    const url = encodeComponent(id);
    this.#ids.sink.text(id);
    this.#body.text(json);
    this.#endId(url === json ? '' : url);
  }

  #endId(url: string): void {
    this.#lengths.push(this.#body.length, url.length);
    this.#body.text(url);
    this.#ids.end();
  }

  /** @returns the columns of the items so far, and empties this reader */
  #takeColumns(): ItemColumns {
    const columns = this.#fields.flatMap(({ readers }) => readers.map((reader) => reader.take()));
    const images = [...this.#images.values()];
    this.#images.clear();
    return { images, ids: this.#ids.take(), columns, records: this.#records.take(), local: this.#local?.take() };
  }

  /** Whether a localized field has a cut instant. The line reader reports those, as one value may count in several locales. */
  #hasCutInstants({ columns }: ItemColumns): boolean {
    for (const { readers, localeScanner, firstStored } of this.#fields) {
      if (localeScanner === undefined) continue;
      const fieldColumns = columns.slice(firstStored, firstStored + readers.length);
      if (fieldColumns.some((column) => column.kind === 'number' && column.cutInstants !== undefined)) return true;
    }
    return false;
  }
}

/** Whether a blank line has a carriage return that is not its last byte; the line reader decides about such a line. */
const hasInnerReturn = (bytes: Buffer, start: number, end: number): boolean =>
  bytes.subarray(start, Math.max(start, end - 1)).includes(CR);

/** @returns the id of a JSON string. @throws UnusualInput if it is not a valid id */
function parseId(json: string): string {
  try {
    const id: unknown = JSON.parse(json);
    if (typeof id === 'string' && isItemId(id)) return id;
  } catch {
    // The line reader reports the reason.
  }
  throw new UnusualInput();
}
