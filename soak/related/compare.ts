/**
 * Compares every path of every type with a naive count: as a facet, a statistic, a filter and a sort, for all items and
 * parts of them.
 */

import { RequestError } from '../../src/content/errors/index.js';
import { foldOf, LIMITS, operatorsOf } from '../../src/content/model/index.js';
import type { Space } from '../../src/index/snapshot/index.js';
import { answer, parseRequest } from '../../src/jsonapi/index.js';
import { accentFoldedText, foldedText } from '../../testing/oracle/content/values.js';
import { itemsOf, type OracleSpace } from '../../testing/oracle/index.js';
import { expectedFacet, expectedStatistics, inOrder, itemsWith, type Selected } from './expected.js';
import { isMany, type Path, pathsOf } from './paths.js';
import { NaiveValues, type Values } from './values.js';

export const KINDS = ['facet', 'statistic', 'filter', 'sort'] as const;
export type Kind = (typeof KINDS)[number];

export interface Asked {
  readonly kind: Kind;
  readonly hops: number;
  readonly request: string;
  /** Undefined if the answer is right. */
  readonly difference: string | undefined;
}

/** A part of the items of a type, and the filter that leaves it. */
interface Part {
  readonly search: string;
  readonly selected: Selected;
}

interface Question {
  readonly path: Path;
  readonly kind: Kind;
  readonly search: string;
  readonly expected: unknown;
  /** Value in the document. */
  readonly of: (document: Document) => unknown;
}

interface Document {
  readonly data: readonly { readonly id: string }[];
  readonly meta: Readonly<Record<string, unknown>> & {
    readonly facets?: Readonly<Record<string, unknown>>;
    readonly stats?: Readonly<Record<string, unknown>>;
  };
}

const bracketed = ({ fields }: Path, operator: string): string =>
  `filter${fields.map(({ name }) => `[${name.replace('.', '][')}]`).join('')}[${operator}]`;

function written(shown: unknown): string {
  const isTarget = typeof shown === 'object' && shown !== null && 'id' in shown;
  return encodeURIComponent(String(isTarget ? shown.id : shown));
}

/** Selections: nothing, one item, about a tenth, all except one, and all. */
export function partsOf(ids: readonly string[]): readonly Part[] {
  const where = (search: string, holds: (id: string) => boolean): Part => ({
    search,
    selected: Uint8Array.from(ids, (id) => Number(holds(id))),
  });
  const parts = [where('', () => true), where('filter[id][_eq]=there-is-none', (id) => id === 'there-is-none')];
  const middle = ids[ids.length >> 1];
  if (middle === undefined) return parts;
  const ends = [...new Set(ids.map((id) => id.slice(-1)))];
  const countOf = (end: string): number => ids.filter((id) => id.endsWith(end)).length;
  const awayFrom = (end: string): number => Math.abs(countOf(end) - ids.length / 10);
  const end = ends.reduce((best, one) => (awayFrom(one) < awayFrom(best) ? one : best));
  const code = encodeURIComponent;
  return [
    ...parts,
    where(`filter[id][_eq]=${code(middle)}`, (id) => id === middle),
    where(`filter[id][_endsWith]=${code(end)}`, (id) => id.endsWith(end)),
    where(`filter[id][_neq]=${code(middle)}`, (id) => id !== middle),
  ];
}

/** Sorts are asked of all items and of a tenth of them: the other parts have no order to speak of. */
const sortedParts = [0, 3];

class Questions {
  readonly #values: NaiveValues;
  readonly #ids: readonly string[];
  readonly #parts: readonly Part[];

  constructor(values: NaiveValues, type: string) {
    this.#values = values;
    this.#ids = itemsOf(values.space, type).map(({ id }) => id);
    this.#parts = partsOf(this.#ids);
  }

  *of(path: Path): Generator<Question> {
    const values = this.#values.of(path.type, path.fields);
    yield* this.#facets(path, values);
    const { type } = path.fields.at(-1)!;
    if (path.isOne && type !== 'relationship') {
      yield* this.#statistics(path, values);
      yield* this.#sorts(path, values);
    }
    yield* this.#filters(path, values);
  }

