/**
 * What caches must drop after a new snapshot: the surrogate keys whose answers may differ, or, for caches that know
 * URLs only, the paths. Why the keys are enough stands with them (src/jsonapi/surrogate-keys).
 *
 * Made in two steps: reading both snapshots gives a bit an item, and how much there is to purge; the ids are read again
 * when the list is written. So memory does not grow with the length of the list.
 */

import { type ContentType, encodeComponent, type Field, isLocalized, termId } from '../../content/model/index.js';
import { Bitset } from '../../index/docset/index.js';
import {
  ALL_KEY,
  anyItemKey,
  anyValueKey,
  fieldKey,
  hasMarks,
  itemKey,
  MANY_KEY,
  marksOf,
  typeInLocale,
  typeKey,
  valueKey,
} from '../../jsonapi/index.js';
import { compareModels } from './model.js';
import type { Snapshot, SnapshotPair } from './pair.js';
import { itemsReaching } from './reach.js';
import { type Ids, readIds } from './side.js';
import { eachTypeChanges, type LocaleChanges, type TypeChanges } from './types.js';

/** What there is to purge of a type's answers in one locale. */
interface LocalePurge {
  /** The type as keys name it. */
  readonly name: string;
  /** Docs before that are shown otherwise, or not at all. */
  readonly touched: Bitset;
  readonly touchedCount: number;
  /** Keys of the fields that have changed, each before those of its values; what is not localized is the default locale's. */
  readonly fieldKeys: readonly string[];
}

/** What there is to purge of one type. */
interface TypePurge {
  readonly name: string;
  /** Docs before that were changed, in whichever locale, or removed. */
  readonly touched: Bitset;
  readonly touchedCount: number;
  readonly locales: readonly LocalePurge[];
  /** Docs after. */
  readonly added: Uint32Array;
  /** Whether it has other items, or another order. */
  readonly hasOtherItems: boolean;
  readonly hasOtherCount: boolean;
}

/** Of a field in a locale: with more, lists by whichever value are dropped. */
const valueKeysMaximum = 1000;

/** @returns by field, the keys of the values that have changed. Memory: O(fields · `valueKeysMaximum`). */
function valueKeys(
  type: string,
  fields: readonly Field[],
  { eachChange }: LocaleChanges,
): ReadonlyMap<string, ReadonlySet<string>> {
  const named = new Map(fields.filter(hasMarks).map((field) => [field.name, { field, keys: new Set<string>() }]));
  eachChange((name, values) => {
    const { field, keys } = named.get(name) ?? {};
    if (field === undefined || keys === undefined || keys.size > valueKeysMaximum) return;
    for (const value of values()) for (const mark of marksOf(field, value)) keys.add(valueKey(type, name, mark));
  });
  const limited = (name: string, keys: ReadonlySet<string>): ReadonlySet<string> =>
    keys.size > valueKeysMaximum ? new Set([anyValueKey(type, name)]) : keys;
  return new Map([...named].map(([name, { keys }]) => [name, limited(name, keys)]));
}

/** Docs before that are not what they were. */
function touchedIn(
  { itemsBefore = 0, removed }: TypeChanges,
  changed: Uint32Array,
): Pick<LocalePurge, 'touched' | 'touchedCount'> {
  const touched = new Bitset(itemsBefore);
  touched.addAll(changed);
  touched.addAll(removed);
  return { touched, touchedCount: changed.length + removed.length };
}

function localePurge(changes: TypeChanges, locale: LocaleChanges, model: ContentType | undefined): LocalePurge {
  const { code, changed, fields } = locale;
  const inLocale = typeInLocale(changes.name, code);
  const own = fields.flatMap((field) => model?.fieldByName.get(field.name) ?? []);
  const shown = code === undefined ? own : own.filter(isLocalized);
  const byValue = valueKeys(inLocale, shown, locale);
  const fieldKeys = shown.flatMap((field) => [fieldKey(inLocale, field.name), ...(byValue.get(field.name) ?? [])]);
  return { name: inLocale, ...touchedIn(changes, changed), fieldKeys };
}

/** @param model of the type, which is the same in both */
function purgeOf(changes: TypeChanges, model: ContentType | undefined): TypePurge {
  const { name, itemsBefore = 0, itemsAfter = 0, added, changed, removed, reordered } = changes;
  return {
    name,
    ...touchedIn(changes, changed),
    added,
    hasOtherItems: added.length + removed.length > 0 || reordered,
    hasOtherCount: itemsBefore !== itemsAfter,
    locales: changes.locales.map((locale) => localePurge(changes, locale, model)),
  };
}

const isTouched = ({ hasOtherItems, touchedCount }: TypePurge): boolean => hasOtherItems || touchedCount > 0;

export class Purge {
  readonly #pair: SnapshotPair;
  readonly #types: readonly TypePurge[];
  /** Whether every answer may differ: the model does. */
  readonly isAll: boolean;

  constructor(pair: SnapshotPair, types: readonly TypePurge[], isAll: boolean) {
    this.#pair = pair;
    this.#types = types;
    this.isAll = isAll;
  }

