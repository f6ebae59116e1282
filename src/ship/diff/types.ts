/**
 * What changed from one snapshot to the next, content type by content type.
 *
 * An item is changed where a field of it has another value, links included; links that a build dropped, because their
 * target is gone, are such a change. What an item merely leads to is not: see reach.
 */

import { InvariantError } from '../../content/errors/index.js';
import { type ContentType, type DocId, docId } from '../../content/model/index.js';
import { Bitset } from '../../index/docset/index.js';
import type { MarkedValue } from '../../jsonapi/index.js';
import { listOf, type Matching, matchItems, NONE } from './match.js';
import type { SnapshotPair } from './pair.js';
import { type Compared, comparedSnapshot, jsonIdOf, type Side } from './side.js';
import { Comparison } from './values.js';

export interface FieldChanges {
  readonly name: string;
  /** Items whose value is another one. */
  readonly items: number;
}

export interface ChangedItem {
  /** As a JSON string, quotes included. */
  readonly id: string;
  /** In the model's order. */
  readonly fields: readonly string[];
}

/** What changed in one locale. */
export interface LocaleChanges {
  /** Undefined of the default locale, and where there are no locales. */
  readonly code: string | undefined;
  /** Docs before, ascending: those that are shown otherwise. */
  readonly changed: Uint32Array;
  readonly fields: readonly FieldChanges[];
  /**
   * Calls back with every field of an item that differs, and how to read, while it is called, the values that only one
   * of the snapshots has; read while they are walked.
   */
  readonly eachChange: (found: (field: string, values: () => readonly MarkedValue[]) => void) => void;
}

/** Docs are ascending, which is the export's order. */
export interface TypeChanges {
  readonly name: string;
  /** How many items there were, and are; undefined where the model has no such type. */
  readonly itemsBefore: number | undefined;
  readonly itemsAfter: number | undefined;
  /** Docs after. */
  readonly added: Uint32Array;
  /** Docs before. */
  readonly changed: Uint32Array;
  /** Docs before. */
  readonly removed: Uint32Array;
  /** Whether the items that both have stand in another order. */
  readonly reordered: boolean;
  /** Those with changes, in the model's order, in whichever locale. */
  readonly fields: readonly FieldChanges[];
  /** The default locale, and where fields are localized the others that both snapshots have. */
  readonly locales: readonly LocaleChanges[];
  /** Ids of `added`, as JSON strings; read while they are walked, as those of the next two. */
  readonly addedIds: () => Iterable<string>;
  readonly changedItems: () => Iterable<ChangedItem>;
  readonly removedIds: () => Iterable<string>;
}

const nothing = new Uint32Array(0);

const noChanges = {
  added: nothing,
  changed: nothing,
  removed: nothing,
  reordered: false,
  fields: [],
  locales: [],
  addedIds: () => [],
  changedItems: () => [],
  removedIds: () => [],
};

const everyDoc = (size: number): Uint32Array => Uint32Array.from({ length: size }, (_, doc) => doc);

function* idsOf(side: Side, docs: Uint32Array): Generator<string> {
  for (const doc of docs) yield jsonIdOf(side, docId(doc));
}

async function allAdded(after: Compared, type: ContentType): Promise<TypeChanges> {
  const side = await after.side(type);
  const added = everyDoc(side.size);
  const counts = { name: type.name, itemsBefore: undefined, itemsAfter: side.size };
  return { ...noChanges, ...counts, added, addedIds: () => idsOf(side, added) };
}

async function allRemoved(before: Compared, type: ContentType): Promise<TypeChanges> {
  const side = await before.side(type);
  const removed = everyDoc(side.size);
  const counts = { name: type.name, itemsBefore: side.size, itemsAfter: undefined };
  return { ...noChanges, ...counts, removed, removedIds: () => idsOf(side, removed) };
}

function* changedItemsOf(
  side: Side,
  locales: readonly ComparedLocale[],
  changed: Uint32Array,
  { after }: Matching,
): Generator<ChangedItem> {
  for (const doc of changed) {
    const fields = new Set<number>();
    for (const { comparison } of locales)
      comparison.eachDifferent(docId(doc), docId(after[doc]!), (field) => fields.add(field));
    const names = [...fields].sort((a, b) => a - b).map((field) => locales[0]!.comparison.fields[field]!);
    yield { id: jsonIdOf(side, docId(doc)), fields: names };
  }
}

/** One locale of both snapshots, while it is compared. */
interface ComparedLocale {
  readonly code: string | undefined;
  readonly comparison: Comparison;
  readonly changed: Bitset;
  /** Field → items. */
  readonly counts: Uint32Array;
}

