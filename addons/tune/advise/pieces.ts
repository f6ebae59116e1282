/**
 * Pieces of advice: keys to set on a field in `model.json`. A piece either leaves out structures that no request needs,
 * or adds structures for requests that are refused now.
 *
 * Elsewhere: collecting the needs (needs), the size of a piece (saved-size), measuring all pieces (advise).
 */
import {
  type ContentModel,
  type ContentType,
  exportedFields,
  exportedTypes,
  type Field,
  isFolded,
  isNatural,
  isOn,
  isWordsField,
  requestedFold,
  structuresOf,
} from '../../../src/content/model/index.js';
import type { Need, Needs } from './needs.js';

/** Keys of a field in `model.json` → values to write. */
export type Keys = Readonly<Record<string, boolean>>;

/** The sections that a piece leaves out: those of the field that match the pattern, or the search index of the type. */
export type LeftOutSections =
  | { readonly of: 'field'; readonly sections: RegExp; readonly structures: readonly string[] }
  | { readonly of: 'search' };

export interface Piece {
  readonly type: string;
  readonly field: string;
  readonly keys: Keys;
  readonly kind: 'unused' | 'asked';
  /** Requests that are refused without the piece; 0 for an unused structure. */
  readonly requests: number;
}

/** A piece that leaves out unused structures. */
export interface UnusedPiece extends Piece {
  /** Undefined if another piece of the type already accounts for the sections. */
  readonly leftOut: LeftOutSections | undefined;
}

const leaveOutSections = (sections: RegExp, ...structures: string[]): LeftOutSections => ({
  of: 'field',
  sections,
  structures,
});

const SUBSTRINGS = leaveOutSections(/^(fold\/)?substrings\./, 'substrings');
const ENDINGS = leaveOutSections(/^(fold\/)?reversed\./, 'reversed');
const FOLDED = leaveOutSections(/^fold\//, 'fold');
const BEYOND_VALUES = leaveOutSections(/^(fold\/|substrings\.|reversed\.)/, 'fold', 'substrings', 'reversed');
const NATURAL = leaveOutSections(/^natural\//, 'natural');
const INVERSE = leaveOutSections(/^(docs|starts)(#|$)/, 'docs', 'starts');
const ALL = leaveOutSections(
  /^/,
  ...['terms', 'values', 'heads', 'ordinals', 'docs', 'starts', 'quantiles', 'natural', 'links', 'populated'],
  ...['substrings', 'reversed', 'fold'],
);

const describeUnused = (type: ContentType, field: Field, keys: Keys, leftOut: LeftOutSections): UnusedPiece => ({
  type: type.name,
  field: field.name,
  keys,
  kind: 'unused',
  leftOut: leftOut,
  requests: 0,
});

/**
 * Lists the structures that the model builds and no request needs.
 *
 * @param model the model of the snapshot
 */
export const findUnusedPieces = (model: ContentModel, needs: Needs): readonly UnusedPiece[] =>
  exportedTypes(model).flatMap((type) => [
    ...exportedFields(type).flatMap((field) =>
      findUnusedStructures(type, field, needs.countsByNeed(type.name, field.name)),
    ),
    ...findUnusedSearch(type, needs),
  ]);

function findUnusedStructures(
  type: ContentType,
  field: Field,
  needs: ReadonlyMap<Need, number>,
): readonly UnusedPiece[] {
  const builtStructures = structuresOf(field).filter((structure) => isOn(field, structure));
  const isUsed = (need: Need): boolean => needs.has(need);
  if (!builtStructures.includes('filter') && !builtStructures.includes('sort')) return [];
  if (!structuresOf(field).includes('sort')) {
    if (isUsed('filter') || isUsed('count')) return [];
    return [describeUnused(type, field, { filter: false }, field.type === 'relationship' ? INVERSE : ALL)];
  }
  const areValuesUsed = isUsed('filter') || isUsed('sort') || isUsed('count');
  if (!areValuesUsed) return [describeUnused(type, field, { filter: false, sort: false }, ALL)];
  const pieces: UnusedPiece[] = [];
  // Facets and statistics need either the filter or the sort, so one of them stays.
  if (!isUsed('filter') && builtStructures.includes('filter') && builtStructures.includes('sort')) {
    return [describeUnused(type, field, { filter: false }, BEYOND_VALUES)];
  }
  if (builtStructures.includes('contains') && !isUsed('contains'))
    pieces.push(describeUnused(type, field, { contains: false }, SUBSTRINGS));
  if (builtStructures.includes('endsWith') && !isUsed('endsWith'))
    pieces.push(describeUnused(type, field, { endsWith: false }, ENDINGS));
  if (isFolded(field) && !isUsed('fold')) pieces.push(describeUnused(type, field, { fold: false }, FOLDED));
  if (isNatural(field) && !isUsed('sort')) pieces.push(describeUnused(type, field, { sort: false }, NATURAL));
  return pieces;
}

/**
 * A type has one search index. If no request searches the type, each field gets a piece; the first accounts for the
 * bytes.
 */
function findUnusedSearch(type: ContentType, needs: Needs): readonly UnusedPiece[] {
  if (needs.countSearches(type.name) > 0) return [];
  return (type.search?.fields ?? []).map(({ field }, fieldIndex) => ({
    type: type.name,
    field: field.name,
    keys: { search: false },
    kind: 'unused' as const,
    leftOut: fieldIndex === 0 ? { of: 'search' } : undefined,
    requests: 0,
  }));
}

/** Lists the structures that the model does not build and refused requests need. */
export const findRequestedPieces = (model: ContentModel, needs: Needs): readonly Piece[] =>
  exportedTypes(model).flatMap((type) =>
    exportedFields(type).flatMap((field) =>
      findRequestedStructures(type, field, needs.countsByNeed(type.name, field.name)),
    ),
  );

function findRequestedStructures(type: ContentType, field: Field, needs: ReadonlyMap<Need, number>): readonly Piece[] {
  const keys: Record<string, boolean> = {};
  let requests = 0;
  const turnOn = (key: string, need: Need): void => {
    keys[key] = true;
    requests = Math.max(requests, needs.get(need) ?? 0);
  };
  for (const structure of structuresOf(field)) {
    if (needs.has(structure) && field[structure] === false) turnOn(structure, structure);
  }
  const isIndexed = isOn(field, 'filter') || isOn(field, 'sort');
  if (needs.has('count') && !isIndexed && keys['filter'] === undefined && keys['sort'] === undefined) {
    turnOn('filter', 'count');
  }
  if (needs.has('fold') && isWordsField(field) && requestedFold(field) === undefined) turnOn('fold', 'fold');
  if (requests === 0) return [];
  return [{ type: type.name, field: field.name, keys, kind: 'asked', requests }];
}

/** @returns whether a request needs one of the structures that the piece leaves out */
export function isNeeded({ type, field, keys, leftOut }: UnusedPiece, needs: Needs): boolean {
  const requestCounts = needs.countsByNeed(type, field);
  if (keys['search'] === false) return needs.countSearches(type) > 0;
  const keyNeeds: readonly Need[] = ['filter', 'sort', 'contains', 'endsWith', 'fold'];
  if (keyNeeds.some((need) => keys[need] === false && requestCounts.has(need))) return true;
  return requestCounts.has('count') && (leftOut === ALL || leftOut === INVERSE);
}