  /** How many keys there are. */
  get keyCount(): number {
    if (this.isAll) return 1;
    const touched = this.#types.filter(isTouched);
    if (touched.length === 0) return 0;
    const inLocale = ({ fieldKeys, touchedCount }: LocalePurge): number =>
      fieldKeys.length + Number(touchedCount > 0) + touchedCount;
    return touched
      .flatMap(({ hasOtherItems, locales }) => [Number(hasOtherItems), ...locales.map(inLocale)])
      .reduce((sum, count) => sum + count, 1);
  }

  /** @returns every key once, those of items last in their type; `ALL_KEY` alone where every answer may differ */
  async *keys(): AsyncGenerator<string> {
    if (this.isAll) {
      yield ALL_KEY;
      return;
    }
    if (this.#types.some(isTouched)) yield MANY_KEY;
    for (const { name, hasOtherItems, locales } of this.#types) {
      if (hasOtherItems) yield typeKey(name);
      for (const { fieldKeys } of locales) yield* fieldKeys;
      for (const { name: inLocale, touched, touchedCount } of locales) {
        if (touchedCount === 0) continue;
        yield anyItemKey(inLocale);
        for (const id of idsOf(await readIds(this.#pair.before, name), touched)) yield itemKey(inLocale, id);
      }
    }
  }

  /**
   * Finds the paths whose answers may differ.
   *
   * @param steps how many relationships the answers of a path reach across, at most: below an item's path the related
   *              items, and what `include` adds
   * @throws IntegrityError where a snapshot is damaged. Cost: O(links) a step. Memory: the links of the snapshot.
   */
  async paths(steps: number): Promise<PurgePaths> {
    if (this.isAll) return new PurgePaths(this.#pair, [], true);
    const touched = new Map(this.#types.map((type) => [type.name, type.touched]));
    const reaching = await itemsReaching(this.#pair.before, touched, steps);
    const types = this.#types.map((type) => ({ ...type, touched: reaching.get(type.name) ?? type.touched }));
    return new PurgePaths(this.#pair, types, false);
  }
}

/** Paths below the delivery root. */
export class PurgePaths {
  readonly #pair: SnapshotPair;
  /** `touched` of these are the items that reach one that is. */
  readonly #types: readonly TypePurge[];
  readonly isAll: boolean;

  constructor(pair: SnapshotPair, types: readonly TypePurge[], isAll: boolean) {
    this.#pair = pair;
    this.#types = types.map((type) => ({ ...type, touchedCount: type.touched.count() }));
    this.isAll = isAll;
  }

  get count(): number {
    if (this.isAll) return 1;
    const root = this.#types.some(({ hasOtherCount }) => hasOtherCount) ? 1 : 0;
    return this.#types
      .filter(isTouched)
      .reduce((sum, { touchedCount, added }) => sum + 1 + touchedCount + added.length, root);
  }

  /**
   * @returns the delivery root as `''`, where types have more items or fewer; of each type its list, then its items,
   *          those added among them; `*` alone where every answer may differ
   */
  async *each(): AsyncGenerator<string> {
    if (this.isAll) {
      yield EVERYTHING;
      return;
    }
    if (this.#types.some(({ hasOtherCount }) => hasOtherCount)) yield '';
    for (const type of this.#types.filter(isTouched)) {
      const { name, touched, touchedCount, added } = type;
      yield `/${name}`;
      const { before, after } = this.#pair;
      if (touchedCount > 0) yield* itemPaths(before, name, touched);
      if (added.length > 0) yield* itemPaths(after, name, added);
    }
  }
}

/** In place of a path: all that begins with the delivery root. */
export const EVERYTHING = '*';

async function* itemPaths(snapshot: Snapshot, type: string, docs: Bitset | Uint32Array): AsyncGenerator<string> {
  const ids = await readIds(snapshot, type);
  const wanted = docs instanceof Bitset ? docs : Bitset.of(ids.docs.length, docs);
  for (const id of idsOf(ids, wanted)) yield `/${type}/${encodeComponent(id)}`;
}

/** The ids of the docs, ascending. */
function* idsOf({ terms, docs }: Ids, wanted: Bitset): Generator<string> {
  for (let term = 0; term < docs.length; term += 1) {
    if (wanted.has(docs[term]!)) yield Buffer.from(terms.at(termId(term))).toString();
  }
}

/**
 * Finds what caches must drop when they hold answers of the one snapshot and the other is served.
 *
 * @param onStep called before each type that is compared, for progress
 * @throws IntegrityError where a snapshot is damaged
 * Cost and memory: those of eachTypeChanges, and a bit an item; nothing where the models differ.
 */
export async function findPurge(pair: SnapshotPair, onStep?: (step: string) => void): Promise<Purge> {
  const model = compareModels(pair.before.manifest.model, pair.after.manifest.model);
  const types: TypePurge[] = [];
  if (model.length > 0) return new Purge(pair, types, true);
  const { contentTypes } = pair.before.manifest.model;
  for await (const changes of eachTypeChanges(pair, onStep)) {
    types.push(purgeOf(changes, contentTypes.get(changes.name)));
  }
  return new Purge(pair, types, false);
}
