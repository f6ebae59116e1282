/**
 * A small export sampled from a large one: lines from all parts of its files, with the same share of links. A link to an item
 * that was not sampled is replaced by a link to one that was, always the same one.
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
import { isRecord, parseRecord } from '../../src/format/index.js';
import { type ExportSource, type ItemsSource, openExport } from '../read/index.js';

/** About so much is drawn: what is built in seconds, and has what repeats itself. Of each type at least this part. */
const SAMPLE_BYTES = 24e6;
const TYPE_SHARE = 24;
/** What gzip makes of content, about. */
const GZIP_RATIO = 5;

const LF = 0x0a;

export interface SampledType {
  readonly name: string;
  readonly items: number;
  /** Inflated. */
  readonly byteLength: number;
  readonly lines: readonly string[];
}

export interface Sample {
  readonly model: ContentModel;
  /** In the model's order. */
  readonly types: readonly SampledType[];
}

/** @returns what a file has, about, before it is read */
export const inflatedBytes = ({ file, byteLength }: Pick<ItemsSource, 'file' | 'byteLength'>): number =>
  byteLength * (file.endsWith('.gz') ? GZIP_RATIO : 1);

const strideOf = (byteLength: number, totalBytes: number, sampleBytes: number): number =>
  Math.max(1, Math.floor(Math.min(totalBytes / sampleBytes, (byteLength / sampleBytes) * TYPE_SHARE)));

const isSampled = (line: number, stride: number): boolean => (Math.imul(line, 0x9e3779b1) >>> 0) * stride < 2 ** 32;

async function drawType(source: ExportSource, type: ContentType, stride: number): Promise<SampledType> {
  const reading = source.readItems(type);
  const lines: string[] = [];
  let [items, byteLength] = [0, 0];
  const add = (line: Uint8Array): void => {
    if (line.byteLength < 2) return;
    if (isSampled(items, stride))
      lines.push(
        Buffer.from(line)
          .toString('utf8')
          .replace(/^\ufeff/, ''),
      );
    items += 1;
  };
  let lineStart: Uint8Array = new Uint8Array(0);
  for await (const { bytes } of reading.blocks()) {
    byteLength += bytes.byteLength;
    let start = 0;
    for (let end = bytes.indexOf(LF); end >= 0; end = bytes.indexOf(LF, start)) {
      add(
        start === 0 && lineStart.byteLength > 0
          ? Buffer.concat([lineStart, bytes.subarray(0, end)])
          : bytes.subarray(start, end),
      );
      start = end + 1;
    }
    lineStart = Buffer.concat([start === 0 ? lineStart : new Uint8Array(0), bytes.subarray(start)]);
  }
  add(lineStart);
  // Tells why a compressed file ended early.
  reading.end();
  return { name: type.name, items, byteLength, lines };
}

/** @throws as `openExport` does. Cost: reading the export, and looking for the ends of its lines. Memory: what is drawn. */
export async function drawSample(folder: string, files: Files, sampleBytes = SAMPLE_BYTES): Promise<Sample> {
  const source = await openExport(folder, { files, strict: false });
  const sizes = source.sources.map(inflatedBytes);
  const totalBytes = sizes.reduce((sum, size) => sum + size, 0);
  const types: SampledType[] = [];
  for (const [index, { type }] of source.sources.entries()) {
    types.push(await drawType(source, type, strideOf(sizes[index] ?? 0, totalBytes, sampleBytes)));
  }
  source.checkNotEmpty(types.reduce((sum, { items }) => sum + items, 0));
  source.problems.throwIfAny();
  return { model: source.model, types };
}

/** @returns one in so many lines, of types that are drawn whole all of them unless these are to grow as well */
export function thinSample({ model, types }: Sample, share: number, all: boolean): Sample {
  const thinType = (type: SampledType): SampledType =>
    !all && type.items === type.lines.length
      ? type
      : { ...type, lines: type.lines.filter((_, index) => index % share === 0) };
  return { model, types: types.map(thinType) };
}

/** Writes what was drawn as an export. @param from the export that it was drawn from */
export async function writeSample({ model, types }: Sample, from: string, folder: string): Promise<void> {
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
  const id = parseRecord(line)?.['id'];
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
  const parsed = parseRecord(line);
  if (parsed === undefined) return line;
  const item = { ...parsed };
  for (const { name, to } of relationships) {
    const target = (id: string, type: string | undefined): string => {
      const ids = idsOf.get(type ?? to[hashOf(id) % to.length] ?? '') ?? [];
      return ids[hashOf(id) % ids.length] ?? id;
    };
    // An id, one with its type, a list of them, or one of these for each locale.
    const relink = (value: unknown): unknown => {
      if (typeof value === 'string') return target(value, undefined);
      if (Array.isArray(value)) return value.map(relink);
      if (!isRecord(value)) return value;
      const { type, id } = value;
      if (typeof type === 'string' && typeof id === 'string') return { ...value, id: target(id, type) };
      return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, relink(each)]));
    };
    if (Object.hasOwn(item, name)) item[name] = relink(item[name]);
  }
  return JSON.stringify(item);
}
