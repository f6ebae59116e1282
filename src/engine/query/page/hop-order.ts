/**
 * Orders by a field of related items, behind to-one relationships. Only the order of the field and the links are stored.
 *
 * A page is found by walking the values of the field, and for each value the docs that lead to an item with it; or by
 * looking up the value of each selected doc and sorting.
 */
import { choose } from '../../../content/choices/index.js';
import { InvariantError } from '../../../content/errors/index.js';
import { splitFieldPath, termId } from '../../../content/model/index.js';
import { COPY_DOC, FOLLOW_LINK, ORDER_DOC, SIFT_BITS, VISIT_RUN, WALK_VALUE } from '../../../index/costs/index.js';
import { type Arena, Bitset } from '../../../index/docset/index.js';
import { RunPostings } from '../../../index/postings/index.js';
import type { TypeSegment } from '../../../index/segment/index.js';
import { type Hop, requireHop } from '../conditions/hops.js';
import type { Trace } from '../explain/trace.js';
import type { SortKey } from '../query-tree.js';
import type { Members } from '../run/members.js';
import { type KeyColumn, keyColumn } from './key-column.js';
import { orderByKeys } from './order.js';

/** @throws InvariantError if the path was not checked against the segment's model */
export function hopKey(segment: TypeSegment, { field, descending }: SortKey): KeyColumn {
  const { hops: path, field: keyField } = splitFieldPath(field);
  const { arena } = segment;
  const hops: BufferedHop[] = [];
  let current = segment;
  for (const name of path) {
    const hop = requireHop(current, name);
    const [next, another] = hop.targetTypes;
    if (next === undefined || another !== undefined)
      throw new InvariantError(`cannot sort through ${name}: it leads to several types`);
    hops.push({ ...hop, buffer: arena.list(current.size) });
    current = next.segment;
  }
  const { column: values, postings } = keyColumn(current, { field: keyField, descending });
  const column = arena.list(arena.size);
  const ordinalOf = (doc: number): number => {
    let at = doc;
    for (let i = 0; i < hops.length; i += 1) {
      const { index, targetDocs } = hops[i]!;
      const { starts, targets } = index.links;
      const link = starts[at]!;
      if (link === starts[at + 1]) return 0;
      at = targetDocs[targets[link]!]!;
    }
    return values[at]!;
  };
  return {
    column,
    // An item may lack a value even if all related items have one: it may have no link.
    postings: new RunPostings(arena.list(postings.populated + 1), postings.starts),
    quantiles: undefined,
    descending,
    hop: {
      fillCost: FOLLOW_LINK * hops.length,
      fill(docs) {
        for (let i = 0; i < docs.length; i += 1) column[docs[i]!] = ordinalOf(docs[i]!);
      },
      docsOf: (term) => docsLeadingTo(hops, postings.runOf(term), arena),
      docsWithoutValue: () => docsLeadingToNone(hops, postings.unpopulated(), arena),
    },
  };
}

/** A relationship, and a buffer for the docs that link by it; each listing overwrites the one before. */
interface BufferedHop extends Hop {
  readonly buffer: Uint32Array;
}

/** @returns the docs that link to any of `docs`, grouped by their target */
function docsLinkingTo({ index, targetsOf, buffer: out }: BufferedHop, docs: Uint32Array, arena: Arena): Uint32Array {
  const targets = targetsOf(0);
  const { starts, docs: linked } = index.postings;
  arena.budget.spend(docs.length * VISIT_RUN);
  let at = 0;
  for (let i = 0; i < docs.length; i += 1) {
    const target = targets[docs[i]!]!;
    if (target === 0) continue;
    for (let place = starts[target - 1]!; place < starts[target]!; place += 1) out[at++] = linked[place]!;
  }
  arena.budget.spend(at * COPY_DOC);
  return out.subarray(0, at);
}

/** @param targetDocs docs at the end of the path. @returns the docs at its beginning that lead to any of them */
function docsLeadingTo(hops: readonly BufferedHop[], targetDocs: Uint32Array, arena: Arena): Uint32Array {
  let docs = targetDocs;
  for (const hop of hops.toReversed()) docs = docsLinkingTo(hop, docs, arena);
  return docs;
}

