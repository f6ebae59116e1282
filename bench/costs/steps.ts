/**
 * The measured steps of the table of costs, on generated articles: the timed function, the number of units it
 * processes, and the overhead to subtract.
 */

import { Random } from '../../data/generate/random.js';
import { termId } from '../../src/content/model/index.js';
import { topOf } from '../../src/engine/facets/top.js';
import { orderByKeys } from '../../src/engine/query/page/order.js';
import { termRange } from '../../src/engine/query/sources/range-source.js';
import { listRuns } from '../../src/engine/query/sources/run-lists.js';
import { siftBy } from '../../src/engine/query/sources/sift.js';
import { LinkColumn } from '../../src/index/columns/index.js';
import type * as costs from '../../src/index/costs/index.js';
import { TERM_LEAD } from '../../src/index/docset/index.js';
import { ScoreSums, selectBestWindow, visitNearWords } from '../../src/index/search/index.js';
import { findItem, type TypeSegment } from '../../src/index/segment/index.js';
import type { Space } from '../../src/index/snapshot/index.js';
import { termBounds } from '../../src/index/termdict/index.js';
import { answer, parseRequest } from '../../src/jsonapi/index.js';
import { inTurn } from '../harness/timing/measure.js';

export interface Measured {
  readonly cost: keyof typeof costs;
  /** Number of units that one call processes. */
  readonly count: number;
  readonly run: () => unknown;
  /** Is timed too, and taken off. */
  readonly without: (() => unknown) | undefined;
}

const step = (cost: Measured['cost'], count: number, run: () => unknown, without?: () => unknown): Measured => ({
  cost,
  count,
  run,
  without,
});

/** @returns what gives back the lists that it makes */
const released =
  ({ arena }: TypeSegment, run: () => unknown) =>
  (): unknown => {
    const mark = arena.mark();
    const found = run();
    arena.release(mark);
    return found;
  };

const bytes = (text: string): Uint8Array => Buffer.from(text);

/** @throws Error if the articles are not those of the generator */
export function stepsOf(space: Space): readonly Measured[] {
  const segment = space.types.get('article')?.segment;
  if (segment === undefined) throw new Error('The generator writes articles.');
  return [
    ...docSteps(segment),
    ...linkSteps(segment),
    ...termSteps(segment),
    ...searchSteps(segment),
    ...wholeSteps(space),
  ];
}

function valuesOf(segment: TypeSegment, field: string) {
  const index = segment.fields.get(field);
  if (index === undefined || index.kind === 'links' || index.kind === 'textLists' || index.kind === 'locales')
    throw new Error(`${field} has no values.`);
  return index;
}

function textOf(segment: TypeSegment, field: string) {
  const index = valuesOf(segment, field);
  if (index.kind !== 'text') throw new Error(`${field} is no text.`);
  return index;
}