function comparedLocales(before: Side, after: Side): readonly ComparedLocale[] {
  const compared = (code: string | undefined, a: Side, b: Side): ComparedLocale => {
    const comparison = new Comparison(a, b);
    return { code, comparison, changed: new Bitset(a.size), counts: new Uint32Array(comparison.fields.length) };
  };
  const others = before.locals.flatMap((local, index) => {
    const { code } = before.type.locales[index + 1]!;
    const match = after.locals[after.type.locales.findIndex((locale) => locale.code === code) - 1];
    return match === undefined ? [] : [compared(code, local, match)];
  });
  return [compared(undefined, before, after), ...others];
}

/** Whether an item has values of its own in other locales than before, which every locale shows. */
function hasOtherLocales(before: Side, after: Side, doc: DocId, match: number): boolean {
  if (before.own === undefined || after.own === undefined) return before.own !== after.own;
  const [a, b] = [before.own, after.own];
  return Buffer.compare(a.sets.view(a.docs[doc]!), b.sets.view(b.docs[match]!)) !== 0;
}

/** Cost: O(bytes of the rendered items and the links). */
function compareSides(before: Side, after: Side): TypeChanges {
  const matching = matchItems(before, after);
  const locales = comparedLocales(before, after);
  const { fields: names } = locales[0]!.comparison;
  const changed = new Bitset(before.size);
  const counts = new Uint32Array(names.length);
  const differing = new Set<number>();
  for (let doc = 0; doc < before.size; doc += 1) {
    const match = matching.after[doc]!;
    if (match === NONE) continue;
    differing.clear();
    for (const { comparison, changed: inLocale, counts: countsThere } of locales) {
      comparison.eachDifferent(docId(doc), docId(match), (field) => {
        changed.add(doc);
        inLocale.add(doc);
        countsThere[field]! += 1;
        differing.add(field);
      });
    }
    for (const field of differing) counts[field]! += 1;
    if (!hasOtherLocales(before, after, docId(doc), match)) continue;
    changed.add(doc);
    for (const locale of locales) locale.changed.add(doc);
  }
  const { added, removed, reordered } = matching;
  const list = listOf(changed);
  const fieldsOf = (items: Uint32Array): FieldChanges[] =>
    names.map((name, field) => ({ name, items: items[field]! })).filter(({ items }) => items > 0);
  return {
    name: before.type.name,
    itemsBefore: before.size,
    itemsAfter: after.size,
    added,
    changed: list,
    removed,
    reordered,
    fields: fieldsOf(counts),
    locales: locales.map(({ code, comparison, changed: there, counts: countsThere }) => {
      const docs = listOf(there);
      return {
        code,
        changed: docs,
        fields: fieldsOf(countsThere),
        eachChange: (found) => {
          for (const doc of docs) {
            const match = matching.after[doc]!;
            comparison.eachDifferent(docId(doc), docId(match), (field) =>
              found(names[field]!, () => comparison.otherValues(field, docId(doc), docId(match))),
            );
          }
        },
      };
    }),
    addedIds: () => idsOf(after, added),
    changedItems: () => changedItemsOf(before, locales, list, matching),
    removedIds: () => idsOf(before, removed),
  };
}

async function changesOf({ before, after }: ComparedPair, name: string): Promise<TypeChanges> {
  const [was, is] = [before.model.contentTypes.get(name), after.model.contentTypes.get(name)];
  if (was === undefined && is !== undefined) return allAdded(after, is);
  if (was !== undefined && is === undefined) return allRemoved(before, was);
  if (was === undefined || is === undefined) throw new InvariantError(`neither model has a type ${name}`);
  if (before.hashOf(name) === after.hashOf(name)) {
    const items = await after.sizeOf(name);
    return { ...noChanges, name, itemsBefore: items, itemsAfter: items };
  }
  return compareSides(await before.side(was), await after.side(is));
}

/** Two of what can be compared. */
export interface ComparedPair {
  readonly before: Compared;
  readonly after: Compared;
}

/**
 * Compares type by type, those of the later model first.
 *
 * @param onStep called before each type, for progress
 * @throws IntegrityError naming file and section where one of the snapshots is damaged
 * Memory: the rendered items, ids and links of one type, of both snapshots, until the next one is asked for.
 */
export async function* changesBetween(
  pair: ComparedPair,
  onStep: (step: string) => void = () => undefined,
): AsyncGenerator<TypeChanges> {
  for (const name of new Set([pair.after, pair.before].flatMap(({ model }) => [...model.contentTypes.keys()]))) {
    onStep(name);
    yield await changesOf(pair, name);
  }
}

/** The same of two snapshots. */
export const eachTypeChanges = ({ before, after }: SnapshotPair, onStep?: (step: string) => void) =>
  changesBetween({ before: comparedSnapshot(before), after: comparedSnapshot(after) }, onStep);
