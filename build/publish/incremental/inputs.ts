/**
 * What a snapshot was built from, type by type: kept beside its manifest, so that a later build can tell which segments
 * it would make again.
 *
 * It is not part of the snapshot: the id does not depend on it, no reader needs it, and a snapshot without it, or with a
 * damaged one, is only built anew where it could have been gone on from.
 */

import {
  type BuildChoices,
  type ContentModel,
  type ContentType,
  choicesToJson,
  contentModelToJson,
  wordTuning,
} from '../../../src/content/model/index.js';
import { isRecord } from '../../../src/format/index.js';
import { openCompanion, sealCompanion } from '../../../src/index/snapshot/index.js';
import { type ContentHash, type RecordedWarnings, WARNING_KINDS } from '../../read/index.js';

/** A link target that led nowhere, as the export wrote it: `null` stands for no type. */
export type MissingTarget = readonly [type: string | null, id: string];

export interface TypeInputs {
  readonly name: string;
  /** What the model says of the type and of all types. */
  readonly model: string;
  /** Within the export folder; warnings name it. */
  readonly file: string;
  readonly content: ContentHash;
  readonly items: number;
  /** What was reported while its file was read … */
  readonly reading: RecordedWarnings;
  /** … and once its links were resolved. */
  readonly links: RecordedWarnings;
  /** Relationship → distinct targets that led nowhere. */
  readonly missing: ReadonlyMap<string, readonly MissingTarget[]>;
  /** Column of texts → a hash of them all, in the order of the items. */
  readonly texts: ReadonlyMap<string, string>;
  /** Relationships to several types with a target that was written as an id alone. */
  readonly bare: readonly string[];
}

export interface SnapshotInputs {
  /** Of which snapshot. */
  readonly snapshot: string;
  /** Which program has built it (builder-version). */
  readonly builder: string;
  readonly types: readonly TypeInputs[];
}

/** @returns what of the model and of the build's choices a type's segment may depend on; equal text for equal ones */
export function modelPartOf(model: ContentModel, type: ContentType, choices: BuildChoices): string {
  const { contentTypes, locales: all, search: _, ...shared } = contentModelToJson(model);
  // What is only read when a question is, changes no segment; nor does any of it where nothing is searched.
  const words = type.search && wordTuning(type.search.tuning);
  const locales = all?.map(({ search, ...locale }) => ({ ...locale, words: type.search && wordTuning(search) }));
  // Where no field is localized, locales decide nothing but the language in which texts are searched.
  const own =
    type.locales.length > 0
      ? { locales }
      : locales === undefined
        ? {}
        : { language: model.language, collation: type.collation };
  const chosen = choicesToJson(choices);
  const written = contentTypes.find(({ name }) => name === type.name);
  return JSON.stringify({
    ...shared,
    ...own,
    words,
    ...(chosen && { choices: chosen }),
    // The weight of a type decides nothing before types are searched together.
    type: written && { ...written, search: undefined },
  });
}

const warningsToJson = ({ entries, counts, hiding }: RecordedWarnings) => ({ entries, counts: [...counts], hiding });

/** Maps become arrays of pairs: no name of the export becomes a key. */
export function encodeInputs({ snapshot, builder, types }: SnapshotInputs): Uint8Array {
  const plain = types.map(({ reading, links, missing, texts, ...type }) => ({
    ...type,
    reading: warningsToJson(reading),
    links: warningsToJson(links),
    missing: [...missing],
    texts: [...texts],
  }));
  return sealCompanion({ snapshot, builder, types: plain });
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

/** @returns each element as `read` gives it, or undefined where one is misshapen */
function listOf<Element>(
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
  return { place: { file, ...(isCount(line) && { line }), ...(isText(field) && { field }) }, reason, count };
}

function readCount(
  value: unknown,
): RecordedWarnings['counts'] extends ReadonlyMap<infer Kind, number> ? readonly [Kind, number] | undefined : never {
  if (!Array.isArray(value)) return undefined;
  const [name, count]: unknown[] = value;
  const kind = WARNING_KINDS.find((known) => known === name);
  return kind === undefined || !isCount(count) ? undefined : [kind, count];
}

function readWarnings(value: unknown): RecordedWarnings | undefined {
  if (!isRecord(value) || typeof value['hiding'] !== 'boolean') return undefined;
  const entries = listOf(value['entries'], readWarning);
  const counts = listOf(value['counts'], readCount);
  if (entries === undefined || counts === undefined) return undefined;
  return { entries, counts: new Map(counts), hiding: value['hiding'] };
}

function readTarget(value: unknown): MissingTarget | undefined {
  if (!Array.isArray(value)) return undefined;
  const [type, id]: unknown[] = value;
  return (type === null || isText(type)) && isText(id) ? [type, id] : undefined;
}

function readMissing(value: unknown): readonly [string, readonly MissingTarget[]] | undefined {
  if (!Array.isArray(value)) return undefined;
  const [relationship, targets]: unknown[] = value;
  const read = listOf(targets, readTarget);
  return isText(relationship) && read !== undefined ? [relationship, read] : undefined;
}

function readText(value: unknown): readonly [string, string] | undefined {
  if (!Array.isArray(value)) return undefined;
  const [column, hash]: unknown[] = value;
  return isText(column) && isText(hash) ? [column, hash] : undefined;
}

function readType(value: unknown): TypeInputs | undefined {
  if (!isRecord(value)) return undefined;
  const { name, model, file, content, items } = value;
  if (!isText(name) || !isText(model) || !isText(file) || !isCount(items) || !isRecord(content)) return undefined;
  const { sha256, byteLength } = content;
  const reading = readWarnings(value['reading']);
  const links = readWarnings(value['links']);
  const missing = listOf(value['missing'], readMissing);
  const texts = listOf(value['texts'], readText);
  const bare = listOf(value['bare'], (element) => (isText(element) ? element : undefined));
  if (!isText(sha256) || !isCount(byteLength) || reading === undefined || links === undefined) return undefined;
  if (missing === undefined || bare === undefined || texts === undefined) return undefined;
  const maps = { missing: new Map(missing), texts: new Map(texts) };
  return { name, model, file, content: { sha256, byteLength }, items, reading, links, ...maps, bare };
}

/** @returns undefined where the bytes are damaged, of another snapshot, or were written otherwise */
export function decodeInputs(bytes: Uint8Array, snapshot: string): SnapshotInputs | undefined {
  const value: unknown = openCompanion(bytes, snapshot);
  if (!isRecord(value)) return undefined;
  const { builder } = value;
  const types = listOf(value['types'], readType);
  return isText(builder) && types !== undefined ? { snapshot, builder, types } : undefined;
}
