/**
 * Reads items into columns and renders them: a block of complete lines from its bytes, or items from the line reader.
 *
 * Reading bytes gives what the line reader would give; it gives up on anything that the line reader would report.
 */
import { isUtf8 } from 'node:buffer';
import {
  type ContentType,
  encodeComponent,
  fallbackChains,
  isAttribute,
  isItemId,
  isLocalized,
} from '../../../src/content/model/index.js';
import { GrowingU32 } from '../../../src/format/index.js';
import type { ExportItem, LinkTarget } from '../item.js';
import { sourceOf } from '../values/localized.js';
import type { BlockColumns, ItemColumns } from './block-columns.js';
import { ByteColumnSink, ByteSink, nullBytes } from './byte-sink.js';
import { type FieldReader, fieldReader } from './field-readers.js';
import { ABSENT, COMMA, COMPOUND, CR, ESCAPED, LF, LineScanner, NULL, STRING, skipSpace, Unusual } from './line.js';
import { LocalItems } from './local-items.js';

/** Byte → 1 where a link shows it is: letters, digits and `-._~`. */
const unreserved = Uint8Array.from({ length: 256 }, (_, byte) =>
  /[A-Za-z0-9\-._~]/.test(String.fromCharCode(byte)) && byte < 0x80 ? 1 : 0,
);

const idBytesMaximum = 255;

/** Before the lengths of attributes stand those of the id, in JSON and in a URL. */
const idLengths = 2;

/** @returns whether the bytes are an id of printable ASCII that may not be `.` or `..` */
function isPlainId(bytes: Uint8Array, start: number, end: number): boolean {
  if (start === end || end - start > idBytesMaximum || bytes[start] === 0x2e) return false;
  for (let at = start; at < end; at += 1) if (bytes[at]! < 0x20 || bytes[at]! > 0x7e) return false;
  return true;
}

interface ReadField {
  /** One; of a localized field one for each locale. */
  readonly readers: readonly FieldReader[];
  /** Of a localized field: finds the locales' values in its object. */
  readonly locales: LineScanner | undefined;
  /** `"<name>":` of an attribute. */
  readonly prefix: Buffer | undefined;
  /** Its place among the stored fields, of a localized one that of the default locale. */
  readonly stored: number;
}

/** Adds what the item at hand has in a field, in a locale where it is localized. @returns whether there is a value */
type AddValue = (field: number, locale: number, into: ByteSink) => boolean;

const hasValue = ({ kinds }: LineScanner, member: number): boolean =>
  kinds[member] !== ABSENT && kinds[member] !== NULL;

export class BlockReader {
  readonly #fields: readonly ReadField[];
  readonly #scanner: LineScanner;
  readonly #chains: readonly (readonly number[])[];
  readonly #ids = new ByteColumnSink();
  readonly #records = new ByteColumnSink();
  /** The item at hand: its attributes with commas between them, and the lengths that stand before. */
  readonly #body = new ByteSink();
  readonly #lengths: number[] = [];
  /** Where the type has localized fields. */
  readonly #local: LocalItems | undefined;
  /** By id. */
  readonly #images = new Map<string, LinkTarget>();

  constructor(type: ContentType) {
    const codes = type.locales.map(({ code }) => code);
    this.#chains = fallbackChains(type.locales);
    this.#local = codes.length === 0 ? undefined : new LocalItems(codes);
    let stored = 0;
    this.#fields = type.fields.map((field) => {
      const readers = Array.from(isLocalized(field) ? codes : [''], () => fieldReader(field, this.#images));
      stored += readers.length;
      return {
        readers,
        locales: isLocalized(field) ? new LineScanner(codes) : undefined,
        prefix: isAttribute(field) ? Buffer.from(`"${field.name}":`) : undefined,
        stored: stored - readers.length,
      };
    });
    this.#scanner = new LineScanner([...type.fields.map(({ name }) => name), 'id']);
  }

  /**
   * @param bytes whole lines; the last may lack its line feed
   * @returns undefined where something is unusual: nothing is known then
   * Cost: O(bytes).
   */
  read(bytes: Uint8Array): BlockColumns | undefined {
    if (!isUtf8(bytes)) return undefined;
    const lines = new GrowingU32();
    try {
      const { buffer, byteOffset, byteLength } = bytes;
      const lineCount = this.#lines(Buffer.from(buffer, byteOffset, byteLength), lines);
      const itemColumns = this.#take();
      return this.#hasCutInstants(itemColumns) ? undefined : { lineCount, lines: lines.view().slice(), ...itemColumns };
    } catch (error) {
      if (!(error instanceof Unusual)) throw error;
      this.#take();
      return undefined;
    }
  }