/** Sets and lists of docs, and counters. */
function docSteps(segment: TypeSegment): readonly Measured[] {
  const { arena, size } = segment;
  const { routines } = arena;
  const [views, genre, title] = ['views', 'genre', 'title'].map((field) => valuesOf(segment, field));
  if (views === undefined || genre === undefined || title === undefined)
    throw new Error('Three fields were asked for.');
  const { column, quantiles } = views;
  const many = Math.floor(size / 5);
  const far = arena.list(many);
  far.set(views.postings.docs.subarray(0, many));
  const near = arena.list(many);
  near.set(far);
  near.sort();
  const [out, counts, ordinals] = [arena.list(size + 64), arena.list(size + 2), arena.list(many)];
  const [bits, made, marks] = [arena.emptyBitset(), arena.emptyBitset(), arena.emptyBitset()];
  bits.addAll(near);
  const few = arena.emptyBitset();
  few.addAll(near.subarray(0, 8));
  const half = { low: 1, span: Math.floor(views.terms.size / 2) };
  const terms = arena.list(1 + Math.ceil(genre.terms.size / 32));
  terms.fill(0);
  terms[TERM_LEAD / 32] = 0x5555;
  const source = termRange(title, termId(0), termId(Math.floor(title.terms.size / 2)));
  const places = quantiles?.places.length ?? 0;
  const pairs = Array.from({ length: Math.max(0, places - 1) }, (_, place) => () => {
    if (quantiles !== undefined) made.setToXor(quantiles.bitset(place), quantiles.bitset(place + 1));
  });
  const copied = (): void => out.set(near);
  routines.gather(near, title.column, ordinals);
  const key = { column: views.column, postings: views.postings, quantiles, descending: false };
  return [
    step('PASS_BITS', size, () => routines.and(made.words, bits.words, bits.words)),
    ...(pairs.length === 0 ? [] : [step('COMBINE_STORED', size, inTurn(pairs))]),
    step('LIST_BITS', size, () => routines.listBits(few.words, out)),
    step('TALLY_BITS', size, () => routines.tallyBits(few.words, genre.column, counts)),
    step('SCAN_COLUMN', size, () => routines.scanColumn(column, { low: views.terms.size + 1, span: 1 }, 1, out)),
    step('FILL_TERM', size, () => routines.fillTerms(genre.column, terms, made.words)),
    step('SIFT_COLUMN', many, () => routines.siftColumn(near, title.column, half, out)),
    step(
      'SIFT_COLUMN_FAR',
      many,
      () => routines.siftColumn(far, title.column, half, out),
      () => routines.siftColumn(near, title.column, half, out),
    ),
    step('SIFT_BITS', many, () => routines.siftBits(near, bits.words, out)),
    step('SIFT_BITS_FAR', many, () => routines.siftBits(far, bits.words, out)),
    step('SIFT_TERM', many, () => routines.siftTerms(near, genre.column, terms, out)),
    step('TEST_DOC', many, () => siftBy((doc) => source.has(doc), near, out)),
    step('MARK_DOC', many, () => routines.addAll(made.words, far)),
    step(
      'ORDER_DOC',
      many,
      () => {
        copied();
        orderByKeys(out.subarray(0, many), many - 20, many, [key], arena);
      },
      copied,
    ),
    step('TALLY_DOC', many, () => routines.tallyList(near, genre.column, counts)),
    step('TALLY_DOC_FAR', many, () => routines.tallyList(near, title.column, counts)),
    step('READ_COUNTER', size, () => {
      routines.fill(counts, false);
      return topOf({ terms: undefined, counts: counts.subarray(0, size) }, [[termId(0), termId(size)]], 10, false);
    }),
    step(
      'MARK_COUNTER',
      many,
      () => routines.sumMarked(ordinals, ordinals, 0, 1, counts, marks.words),
      () => routines.tallyList(near, genre.column, counts),
    ),
  ];
}

function linkSteps({ arena, fields, size }: TypeSegment): readonly Measured[] {
  const tags = fields.get('tags');
  if (tags?.kind !== 'links' || tags.postings === undefined) throw new Error('tags are no links that are filtered by.');
  const { links, postings } = tags;
  const docs = Uint32Array.from({ length: Math.floor(size / 5) }, (_, place) => place * 5);
  const counts = arena.list(postings.starts.length);
  const bits = arena.emptyBitset();
  const targets = Math.min(1000, postings.termCount);
  const linked = postings.count(termId(0), termId(targets));
  return [
    step('COPY_LINKED', size, () => bits.setTo(links.linked())),
    step('TEST_LINKS', docs.length, () => siftBy((doc) => links.has(doc, termId(3)), docs, docs.slice())),
    step('MARK_LINKED_DOC', linked, () => {
      for (let target = 0; target < targets; target += 1) bits.addAll(postings.runOf(termId(target)));
    }),
    // Docs that have no link: what is left is coming to them.
    step('VISIT_LINKS', docs.length, () =>
      arena.routines.tallyLinks(
        docs,
        new LinkColumn(new Uint32Array(size + 1), links.targets).starts,
        links.targets,
        counts,
      ),
    ),
    step('TALLY_LINK', links.targets.length, () => arena.routines.tallyList(links.targets, links.targets, counts)),
  ];
}

