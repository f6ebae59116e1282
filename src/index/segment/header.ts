/**
 * What a segment's header says: how its values were made, and of locales and values what is known without reading a section.
 *
 * A reader that would make other values finds nothing where there is something, so it refuses the segment.
 */
import { OperationError } from '../../content/errors/index.js';
import {
  COLLATION_VERSION,
  type ContentType,
  isFolded,
  isHeldAs,
  isLocalized,
  isNatural,
  storedName,
} from '../../content/model/index.js';
import type { Packed, SegmentFile } from '../../format/index.js';
import { ANALYSER_VERSION } from '../search/index.js';
import { FOLDING_VERSION } from '../termdict/index.js';
import type { FieldIndex } from './fields.js';
import { DOCUMENTS, SEARCH_PREFIX } from './names.js';

/** In a segment's `meta`: the Unicode by which its values are folded, where some are. */
export const FOLDING_META = 'caseFolding';
/** In a segment's `meta`: the rules by which its texts were cut into words, where some are searched. */
export const ANALYSER_META = 'analyser';

/** In a segment's `meta`: the collation by which its texts are ordered, where some are in a natural order. */
export const COLLATION_META = 'collation';

interface Stamp {
  readonly meta: string;
  readonly ours: string;
  readonly what: string;
  /** Whether a reader makes such values itself, so that others than its own are of no use to it. */
  readonly binds: boolean;
  readonly applies: (type: ContentType) => boolean;
}

const stamps: readonly Stamp[] = [
  {
    meta: FOLDING_META,
    ours: FOLDING_VERSION,
    what: 'values were case-folded by Unicode',
    binds: true,
    applies: (type) => type.fields.some(isFolded),
  },
  {
    meta: ANALYSER_META,
    ours: ANALYSER_VERSION,
    what: 'words were made by the analyser',
    binds: true,
    applies: (type) => type.search !== undefined,
  },
  {
    meta: COLLATION_META,
    ours: COLLATION_VERSION,
    what: 'texts were ordered by the collation',
    binds: false,
    applies: (type) => type.fields.some(isNatural),
  },
];

/** @returns what goes into `meta` of a segment that this program builds */
export const stampsOf = (type: ContentType): ReadonlyMap<string, Packed> =>
  new Map(stamps.filter(({ applies }) => applies(type)).map(({ meta, ours }) => [meta, ours]));

/** @throws OperationError where this program would make other values than those of the segment, with what to do */
export function checkStamps(file: SegmentFile, type: ContentType): void {
  for (const { meta, ours, what, binds, applies } of stamps) {
    const found = file.meta.get(meta);
    if (!binds || !applies(type) || found === ours) continue;
    const theirs = found === undefined ? 'of an older stele' : `"${String(found)}"`;
    throw new OperationError(
      `the content type ${type.name}: its ${what} ${theirs}, and this stele has "${ours}". Build the snapshot again with this version of stele and of Node, or read it with those that built it.`,
    );
  }
}

// What a segment's header says of locales: which of them share what is stored, and in how many items each has values of
// its own. Only that of a type with localized fields says any of it.

/** In a segment's `meta`: what is not stored → what has the same; both named as sections are. */
export const SHARED_META = 'shared';
/** In a segment's `meta`: stored field → the one whose terms are also its own; only where a field has such. */
export const DICTIONARIES_META = 'dictionaries';
/** In a segment's `meta`: code of a locale → items with values of their own there. */
export const LOCALES_META = 'locales';

/**
 * What the header says of locales must lead from a later locale to an earlier one of the same field, in one step: readers
 * follow it without looking.
 *
 * @throws IntegrityError. Cost: O(fields · locales²).
 */
export function checkSharing({ meta, sections }: SegmentFile, type: ContentType): void {
  const shared = sharedNames(meta);
  const dictionaries = dictionaryNames(meta);
  const localized = type.fields.filter(isLocalized);
  const storedOf = (name: string): string[] => type.locales.map((_, locale) => storedName(type, name, locale));
  const columns = [...localized.map(({ name }) => name), DOCUMENTS, SEARCH_PREFIX].map(storedOf);
  for (const [name, target] of shared) {
    const own = columns.find((stored) => stored.includes(name)) ?? [];
    const isEarlier = own.includes(target) && own.indexOf(target) < own.indexOf(name);
    if (isEarlier && !shared.has(target)) continue;
    throw sections.damage('header', `an earlier locale's name that ${name} shares`, target);
  }
  const texts = localized.filter((field) => isHeldAs(field, 'renderedTexts')).map(({ name }) => storedOf(name));
  for (const [name, owner] of dictionaries) {
    const own = texts.find((stored) => stored.includes(name));
    if (own?.includes(owner) === true && name !== owner && !dictionaries.has(owner) && !shared.has(owner)) continue;
    throw sections.damage('header', `the long text that owns the dictionary of ${name}`, owner);
  }
}

/** @returns stored name → the name of what stands for it; empty where nothing is shared */
export const sharedNames = (meta: ReadonlyMap<unknown, unknown>): ReadonlyMap<string, string> =>
  namesIn(meta.get(SHARED_META));

/** @returns stored field → the one whose dictionary it has; empty where each has its own */
export const dictionaryNames = (meta: ReadonlyMap<unknown, unknown>): ReadonlyMap<string, string> =>
  namesIn(meta.get(DICTIONARIES_META));

function namesIn(value: unknown): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const [name, other] of value instanceof Map ? value : []) {
    if (typeof name === 'string' && typeof other === 'string') names.set(name, other);
  }
  return names;
}

/** @returns by code; undefined where the header says nothing of it */
export function ownCounts(meta: ReadonlyMap<unknown, unknown>): ReadonlyMap<string, number> | undefined {
  const counts = meta.get(LOCALES_META);
  if (!(counts instanceof Map)) return undefined;
  const read = new Map<string, number>();
  for (const [code, count] of counts) {
    if (typeof code === 'string' && typeof count === 'number') read.set(code, count);
  }
  return read;
}

// How many items have a value in each field: as a segment's header says, known without reading a section, and as its
// structures have it.

/** In a segment's `meta`: field → items. */
export const POPULATED_META = 'populated';

/** @returns by field, in the model's order; undefined where the header says nothing of it, as one of an older stele */
export function populatedCounts(meta: ReadonlyMap<unknown, unknown>): ReadonlyMap<string, number> | undefined {
  const counts = meta.get(POPULATED_META);
  if (!(counts instanceof Map)) return undefined;
  const read = new Map<string, number>();
  for (const [field, count] of counts) {
    if (typeof field !== 'string' || typeof count !== 'number') return undefined;
    read.set(field, count);
  }
  return read;
}

/** Cost of a relationship, or of lists of texts: O(items); of every other field: O(1). */
export function populatedOf(index: FieldIndex): number {
  if (index.kind !== 'links' && index.kind !== 'textLists') return index.postings.populated;
  const { starts } = index.links;
  let populated = 0;
  for (let doc = 0; doc + 1 < starts.length; doc += 1) if (starts[doc]! < starts[doc + 1]!) populated += 1;
  return populated;
}
