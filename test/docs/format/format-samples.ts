/**
 * Snapshots to read by docs/format.md: how one is opened, and an export with content that the bookshop lacks.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { modelOf } from '../../../testing/samples/model.js';
import { readSegmentFile, type Segment } from './format-file.js';

export interface Snapshot {
  readonly folder: string;
  readonly id: string;
  readonly manifest: {
    readonly format: string;
    readonly version: number;
    readonly model: {
      readonly contentTypes: readonly {
        readonly name: string;
        readonly fields: readonly { readonly type: string }[];
      }[];
    };
    readonly segments: readonly {
      readonly kind: string;
      readonly name: string;
      readonly file: string;
      readonly byteLength: number;
      readonly sha256: string;
    }[];
  };
}

export function openSnapshot(snapshots: string): Snapshot {
  const id = readFileSync(join(snapshots, 'CURRENT'), 'latin1').trim();
  const folder = join(snapshots, id);
  return { folder, id, manifest: JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) };
}

export const segmentOf = ({ folder, manifest }: Snapshot, kind: string, name: string): Segment => {
  const entry = manifest.segments.find((segment) => segment.kind === kind && segment.name === name);
  return readSegmentFile(join(folder, entry?.file ?? 'missing'));
};

export const attributesOf = ({ manifest }: Snapshot, name: string): number =>
  manifest.model.contentTypes.find((type) => type.name === name)?.fields.filter(({ type }) => type !== 'relationship')
    .length ?? 0;

/** Enough for a tree of substrings, some of them in nodes of their own, most in buckets. */
export const starCount = 1400;
export const starName = (doc: number): string =>
  `${doc % 3 === 0 ? 'Étoile' : 'Star'} ${doc} Nr. ${(doc * 7919) % 1400} é`;

/** Some have none, some one, some two, and some the same twice. */
export const starTags = (doc: number): readonly string[] =>
  [['bright', 'red'], ['red'], [], ['red', 'far', 'red'], ['']][doc % 5] ?? [];

/** An export with content that the bookshop lacks: decimals beyond a 64-bit float, many texts, places of words, and lists of texts. */
export const stars = {
  'model.json': modelOf(
    {
      star: {
        mass: { type: 'decimal', precision: 3 },
        name: { type: 'text', search: { phrases: true } },
        tags: { type: 'text', many: true },
      },
    },
    { space: 'stars' },
  ),
  'star.ndjson': Array.from({ length: starCount }, (_, doc) => {
    const mass = ['12345678901234567890.125', '-98765432109876543210', '7'][doc];
    return { id: `s${doc}`, name: starName(doc), tags: starTags(doc), ...(mass === undefined ? {} : { mass }) };
  }),
};

/** An export whose language writes compounds as one word. */
export const brakes = {
  'model.json': modelOf(
    { brake: { name: { type: 'text', search: true } } },
    { space: 'brakes', language: 'de', search: { compounds: true } },
  ),
  'brake.ndjson': ['Bremse', 'Scheibe', 'Scheibenbremse'].map((name, doc) => ({ id: `b${doc}`, name })),
};

/** As many items as get quantiles. */
export const grainCount = 32_768;
export const grainSize = (doc: number): number | undefined => (doc % 5 === 0 ? undefined : (doc * 7919) % 1009);

/** An export with structures that only many items have. */
export const grains = {
  'model.json': modelOf(
    { grain: { size: 'integer', kind: { type: 'select', options: ['salt', 'sand'] }, note: 'markdown' } },
    { space: 'grains' },
  ),
  'grain.ndjson': Array.from({ length: grainCount }, (_, doc) => {
    const size = grainSize(doc);
    // As many as get a tree of their substrings.
    const note = doc < 300 ? { note: `Grain ${doc}.` } : {};
    return { id: `g${doc}`, ...note, kind: doc % 3 === 0 ? 'salt' : 'sand', ...(size === undefined ? {} : { size }) };
  }),
};

/** A text among the members of a value. @throws if it is none */
export function textMember(value: unknown, name: string): string {
  const member: unknown = Object.getOwnPropertyDescriptor(Object(value), name)?.value;
  if (typeof member !== 'string') throw new Error(`${name} is no text`);
  return member;
}