  /** The same of items that the line reader has read. */
  columnsOf(items: readonly ExportItem[]): ItemColumns {
    for (const { id, values, own } of items) {
      this.#begin();
      this.#anyId(id);
      this.#end(own, (field, locale, into) => {
        const { readers, stored } = this.#fields[field]!;
        const reader = readers[locale]!;
        const value = values[stored + locale];
        if (value === undefined) reader.skip();
        else reader.add(value, into);
        return value !== undefined;
      });
    }
    return this.#take();
  }

  /** @returns how many lines there are */
  #lines(bytes: Buffer, lines: GrowingU32): number {
    const add: AddValue = (field, locale, into) => this.#value(bytes, field, locale, into);
    let lineCount = 0;
    for (let at = 0; at < bytes.length; at += 1) {
      const start = at;
      at = skipSpace(bytes, at);
      if (at < bytes.length && bytes[at] !== LF) {
        at = this.#scanner.scan(bytes, at);
        this.#begin();
        this.#id(bytes);
        this.#end(this.#scanLocales(bytes), add);
        lines.push(lineCount);
      } else if (bytes.subarray(start, Math.max(start, at - 1)).includes(CR)) throw new Unusual();
      lineCount += 1;
    }
    return lineCount;
  }

  /** Finds the values of localized fields. @returns the locales that have one, ascending */
  #scanLocales(bytes: Buffer): readonly number[] {
    if (this.#local === undefined) return [];
    const { kinds, starts } = this.#scanner;
    const own = new Set<number>();
    for (const [field, { locales }] of this.#fields.entries()) {
      if (locales === undefined) continue;
      locales.kinds.fill(ABSENT);
      if (!hasValue(this.#scanner, field)) continue;
      if (kinds[field] !== COMPOUND) throw new Unusual();
      locales.scanObject(bytes, starts[field]!);
      for (let locale = 0; locale < this.#chains.length; locale += 1) if (hasValue(locales, locale)) own.add(locale);
    }
    return [...own].sort((a, b) => a - b);
  }

  #value(bytes: Buffer, field: number, locale: number, into: ByteSink): boolean {
    const { readers, locales } = this.#fields[field]!;
    const reader = readers[locale]!;
    const scanner = locales ?? this.#scanner;
    const { kinds, starts, ends } = scanner;
    const source = locales === undefined ? field : sourceOf(this.#chains[locale]!, (each) => hasValue(locales, each));
    const isPresent = source >= 0 && hasValue(scanner, source);
    if (isPresent) reader.read(bytes, kinds[source]!, starts[source]!, ends[source]!, into);
    else reader.skip();
    return isPresent;
  }

  /** The item at hand: its id is to follow. */
  #begin(): void {
    this.#body.length = 0;
    this.#lengths.length = 0;
    this.#local?.begin();
  }

  /** @param own places of the locales in which it has values of its own */
  #end(own: readonly number[], add: AddValue): void {
    const body = this.#body;
    for (const [field, { locales, prefix }] of this.#fields.entries()) {
      if (prefix !== undefined && this.#lengths.length > idLengths) body.push(COMMA);
      const start = body.length;
      if (locales !== undefined) this.#local?.field(prefix, body, (locale, into) => add(field, locale, into));
      else {
        if (prefix !== undefined) body.copy(prefix, 0, prefix.length);
        if (!add(field, 0, body) && prefix !== undefined) body.copy(nullBytes, 0, nullBytes.length);
      }
      if (prefix !== undefined) this.#lengths.push(body.length - start);
    }
    this.#local?.end(own);
    const { sink } = this.#records;
    for (const length of this.#lengths) sink.varint(length);
    sink.copy(body.bytes, 0, body.length);
    this.#records.end();
  }

  /** Begins the body with the id, in JSON and, where that is another, as links show it. */
  #id(bytes: Buffer): void {
    const id = this.#fields.length;
    const [kind, start, end] = [this.#scanner.kinds[id], this.#scanner.starts[id]!, this.#scanner.ends[id]!];
    if (kind !== STRING && kind !== ESCAPED) throw new Unusual();
    if (kind !== STRING || !isPlainId(bytes, start, end)) {
      this.#anyId(idOf(bytes.toString('utf8', start - 1, end + 1)));
      return;
    }
    this.#ids.sink.copy(bytes, start, end);
    this.#body.copy(bytes, start, end);
    let isSameInLinks = true;
    for (let at = start; at < end; at += 1) if (unreserved[bytes[at]!] === 0) isSameInLinks = false;
    this.#endId(isSameInLinks ? '' : encodeComponent(bytes.toString('utf8', start, end)));
  }

  #anyId(id: string): void {
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

  #take(): ItemColumns {
    const columns = this.#fields.flatMap(({ readers }) => readers.map((reader) => reader.take()));
    const images = [...this.#images.values()];
    this.#images.clear();
    return { images, ids: this.#ids.take(), columns, records: this.#records.take(), local: this.#local?.take() };
  }

  /** Whether there is something to tell of a localized value, which may count in several locales. */
  #hasCutInstants({ columns }: ItemColumns): boolean {
    return this.#fields.some(({ readers, locales, stored }) => {
      const own = locales === undefined ? [] : columns.slice(stored, stored + readers.length);
      return own.some((column) => column.kind === 'number' && column.cut !== undefined);
    });
  }
}

/** @returns the id that a JSON string stands for. @throws Unusual where it is none */
function idOf(json: string): string {
  try {
    const id: unknown = JSON.parse(json);
    if (typeof id === 'string' && isItemId(id)) return id;
  } catch {
    // The line reader says what is wrong.
  }
  throw new Unusual();
}