  *#facets(path: Path, values: Values): Generator<Question> {
    const limit = LIMITS.facetValues;
    for (const { search, selected } of this.#parts) {
      const expected = expectedFacet(values, selected, limit);
      const asked = `${search}&_facet[${path.text}]=${limit}&page[limit]=0`;
      yield { path, kind: 'facet', search: asked, expected, of: ({ meta }) => meta.facets?.[path.text] };
    }
  }

  *#statistics(path: Path, values: Values): Generator<Question> {
    for (const { search, selected } of this.#parts) {
      const expected = expectedStatistics(path.fields.at(-1)!, values, selected);
      const asked = `${search}&_stats=${path.text}&page[limit]=0`;
      yield { path, kind: 'statistic', search: asked, expected, of: ({ meta }) => meta.stats?.[path.text] };
    }
  }

  *#sorts(path: Path, values: Values): Generator<Question> {
    const limit = LIMITS.pageLimitMaximum;
    for (const { search, selected } of this.#parts.filter((_, place) => sortedParts.includes(place))) {
      for (const sign of ['', '-']) {
        const order = inOrder(values, selected, sign === '-');
        for (const offset of new Set([0, order.length >> 1, Math.max(0, order.length - limit)])) {
          const expected = order.slice(offset, offset + limit).map((item) => this.#ids[item]);
          const asked = `${search}&sort=${sign}${path.text}&page[skip]=${offset}&page[limit]=${limit}`;
          yield { path, kind: 'sort', search: asked, expected, of: ({ data }) => data.map(({ id }) => id) };
        }
      }
    }
  }

  *#filters(path: Path, values: Values): Generator<Question> {
    const counts = new Uint32Array(values.names.length);
    for (const place of values.places) counts[place]! += 1;
    const byCount = [...counts.keys()].filter((place) => counts[place]! > 0).sort((a, b) => counts[b]! - counts[a]!);
    const places = new Set([byCount[0], byCount[byCount.length >> 1], byCount.at(-1)]);
    // Of relationships to several types the id alone is asked.
    const texts = values.names.map(({ shown }) => written(shown));
    const last = path.fields.at(-1)!;
    const isLink = last.type === 'relationship';
    const takes = operatorsOf(last);
    const asked = (operator: string, value: string, holds: (place: number) => boolean): Question =>
      this.#filter(path, `${bracketed(path, operator)}=${value}`, itemsWith(values, holds));
    for (const place of places) {
      const value = place === undefined ? undefined : texts[place];
      if (place === undefined || value === undefined) continue;
      // The id of a related item is asked through one relationship more.
      if (isLink && path.hops === LIMITS.hops) continue;
      yield asked(isLink ? 'id][_eq' : '_eq', value, (one) => texts[one] === value);
      if (isLink || isMany(last)) continue;
      if (takes.includes('_neq')) yield asked('_neq', value, (one) => one !== place);
      if (takes.includes('_gte')) yield asked('_gte', value, (one) => one >= place);
      yield* this.#foldedFilters(path, values, place);
    }
    if (!takes.includes('_exists') && !isLink) return;
    const filled = this.#values.filled(path.type, path.fields);
    for (const is of [false, true]) {
      const selected = itemsWith(filled, (place) => place === Number(is));
      yield this.#filter(path, `${bracketed(path, '_exists')}=${is}`, selected);
    }
  }

  /** Filters that ignore case, and accents if the field does: the value is written in other letters. */
  *#foldedFilters(path: Path, values: Values, place: number): Generator<Question> {
    const field = path.fields.at(-1)!;
    const fold = foldOf(field) === 'accents' ? accentFoldedText : foldedText;
    const texts = values.names.map(({ shown }) => fold(String(shown)));
    const text = texts[place] ?? '';
    if (foldOf(field) === undefined || text === '') return;
    const first = [...text][0] ?? '';
    const last = [...text].at(-1) ?? '';
    const tests: readonly (readonly [string, string, (other: string) => boolean])[] = [
      ['_ieq', text, (other) => other === text],
      ['_icontains', last, (other) => other.includes(last)],
      ['_istartsWith', first, (other) => other.startsWith(first)],
      ['_iendsWith', last, (other) => other.endsWith(last)],
    ];
    for (const [operator, typed, holds] of tests) {
      const search = `${bracketed(path, operator)}=${encodeURIComponent(typed.toUpperCase())}`;
      yield this.#filter(
        path,
        search,
        itemsWith(values, (other) => holds(texts[other] ?? '')),
      );
    }
  }

  #filter(path: Path, search: string, selected: Selected): Question {
    const items = [...selected.keys()].filter((item) => selected[item] === 1);
    const limit = LIMITS.pageLimitMaximum;
    return {
      path,
      kind: 'filter',
      search: `${search}&page[limit]=${limit}`,
      expected: { total: items.length, ids: items.slice(0, limit).map((item) => this.#ids[item]) },
      of: ({ data, meta }) => ({ total: meta['total'], ids: data.map(({ id }) => id) }),
    };
  }
}

const short = (text: string): string => (text.length > 300 ? `${text.slice(0, 300)}…` : text);

function asked(space: Space, { path, kind, search, expected, of }: Question): Asked {
  const request = `/${path.type}?${search.replace(/^&/, '')}`;
  let found: unknown;
  try {
    const parsed = parseRequest(space.model, `/${path.type}`, request.slice(request.indexOf('?')));
    const document: Document = JSON.parse(answer(space, parsed, 'https://example.org').toString());
    found = of(document);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    found = error.message;
  }
  const [right, came] = [JSON.stringify(expected), JSON.stringify(found)];
  const difference =
    right === came ? undefined : `${request}\n  right: ${short(right)}\n  came:  ${short(came ?? 'none')}`;
  return { kind, hops: path.hops, request, difference };
}

export interface Extent {
  /** Through how many relationships at most. */
  readonly hops?: number;
  readonly kinds?: readonly Kind[];
  /** Whose paths are compared; absent: those of all types. */
  readonly types?: readonly string[];
}

/** Cost: for each path the links behind it, and some twenty requests. */
export function* compareRelated(oracle: OracleSpace, space: Space, extent: Extent = {}): Generator<Asked> {
  const { hops = LIMITS.hops, kinds = KINDS, types = [...oracle.model.contentTypes.keys()] } = extent;
  const values = new NaiveValues(oracle);
  for (const type of types) {
    const questions = new Questions(values, type);
    for (const path of pathsOf(oracle.model, type, hops)) {
      for (const one of questions.of(path)) if (kinds.includes(one.kind)) yield asked(space, one);
    }
  }
}
