/**
 * A block of whole lines as columns, read and rendered from its bytes.
 *
 * What it gives is what the line reader and `renderRecord` would give, line by line; where they would complain, nothing.
 */
import { isUtf8 } from 'node:buffer';
import {
  type ContentType,
  encodeComponent,
  type Field,
  isAttribute,
  isHeldAs,
  isItemId,
  isListOfTexts,
  isLocalized,
  isRelationship,
  isWordsField,
} from '../../../src/content/model/index.js';
import { GrowingU32 } from '../../../src/format/index.js';
import type { LinkTarget } from '../item.js';
import type { BlockColumns } from './block-columns.js';
import {
  type FieldReader,
  LinkReader,
  NumberReader,
  ShownReader,
  TextListReader,
  TextReader,
  textOf,
} from './field-readers.js';
import { ABSENT, COMMA, CR, ESCAPED, LF, LineScanner, NULL, STRING, skipSpace, Unusual } from './line.js';
import { LocalItems, LocalizedReader } from './local-items.js';
import { ByteColumnSink, ByteSink } from './sink.js';

const nullBytes = Buffer.from('null');

/** Byte → 1 where a link shows it as it is: letters, digits and `-._~`. */
const unreserved = Uint8Array.from({ length: 256 }, (_, byte) =>
  /[A-Za-z0-9\-._~]/.test(String.fromCharCode(byte)) && byte < 0x80 ? 1 : 0,
);

const idBytesMaximum = 255;

/** @returns whether the bytes are an id of printable ASCII that may not be `.` or `..` */
function isPlainId(bytes: Uint8Array, start: number, end: number): boolean {
  if (start === end || end - start > idBytesMaximum || bytes[start] === 0x2e) return false;
  for (let at = start; at < end; at += 1) if (bytes[at]! < 0x20 || bytes[at]! > 0x7e) return false;
  return true;
}

function fieldReader(field: Field, images: Map<string, LinkTarget>): FieldReader {
  if (isRelationship(field)) return new LinkReader(field, images);
  if (isHeldAs(field, 'nothing')) return new ShownReader(field);
  if (isHeldAs(field, 'texts') && isListOfTexts(field)) return new TextListReader(field);
  if (isWordsField(field)) return new TextReader(field);
  return new NumberReader(field);
}

interface ReadField {
  readonly reader: FieldReader | LocalizedReader;
  /** `"<name>":` of an attribute. */
  readonly prefix: Buffer | undefined;
}

export class BlockReader {
  readonly #fields: readonly ReadField[];
  readonly #scanner: LineScanner;
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
    const { locales } = type;
    this.#local = locales.length === 0 ? undefined : new LocalItems(locales.map(({ code }) => code));
    const reader = (field: Field): FieldReader => fieldReader(field, this.#images);
    this.#fields = type.fields.map((field) => ({
      reader: isLocalized(field) ? new LocalizedReader(field, locales, reader) : reader(field),
      prefix: isAttribute(field) ? Buffer.from(`"${field.name}":`) : undefined,
    }));
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
      const lineCount = this.#lines(bytes, lines);
      const taken = this.#take();
      return taken && { lineCount, lines: lines.view().slice(), ...taken };
    } catch (error) {
      if (!(error instanceof Unusual)) throw error;
      this.#take();
      return undefined;
    }
  }

  /** @returns how many lines there are */
  #lines(bytes: Uint8Array, lines: GrowingU32): number {
    let lineCount = 0;
    for (let at = 0; at < bytes.length; at += 1) {
      const start = at;
      at = skipSpace(bytes, at);
      if (at < bytes.length && bytes[at] !== LF) {
        at = this.#scanner.scan(bytes, at);
        this.#item(bytes);
        lines.push(lineCount);
      } else if (bytes.subarray(start, Math.max(start, at - 1)).includes(CR)) throw new Unusual();
      lineCount += 1;
    }
    return lineCount;
  }

  #item(bytes: Uint8Array): void {
    const { kinds, starts, ends } = this.#scanner;
    const body = this.#body;
    body.length = 0;
    this.#lengths.length = 0;
    this.#local?.begin();
    const id = this.#fields.length;
    this.#id(bytes, kinds[id]!, starts[id]!, ends[id]!);
    let isFirst = true;
    for (const [index, { reader, prefix }] of this.#fields.entries()) {
      if (prefix !== undefined) {
        if (!isFirst) body.push(COMMA);
        isFirst = false;
      }
      const start = body.length;
      const kind = kinds[index]!;
      if (reader instanceof LocalizedReader) {
        this.#local?.read(reader, bytes, kind, starts[index]!, prefix, body);
      } else {
        if (prefix !== undefined) body.copy(prefix, 0, prefix.length);
        if (kind === ABSENT || kind === NULL) {
          reader.skip();
          if (prefix !== undefined) body.copy(nullBytes, 0, nullBytes.length);
        } else reader.read(bytes, kind, starts[index]!, ends[index]!, body);
      }
      if (prefix !== undefined) this.#lengths.push(body.length - start);
    }
    this.#local?.end();
    const { sink } = this.#records;
    for (const length of this.#lengths) sink.varint(length);
    sink.copy(body.bytes, 0, body.length);
    this.#records.end();
  }

  /** Begins the body with the id, in JSON and, where that is another, as links show it. */
  #id(bytes: Uint8Array, kind: number, start: number, end: number): void {
    if (kind !== STRING && kind !== ESCAPED) throw new Unusual();
    const { sink } = this.#ids;
    const body = this.#body;
    if (kind === STRING && isPlainId(bytes, start, end)) {
      sink.copy(bytes, start, end);
      body.copy(bytes, start, end);
      let isSameInLinks = true;
      for (let at = start; at < end; at += 1) if (unreserved[bytes[at]!] === 0) isSameInLinks = false;
      this.#lengths.push(end - start);
      this.#url(isSameInLinks ? '' : encodeComponent(textOf(bytes, start, end)));
    } else {
      const text = idOf(textOf(bytes, start - 1, end + 1));
      sink.text(text);
      body.text(JSON.stringify(text).slice(1, -1));
      this.#lengths.push(body.length);
      const url = encodeComponent(text);
      this.#url(url === JSON.stringify(text).slice(1, -1) ? '' : url);
    }
    this.#ids.end();
  }

  #url(url: string): void {
    this.#body.text(url);
    this.#lengths.push(url.length);
  }

  /** @returns undefined where there is something to tell of a localized value, which may count in several locales */
  #take(): Omit<BlockColumns, 'lineCount' | 'lines'> | undefined {
    let isUsual = true;
    const columns = this.#fields.flatMap(({ reader }) => {
      if (!(reader instanceof LocalizedReader)) return [reader.take()];
      const taken = reader.take();
      if (taken.some((column) => column.kind === 'number' && column.cut !== undefined)) isUsual = false;
      return taken;
    });
    const images = [...this.#images.values()];
    this.#images.clear();
    const taken = { images, ids: this.#ids.take(), columns, records: this.#records.take(), local: this.#local?.take() };
    return isUsual ? taken : undefined;
  }
}

/** @returns the id that a JSON string stands for. @throws Unusual where it is none */
function idOf(json: string): string {
  try {
    const id: unknown = JSON.parse(json);
    if (typeof id === 'string' && isItemId(id)) return id;
  } catch {
    // Build/ingest says what is wrong.
  }
  throw new Unusual();
}
