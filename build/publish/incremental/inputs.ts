/**
 * The record of a snapshot's inputs, by type, stored next to its manifest. A later build compares it with its own inputs to
 * find segments that it can reuse.
 *
 * It is not part of the snapshot: no id depends on it and no reader needs it. If it is missing or damaged, the next build
 * is a full one. Elsewhere: the model's part of it (model-part), using it (reusable-types, linked-type).
 */
import { isRecord } from '../../../src/format/index.js';
import { openCompanion, sealCompanion } from '../../../src/index/snapshot/index.js';
import { type ContentHash, type RecordedWarnings, WARNING_KINDS, type WarningKind } from '../../read/index.js';

/** A dangling link target as the export wrote it; `null` if it named no type. */
export type MissingTarget = readonly [type: string | null, id: string];

export interface TypeInputs {
  readonly name: string;
  /** The parts of the model and the choices that its segment depends on, as JSON. */
  readonly model: string;
  /** Path within the export folder, as warnings name it. */
  readonly file: string;
  readonly content: ContentHash;
  readonly items: number;
  /** Warnings of reading its file. */
  readonly reading: RecordedWarnings;
  /** Warnings of resolving its links. */
  readonly links: RecordedWarnings;
  /** Relationship → its distinct dangling targets. */
  readonly missing: ReadonlyMap<string, readonly MissingTarget[]>;
  /** Text column → hash of its texts in the order of the items. */
  readonly texts: ReadonlyMap<string, string>;
  /** Search index → hash of the texts that it has words of. */
  readonly searches: ReadonlyMap<string, string>;
  /** Names of relationships to several types with a target that was written as an id alone. */
  readonly bare: readonly string[];
}

export interface SnapshotInputs {
  /** The snapshot's id. */
  readonly snapshot: string;
  /** Version of the program that built it (builder-version). */
  readonly builder: string;
  readonly types: readonly TypeInputs[];
}

const warningsToJson = ({ entries, counts, isTruncated }: RecordedWarnings) => ({
  entries,
  counts: [...counts],
  hiding: isTruncated,
});

/** Maps become arrays of pairs, so that no name of the export becomes a key of an object. */
export function encodeInputs({ snapshot, builder, types }: SnapshotInputs): Uint8Array {
  const plain = types.map(({ reading, links, missing, texts, searches, ...type }) => ({
    ...type,
    reading: warningsToJson(reading),
    links: warningsToJson(links),
    missing: [...missing],
    texts: [...texts],
    searches: [...searches],
  }));
  return sealCompanion({ snapshot, builder, types: plain });
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

/** @returns the elements parsed by `read`; undefined if one of them is malformed */
function readList<Element>(
  value: unknown,
  read: (element: unknown) => Element | undefined,
): readonly Element[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const elements = value.map(read).filter((element) => element !== undefined);
  return elements.length === value.length ? elements : undefined;
}

function readWarning(value: unknown): RecordedWarnings['entries'][number] | undefined {
  if (!isRecord(value) || !isRecord(value['place'])) return undefined;
  const { reason, count } = value;
  const { file, line, field } = value['place'];
  if (!isText(reason) || !isCount(count) || !isText(file)) return undefined;
  const place: { file: string; line?: number; field?: string } = { file };
  if (isCount(line)) place.line = line;
  if (isText(field)) place.field = field;
  // Versions before 1.0 recorded no kind.
  const kind = WARNING_KINDS.find((candidate) => candidate === value['kind']);
  return kind === undefined ? { place, reason, count } : { place, reason, count, kind };
}

function readCount(value: unknown): readonly [kind: WarningKind, count: number] | undefined {
  if (!Array.isArray(value)) return undefined;
  const [name, count]: unknown[] = value;
  const kind = WARNING_KINDS.find((candidate) => candidate === name);
  return kind === undefined || !isCount(count) ? undefined : [kind, count];
}

function readWarnings(value: unknown): RecordedWarnings | undefined {
  if (!isRecord(value) || typeof value['hiding'] !== 'boolean') return undefined;
  const entries = readList(value['entries'], readWarning);
  const counts = readList(value['counts'], readCount);
  if (entries === undefined || counts === undefined) return undefined;
  return { entries, counts: new Map(counts), isTruncated: value['hiding'] };
}

function readTarget(value: unknown): MissingTarget | undefined {
  if (!Array.isArray(value)) return undefined;
  const [type, id]: unknown[] = value;
  return (type === null || isText(type)) && isText(id) ? [type, id] : undefined;
}

function readMissing(value: unknown): readonly [string, readonly MissingTarget[]] | undefined {
  if (!Array.isArray(value)) return undefined;
  const [relationship, targets]: unknown[] = value;
  const parsed = readList(targets, readTarget);
  return isText(relationship) && parsed !== undefined ? [relationship, parsed] : undefined;
}

function readHash(value: unknown): readonly [name: string, hash: string] | undefined {
  if (!Array.isArray(value)) return undefined;
  const [name, hash]: unknown[] = value;
  return isText(name) && isText(hash) ? [name, hash] : undefined;
}

function readType(value: unknown): TypeInputs | undefined {
  if (!isRecord(value)) return undefined;
  const { name, model, file, content, items } = value;
  if (!isText(name) || !isText(model) || !isText(file) || !isCount(items) || !isRecord(content)) return undefined;
  const { sha256, byteLength } = content;
  const reading = readWarnings(value['reading']);
  const links = readWarnings(value['links']);
  const missing = readList(value['missing'], readMissing);
  const texts = readList(value['texts'], readHash);
  const searches = readList(value['searches'], readHash);
  const bare = readList(value['bare'], (element) => (isText(element) ? element : undefined));
  if (!isText(sha256) || !isCount(byteLength) || reading === undefined || links === undefined) return undefined;
  if (missing === undefined || bare === undefined) return undefined;
  if (texts === undefined || searches === undefined) return undefined;
  return {
    name,
    model,
    file,
    content: { sha256, byteLength },
    items,
    reading,
    links,
    missing: new Map(missing),
    texts: new Map(texts),
    searches: new Map(searches),
    bare,
  };
}

/** @returns undefined if the bytes are damaged, of another snapshot, or of another format */
export function decodeInputs(bytes: Uint8Array, snapshot: string): SnapshotInputs | undefined {
  const value: unknown = openCompanion(bytes, snapshot);
  if (!isRecord(value)) return undefined;
  const { builder } = value;
  const types = readList(value['types'], readType);
  return isText(builder) && types !== undefined ? { snapshot, builder, types } : undefined;
}