/** Terms, their runs and substrings. */
function termSteps(segment: TypeSegment): readonly Measured[] {
  const { arena } = segment;
  const random = new Random(1, 'costs');
  const title = textOf(segment, 'title');
  const { terms, postings, reversed, substrings } = title;
  if (reversed === undefined || substrings === undefined) throw new Error('Titles are searched.');
  const places = Array.from({ length: 4096 }, () => random.below(terms.size));
  const looked = Uint32Array.from(places);
  const genre = valuesOf(segment, 'genre');
  const genreTerms = Uint32Array.from({ length: genre.terms.size }, (_, term) => term);
  const every = Uint32Array.from({ length: Math.floor(terms.size / 7) }, (_, place) => place * 7);
  const some = reversed.order.slice(0, every.length);
  const sizeOf = (chosen: Uint32Array): number => chosen.reduce((sum, term) => sum + postings.countOf(termId(term)), 0);
  const [everySize, someSize] = [sizeOf(every), sizeOf(some)];
  const set = arena.emptyBitset();
  const holds = terms.containing(bytes('zzzz'));
  const ids = places.slice(0, 512).map((place) => segment.id.terms.at(termId(place % segment.size)));
  return [
    step(
      'FIND_TERM',
      1,
      inTurn(places.map((place) => terms.at(termId(place))).map((value) => () => termBounds(terms, value))),
    ),
    step(
      'MARK_TERM_RUN',
      1,
      inTurn(places.map((place) => () => set.addRange(place, Math.min(segment.size, place + 2)))),
    ),
    step(
      'COPY_DOC',
      genre.postings.populated,
      released(segment, () => listRuns(genre.postings, genreTerms, genre.postings.populated, arena)),
    ),
    step(
      'VISIT_RUN',
      every.length,
      released(segment, () => listRuns(postings, every, everySize, arena)),
    ),
    step(
      'VISIT_RUN_FAR',
      some.length,
      released(segment, () => listRuns(postings, some, someSize, arena)),
    ),
    step('SEARCH_TERM', looked.length, () => looked.filter((term) => holds(termId(term)))),
    ...(arena.memory === undefined
      ? []
      : [
          step(
            'SEARCH_TERM_COMPILED',
            looked.length,
            released(segment, () => terms.sift?.(looked, bytes('zzzz'), arena)),
          ),
        ]),
    step('READ_BUCKET_BYTE', substrings.byteLength(0, substrings.bucketCount), () =>
      substrings.addTerms(0, substrings.bucketCount, set.words, arena),
    ),
    step('FIND_ITEM', 1, inTurn(ids.map((id) => () => findItem(segment, id)))),
  ];
}

function searchSteps(segment: TypeSegment): readonly Measured[] {
  const { arena, search: index, size } = segment;
  if (index === undefined) throw new Error('Articles are searched.');
  const { counts, stems, words } = index.tables;
  const list = counts.subarray(0, stems.size).reduce((best, count, at, all) => (count > all[best]! ? at : best), 0);
  const { docs, impacts } = index.readList(list, arena);
  const sums = new ScoreSums(arena);
  sums.add(docs, impacts);
  const weighed = sums.scoredDocs();
  return [
    step(
      'SCORE_POSTING',
      docs.length,
      released(segment, () => {
        const found = index.readList(list, arena);
        sums.add(found.docs, found.impacts);
      }),
    ),
    step(
      'READ_SCORE_SUM',
      Math.max(1, Math.min(size, docs.length)),
      released(segment, () => sums.scoredDocs()),
    ),
    step('COMPARE_SCORE', docs.length, () => selectBestWindow(weighed, 0, 20, arena)),
    step('FIND_ONE_TYPO', 1, () => visitNearWords(words, 'gardenning', 1, () => undefined)),
    step('FIND_TWO_TYPOS', 1, () => visitNearWords(words, 'gardenning', 2, () => undefined)),
  ];
}

/** @returns measurements of whole answers, for the additional time of more rows, bytes or links */
function wholeSteps(space: Space): readonly Measured[] {
  const asked = (search: string): (() => Buffer) => {
    const request = parseRequest(space.model, '/article', search);
    return () => answer(space, request, '');
  };
  const narrow = '?page[limit]=100&fields[article]=sku';
  const wide = '?page[limit]=100';
  const query = '?filter[genre][_eq]=poetry&filter[price][_gte]=10&sort=-published&page[limit]=20';
  return [
    step('PARSE_CHARACTER', query.length, () => parseRequest(space.model, '/article', query)),
    step('WRITE_RESOURCE', 100, asked(narrow)),
    step('WRITE_BYTE', asked(wide)().byteLength - asked(narrow)().byteLength, asked(wide), asked(narrow)),
    step(
      'INCLUDE_LINK',
      100,
      asked(`${narrow},author&include=author&fields[author]=country`),
      asked(`${narrow},author`),
    ),
    step('WRITE_FACET_VALUE', 50, asked(`${narrow}&_facet[title]=50`), asked(`${narrow}&_facet[title]=1`)),
  ];
}
