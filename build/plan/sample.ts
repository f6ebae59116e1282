/**
 * A small export drawn from a large one: lines from everywhere in its files, with the same share of links. Where an item
 * links to one that was not drawn, it links to one that was, always to the same one.
 *
 * Elsewhere: what follows from building it (plan).
 */
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type ContentModel,
  type ContentType,
  isItemId,
  type RelationshipField,
} from '../../src/content/model/index.js';
import type { Files } from '../../src/format/files/index.js';
import { isRecord, recordIn } from '../../src/format/index.js';
import { type ExportSource, type ItemsSource, openExport } from '../read/index.js';

/** About so much is drawn: what is built in seconds, and has what repeats itself. Of each type at least this part. */
const SAMPLE_BYTES = 24e6;
const TYPE_PART = 24;
/** What gzip makes of content, about. */
const INFLATED = 5;

const LF = 0x0a;

export interface DrawnType {
  readonly name: string;
  readonly items: number;
  /** Inflated. */
  readonly byteLength: number;
  readonly lines: readonly string[];
}

export interface Drawn {
  readonly model: ContentModel;
  /** In the model's order. */
  readonly types: readonly DrawnType[];
}

/** @returns what a file has, about, before it is read */
export const inflatedBytes = ({ file, byteLength }: Pick<ItemsSource, 'file' | 'byteLength'>): number =>
  byteLength * (file.endsWith('.gz') ? INFLATED : 1);

const strideOf = (byteLength: number, whole: number, sampleBytes: number): number =>
  Math.max(1, Math.floor(Math.min(whole / sampleBytes, (byteLength / sampleBytes) * TYPE_PART)));

const isDrawn = (line: number, stride: number): boolean => (Math.imul(line, 0x9e3779b1) >>> 0) * stride < 2 ** 32;

async function drawType(source: ExportSource, type: ContentType, stride: number): Promise<DrawnType> {
  const reading = source.reading(type);
  const lines: string[] = [];
  let [items, byteLength] = [0, 0];
  const add = (line: Uint8Array): void => {
    if (line.byteLength < 2) return;
    if (isDrawn(items, stride))
      lines.push(
        Buffer.from(line)
          .toString('utf8')
          .replace(/^\ufeff/, ''),
      );
    items += 1;
  };
  let begun: Uint8Array = new Uint8Array(0);
  for await (const { bytes } of reading.blocks()) {
    byteLength += bytes.byteLength;
    let start = 0;
    for (let end = bytes.indexOf(LF); end >= 0; end = bytes.indexOf(LF, start)) {
      add(
        start === 0 && begun.byteLength > 0
          ? Buffer.concat([begun, bytes.subarray(0, end)])
          : bytes.subarray(start, end),
      );
      start = end + 1;
    }
    begun = Buffer.concat([start === 0 ? begun : new Uint8Array(0), bytes.subarray(start)]);
  }
  add(begun);
  // Tells why a compressed file ended early.
  reading.end();
  return { name: type.name, items, byteLength, lines };
}

/** @throws as `openExport` does. Cost: reading the export, and looking for the ends of its lines. Memory: what is drawn. */
export async function drawSample(folder: string, files: Files, sampleBytes = SAMPLE_BYTES): Promise<Drawn> {
  const source = await openExport(folder, { files, strict: false });
  const sizes = source.sources.map(inflatedBytes);
  const whole = sizes.reduce((sum, size) => sum + size, 0);
  const types: DrawnType[] = [];
  for (const [index, { type }] of source.sources.entries()) {
    types.push(await drawType(source, type, strideOf(sizes[index] ?? 0, whole, sampleBytes)));
  }
  source.checkNotEmpty(types.reduce((sum, { items }) => sum + items, 0));
  source.problems.throwIfAny();
  return { model: source.model, types };
}

/** @returns one in so many lines, of types that are drawn whole all of them unless these are to grow as well */
export function thinned({ model, types }: Drawn, share: number, all: boolean): Drawn {
  const thin = (type: DrawnType): DrawnType =>
    !all && type.items === type.lines.length
      ? type
      : { ...type, lines: type.lines.filter((_, index) => index % share === 0) };
  return { model, types: types.map(thin) };
}

/** Writes what was drawn as an export. @param from the export that it was drawn from */
export async function writeSample({ model, types }: Drawn, from: string, folder: string): Promise<void> {
  await mkdir(folder);
  await copyFile(join(from, 'model.json'), join(folder, 'model.json'));
  const idsOf = new Map(types.map(({ name, lines }) => [name, lines.flatMap((line) => idOf(line) ?? [])]));
  for (const { name, lines } of types) {
    const relationships = model.contentTypes.get(name)?.relationships ?? [];
    const text = lines.map((line) => `${relationships.length === 0 ? line : relinked(line, relationships, idsOf)}\n`);
    await writeFile(join(folder, `${name}.ndjson`), text.join(''));
  }
}

const idOf = (line: string): string | undefined => {
  const id = recordIn(line)?.['id'];
  return typeof id === 'string' && isItemId(id) ? id : undefined;
};

function hashOf(text: string): number {
  let hash = 0;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

function relinked(
  line: string,
  relationships: readonly RelationshipField[],
  idsOf: ReadonlyMap<string, readonly string[]>,
): string {
  const given = recordIn(line);
  if (given === undefined) return line;
  const item = { ...given };
  for (const { name, to } of relationships) {
    const target = (id: string, type: string | undefined): string => {
      const ids = idsOf.get(type ?? to[hashOf(id) % to.length] ?? '') ?? [];
      return ids[hashOf(id) % ids.length] ?? id;
    };
    // An id, one with its type, a list of them, or one of these for each locale.
    const moved = (value: unknown): unknown => {
      if (typeof value === 'string') return target(value, undefined);
      if (Array.isArray(value)) return value.map(moved);
      if (!isRecord(value)) return value;
      const { type, id } = value;
      if (typeof type === 'string' && typeof id === 'string') return { ...value, id: target(id, type) };
      return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, moved(each)]));
    };
    if (Object.hasOwn(item, name)) item[name] = moved(item[name]);
  }
  return JSON.stringify(item);
}