/** As `docsLeadingTo`, with the docs whose path ends early because a link is missing. */
function docsLeadingToNone(hops: readonly BufferedHop[], targetDocs: Uint32Array, arena: Arena): Uint32Array {
  let docs = targetDocs;
  for (const hop of hops.toReversed()) docs = docsLinkingToOrUnlinked(hop, docs, arena);
  return docs;
}

/** @returns the docs that link to any of `docs`, and the docs without a link, ascending */
function docsLinkingToOrUnlinked(hop: BufferedHop, docs: Uint32Array, arena: Arena): Uint32Array {
  const { links } = hop.index;
  const size = links.starts.length - 1;
  arena.budget.spend(size * SIFT_BITS);
  const bits = new Bitset(size, arena.list(Math.ceil(size / 32)), arena.routines);
  bits.setToAll();
  bits.removeAll(links.linked());
  bits.addAll(docsLinkingTo(hop, docs, arena));
  const count = bits.count();
  return bits.toList(count, hop.buffer.subarray(0, count));
}

/**
 * @param keys the first one is behind relationships
 * @returns the docs of the window, in order; not in the arena
 */
export function hopPage(
  members: Members,
  keys: readonly KeyColumn[],
  skip: number,
  wanted: number,
  arena: Arena,
  trace: Trace | undefined,
): Uint32Array {
  const needed = skip + wanted;
  const { count, setupCost, testCost, listCost } = members;
  const terms = (keys[0]?.postings.starts.length ?? 1) - 1;
  const costPerDoc = members.isAll ? COPY_DOC : COPY_DOC + VISIT_RUN + testCost;
  // Expected number of docs up to the end of the window, and the docs of one more value.
  const walkedDocs = (needed * arena.size) / count + arena.size / Math.max(1, terms);
  const walkedValues = (walkedDocs * terms) / arena.size;
  const walk = setupCost + walkedDocs * costPerDoc + walkedValues * WALK_VALUE;
  let orderCost = ORDER_DOC;
  for (const { hop } of keys) orderCost += hop?.fillCost ?? 0;
  const take = listCost + count * orderCost;
  const isWalked = choose('page.hop', walk < take ? 'walk' : 'select') === 'walk';
  trace?.page({ way: isWalked ? 'walkKey' : 'select', walk, take });
  trace?.step('page');
  const spendLimit = arena.budget.spent + 2 * take;
  const walked = isWalked ? walkValues(members, keys, skip, wanted, spendLimit, arena) : undefined;
  if (walked !== undefined) return walked;
  const ordered = arena.list(count);
  ordered.set(members.docs());
  orderByKeys(ordered, skip, needed, keys, arena);
  return ordered.slice(skip, needed);
}

/**
 * @param spendLimit budget spent at which sorting all members becomes cheaper
 * @returns undefined if the limit was reached
 */
function walkValues(
  members: Members,
  [key, ...rest]: readonly KeyColumn[],
  skip: number,
  wanted: number,
  spendLimit: number,
  arena: Arena,
): Uint32Array | undefined {
  const out = new Uint32Array(wanted);
  const { hop, postings, descending } = key!;
  const terms = postings.starts.length - 1;
  // Allocated before the loop, because members may allocate memory that outlives it.
  const buffer = arena.list(arena.size);
  let written = 0;
  let toSkip = skip;
  // After all values come the docs without a value.
  for (let rank = 0; rank <= terms && written < wanted; rank += 1) {
    if (choose('page.hop.end', arena.budget.spent > spendLimit ? 'select' : 'walk') === 'select') return undefined;
    arena.budget.spend(WALK_VALUE);
    const docs = rank === terms ? hop!.docsWithoutValue() : hop!.docsOf(termId(descending ? terms - 1 - rank : rank));
    const passing = members.isAll ? docs : buffer.subarray(0, members.sift(docs, buffer));
    if (passing.length <= toSkip) {
      toSkip -= passing.length;
      continue;
    }
    const last = Math.min(passing.length, toSkip + wanted - written);
    orderByKeys(passing, toSkip, last, rest, arena);
    out.set(passing.subarray(toSkip, last), written);
    written += last - toSkip;
    toSkip = 0;
  }
  return out;
}
