/**
 * Pieces of advice: keys of a field in the model that would build less, because nothing asks for more; or that would
 * build what is asked for and refused.
 */
import {
  type ContentModel,
  type ContentType,
  exportedTypes,
  type Field,
  isFolded,
  isNatural,
  isOn,
  isWordsField,
  structuresOf,
} from '../../../src/content/model/index.js';
import type { Need, Needs } from './needs.js';

/** Keys of a field in `model.json`, and what to write. */
export type Keys = Readonly<Record<string, boolean>>;

/** What a piece leaves out: the sections that are told by the pattern, of the field or of the type's search. */
export type Leaves =
  | { readonly of: 'field'; readonly sections: RegExp; readonly structures: readonly string[] }
  | { readonly of: 'search' };

export interface Piece {
  readonly type: string;
  readonly field: string;
  readonly keys: Keys;
  readonly kind: 'unused' | 'asked';
  /** Requests that are refused without it; 0 of what is unused. */
  readonly requests: number;
}

/** With what it leaves out. */
export interface UnusedPiece extends Piece {
  /** Undefined where another piece stands for it. */
  readonly leaves: Leaves | undefined;
}

const leaves = (sections: RegExp, ...structures: string[]): Leaves => ({ of: 'field', sections, structures });

const SUBSTRINGS = leaves(/^(fold\/)?substrings\./, 'substrings');
const ENDINGS = leaves(/^(fold\/)?reversed\./, 'reversed');
const FOLDED = leaves(/^fold\//, 'fold');
const BEYOND_VALUES = leaves(/^(fold\/|substrings\.|reversed\.)/, 'fold', 'substrings', 'reversed');
const NATURAL = leaves(/^natural\//, 'natural');
const INVERSE = leaves(/^(docs|starts)(#|$)/, 'docs', 'starts');
const ALL = leaves(
  /^/,
  ...['terms', 'values', 'heads', 'ordinals', 'docs', 'starts', 'quantiles', 'natural', 'links', 'populated'],
  ...['substrings', 'reversed', 'fold'],
);

const unused = (type: ContentType, field: Field, keys: Keys, left: Leaves): UnusedPiece => ({
  type: type.name,
  field: field.name,
  keys,
  kind: 'unused',
  leaves: left,
  requests: 0,
});

/** @returns what could be left out of what is built, by the model that it was built with */
export const unusedPieces = (model: ContentModel, needs: Needs): readonly UnusedPiece[] =>
  exportedTypes(model).flatMap((type) => [
    ...type.fields.flatMap((field) => unusedOf(type, field, needs.of(type.name, field.name))),
    ...unusedSearch(type, needs),
  ]);

function unusedOf(type: ContentType, field: Field, needs: ReadonlyMap<Need, number>): readonly UnusedPiece[] {
  const possible = structuresOf(field).filter((structure) => isOn(field, structure));
  const has = (need: Need): boolean => needs.has(need);
  if (!possible.includes('filter') && !possible.includes('sort')) return [];
  if (!structuresOf(field).includes('sort')) {
    if (has('filter') || has('count')) return [];
    return [unused(type, field, { filter: false }, field.type === 'relationship' ? INVERSE : ALL)];
  }
  const values = has('filter') || has('sort') || has('count');
  if (!values) return [unused(type, field, { filter: false, sort: false }, ALL)];
  const pieces: UnusedPiece[] = [];
  // Facets and statistics need one of the two.
  if (!has('filter') && possible.includes('filter') && possible.includes('sort')) {
    return [unused(type, field, { filter: false }, BEYOND_VALUES)];
  }
  if (possible.includes('contains') && !has('contains'))
    pieces.push(unused(type, field, { contains: false }, SUBSTRINGS));
  if (possible.includes('endsWith') && !has('endsWith')) pieces.push(unused(type, field, { endsWith: false }, ENDINGS));
  if (isFolded(field) && !has('fold')) pieces.push(unused(type, field, { fold: false }, FOLDED));
  if (isNatural(field) && !has('sort')) pieces.push(unused(type, field, { sort: false }, NATURAL));
  return pieces;
}

/** The index of a type is one: it goes when nothing searches the type, and the first of its fields stands for it. */
function unusedSearch(type: ContentType, needs: Needs): readonly UnusedPiece[] {
  if (needs.searches(type.name) > 0) return [];
  return (type.search?.fields ?? []).map(({ field }, place) => ({
    type: type.name,
    field: field.name,
    keys: { search: false },
    kind: 'unused' as const,
    leaves: place === 0 ? { of: 'search' } : undefined,
    requests: 0,
  }));
}

/** @returns what would have to be built for requests that are refused now */
export const askedPieces = (model: ContentModel, needs: Needs): readonly Piece[] =>
  exportedTypes(model).flatMap((type) =>
    type.fields.flatMap((field) => askedOf(type, field, needs.of(type.name, field.name))),
  );

function askedOf(type: ContentType, field: Field, needs: ReadonlyMap<Need, number>): readonly Piece[] {
  const keys: Record<string, boolean> = {};
  let requests = 0;
  const ask = (key: string, need: Need): void => {
    keys[key] = true;
    requests = Math.max(requests, needs.get(need) ?? 0);
  };
  for (const structure of structuresOf(field)) {
    if (needs.has(structure) && field[structure] === false) ask(structure, structure);
  }
  const isIndexed = isOn(field, 'filter') || isOn(field, 'sort');
  if (needs.has('count') && !isIndexed && keys['filter'] === undefined && keys['sort'] === undefined) {
    ask('filter', 'count');
  }
  if (needs.has('fold') && isWordsField(field) && field.fold !== true) ask('fold', 'fold');
  if (requests === 0) return [];
  return [{ type: type.name, field: field.name, keys, kind: 'asked', requests }];
}

/** Whether traffic needs what the piece leaves out. */
export function isNeeded({ type, field, keys, leaves: left }: UnusedPiece, needs: Needs): boolean {
  const asked = needs.of(type, field);
  if (keys['search'] === false) return needs.searches(type) > 0;
  const own: readonly Need[] = ['filter', 'sort', 'contains', 'endsWith', 'fold'];
  if (own.some((need) => keys[need] === false && asked.has(need))) return true;
  return asked.has('count') && (left === ALL || left === INVERSE);
}
