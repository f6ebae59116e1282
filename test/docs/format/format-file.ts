/**
 * Segment files as docs/format.md has them: a msgpack stream, read with the library's plain functions. No line of this
 * comes from `src`.
 */
import { readFileSync } from 'node:fs';
import { unpackMultiple } from 'msgpackr';

export interface Section {
  readonly name: string;
  readonly element: string;
  readonly bytes: Buffer;
}

export interface Segment {
  readonly kind: string;
  readonly name: string;
  readonly items: number;
  /** Stored field → the one that owns its dictionary. */
  readonly dictionaries: unknown;
  readonly sections: ReadonlyMap<string, Section>;
}

const isText = (value: unknown): value is string => typeof value === 'string';

/** Reads the file as a msgpack stream, as the page describes it. @throws if it is none */
export function readSegmentFile(path: string): Segment {
  const values: unknown[] = unpackMultiple(readFileSync(path)) ?? [];
  const [preamble, header, ...frames] = values;
  if (!Array.isArray(preamble) || preamble[0] !== 'stele' || preamble[1] !== 2) throw new Error('no such preamble');
  if (typeof header !== 'object' || header === null) throw new Error('no such header');
  const { kind, name, meta, sections }: Partial<Record<string, unknown>> = { ...header };
  if (!isText(kind) || !isText(name) || !Array.isArray(sections) || typeof meta !== 'object')
    throw new Error('no such header');
  const { items = 0, dictionaries }: Partial<Record<string, unknown>> = { ...meta };
  const found = sections.map((entry: unknown, index): readonly [string, Section] => {
    const [padding, payload] = [frames[index * 2], frames[index * 2 + 1]];
    const [sectionName, element, byteLength]: unknown[] = Array.isArray(entry) ? entry : [];
    if (!Buffer.isBuffer(padding) || !Buffer.isBuffer(payload)) throw new Error(`section ${index} is no pair of bins`);
    if (!isText(sectionName) || !isText(element) || payload.byteLength !== byteLength)
      throw new Error(`section ${index}`);
    return [sectionName, { name: sectionName, element, bytes: payload }];
  });
  return { kind, name, items: Number(items), dictionaries, sections: new Map(found) };
}
