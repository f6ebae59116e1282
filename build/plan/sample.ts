/**
 * Draws a small export from a large one: lines from all parts of its files, with the same number of links per item.
 *
 * A link to an item outside the sample is replaced by a link to an item of the sample. The same target always gets the same
 * replacement, so the number of links to an item stays realistic.
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

/** Usual size of a sample: small enough to build in seconds, large enough to contain repeated values. */
const SAMPLE_BYTES = 24e6;
/** Each type gets at least one part in so many of the sample, or all its items. */
const TYPE_SHARE = 24;
/** Usual ratio of inflated to compressed content. */
const GZIP_RATIO = 5;

const LF = 0x0a;

export interface SampledType {
  readonly name: string;
  readonly items: number;
  /** Size of the type's file, inflated. */
  readonly byteLength: number;
  /** The sampled lines. */
  readonly lines: readonly string[];
}

export interface Sample {
  readonly model: ContentModel;
  /** In the model's order. */
  readonly types: readonly SampledType[];
}

/** @returns the estimated inflated size of a file, before it is read */
export const estimateInflatedBytes = ({ file, byteLength }: Pick<ItemsSource, 'file' | 'byteLength'>): number =>
  byteLength * (file.endsWith('.gz') ? GZIP_RATIO : 1);

/** @returns the stride of a type: one in so many of its lines is sampled */
const sampleStride = (byteLength: number, totalBytes: number, sampleBytes: number): number =>
  Math.max(1, Math.floor(Math.min(totalBytes / sampleBytes, (byteLength / sampleBytes) * TYPE_SHARE)));

/** Whether a line is sampled: a multiplicative hash of its number spreads the sampled lines over the file. */
const isSampled = (line: number, stride: number): boolean => (Math.imul(line, 0x9e3779b1) >>> 0) * stride < 2 ** 32;

async function drawType(source: ExportSource, type: ContentType, stride: number): Promise<SampledType> {
  const reader = source.readItems(type);
  const lines: string[] = [];
  let items = 0;
  let byteLength = 0;
  const addLine = (line: Uint8Array): void => {
    if (line.byteLength < 2) return;
    if (isSampled(items, stride)) lines.push(decodeLine(line));
    items += 1;
  };
  /** The beginning of a line whose end is in a later block. */
  let unfinishedLine: Uint8Array = new Uint8Array(0);
  for await (const { bytes } of reader.blocks()) {
    byteLength += bytes.byteLength;
    let start = 0;
    for (let end = bytes.indexOf(LF); end >= 0; end = bytes.indexOf(LF, start)) {
      const line = bytes.subarray(start, end);
      if (unfinishedLine.byteLength === 0) addLine(line);
      else {
        addLine(Buffer.concat([unfinishedLine, line]));
        unfinishedLine = new Uint8Array(0);
      }
      start = end + 1;
    }
    unfinishedLine = Buffer.concat([unfinishedLine, bytes.subarray(start)]);
  }
  addLine(unfinishedLine);
  // Reports the reason if a compressed file ended early.
  reader.end();
  return { name: type.name, items, byteLength, lines };
}

/** Decodes UTF-8, without the byte order mark that a file may begin with. */
const decodeLine = (line: Uint8Array): string =>
  Buffer.from(line)
    .toString('utf8')
    .replace(/^\ufeff/, '');

/** @throws the errors of `openExport`. Cost: reading the export and finding its line ends. Memory: the sample. */
export async function drawSample(folder: string, files: Files, sampleBytes = SAMPLE_BYTES): Promise<Sample> {
  const source = await openExport(folder, { files, strict: false });
  const sizes = source.sources.map(estimateInflatedBytes);
  const totalBytes = sizes.reduce((sum, size) => sum + size, 0);
  const types: SampledType[] = [];
  for (const [index, { type }] of source.sources.entries()) {
    types.push(await drawType(source, type, sampleStride(sizes[index] ?? 0, totalBytes, sampleBytes)));
  }
  source.checkNotEmpty(types.reduce((sum, { items }) => sum + items, 0));
  source.problems.throwIfAny();
  return { model: source.model, types };
}

/**
 * @param share            one line in so many stays in the sample
 * @param thinsWholeTypes  whether types with all their items in the sample are thinned too
 */
export function thinSample({ model, types }: Sample, share: number, thinsWholeTypes: boolean): Sample {
  const thinType = (type: SampledType): SampledType => {
    const isWhole = type.items === type.lines.length;
    if (isWhole && !thinsWholeTypes) return type;
    return { ...type, lines: type.lines.filter((_, index) => index % share === 0) };
  };
  return { model, types: types.map(thinType) };
}

/** Writes a sample as an export. @param from folder of the export that the sample was drawn from */
export async function writeSample({ model, types }: Sample, from: string, folder: string): Promise<void> {
  await mkdir(folder);
  await copyFile(join(from, 'model.json'), join(folder, 'model.json'));
  const idsOf = new Map(types.map(({ name, lines }) => [name, lines.flatMap((line) => readId(line) ?? [])]));
  for (const { name, lines } of types) {
    const relationships = model.contentTypes.get(name)?.relationships ?? [];
    const text = lines.map((line) => `${relationships.length === 0 ? line : relinkLine(line, relationships, idsOf)}\n`);
    await writeFile(join(folder, `${name}.ndjson`), text.join(''));
  }
}

const readId = (line: string): string | undefined => {
  const id = parseRecord(line)?.['id'];
  return typeof id === 'string' && isItemId(id) ? id : undefined;
};

function hashText(text: string): number {
  let hash = 0;
  // FNV-1a over the UTF-16 code units; the last step mixes high bits into the low ones.
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** @returns the line, with each link replaced by a link to an item of the sample */
function relinkLine(
  line: string,
  relationships: readonly RelationshipField[],
  idsOf: ReadonlyMap<string, readonly string[]>,
): string {
  const parsed = parseRecord(line);
  if (parsed === undefined) return line;
  const item = { ...parsed };
  for (const { name, to } of relationships) {
    const chooseTarget = (id: string, type: string | undefined): string => {
      const hash = hashText(id);
      const targetType = type ?? to[hash % to.length] ?? '';
      const ids = idsOf.get(targetType) ?? [];
      return ids[hash % ids.length] ?? id;
    };
    // The value is an id, an id with its type, a list of these, or any of these for each locale.
    const relink = (value: unknown): unknown => {
      if (typeof value === 'string') return chooseTarget(value, undefined);
      if (Array.isArray(value)) return value.map(relink);
      if (!isRecord(value)) return value;
      const { type, id } = value;
      if (typeof type === 'string' && typeof id === 'string') return { ...value, id: chooseTarget(id, type) };
      return Object.fromEntries(Object.entries(value).map(([locale, localValue]) => [locale, relink(localValue)]));
    };
    if (Object.hasOwn(item, name)) item[name] = relink(item[name]);
  }
  return JSON.stringify(item);
}
