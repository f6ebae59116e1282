/**
 * The expected facets, statistics, totals and orders, counted item by item.
 */
import type { Field } from '../../src/content/model/index.js';
import { statisticsOfNamed } from '../../testing/oracle/answers/counting.js';
import type { Values } from './values.js';

/** By item, 1 if it is selected. */
export type Selected = Uint8Array;

interface Counts {
  /** By place of a value, how many items have it. */
  readonly counts: Uint32Array;
  readonly items: number;
  readonly missing: number;
}

function countsOf({ names, starts, places }: Values, selected: Selected): Counts {
  const counts = new Uint32Array(names.length);
  let [items, missing] = [0, 0];
  for (let item = 0; item < selected.length; item += 1) {
    if (selected[item] === 0) continue;
    items += 1;
    if (starts[item] === starts[item + 1]) missing += 1;
    for (let at = starts[item]!; at < starts[item + 1]!; at += 1) counts[places[at]!]! += 1;
  }
  return { counts, items, missing };
}

/** As `meta.facets` has it. @param limit of values shown */
export function expectedFacet(values: Values, selected: Selected, limit: number): unknown {
  const { counts, missing } = countsOf(values, selected);
  const counted = [...counts.keys()].filter((place) => counts[place]! > 0);
  // The sort is stable: equally frequent values stay in the order of values.
  const shown = counted.toSorted((a, b) => counts[b]! - counts[a]!).slice(0, limit);
  return {
    values: shown.map((place) => ({ value: values.names[place]!.shown, count: counts[place]! })),
    total: counted.length,
    missing,
  };
}

/** As `meta.stats` has it; of values of which an item has one at most. */
export function expectedStatistics(field: Field, values: Values, selected: Selected): unknown {
  if (field.type === 'relationship') throw new Error('relationships have no statistics');
  const { counts, items } = countsOf(values, selected);
  const named = [...counts.keys()].flatMap((place) =>
    Array.from({ length: counts[place]! }, () => values.names[place]!),
  );
  return statisticsOfNamed(field, named, items);
}

/** @param holds of the places of values. @returns the items with a value for which it holds, by number */
export function itemsWith({ starts, places }: Values, holds: (place: number) => boolean): Selected {
  const selected = new Uint8Array(starts.length - 1);
  for (let item = 0; item < selected.length; item += 1) {
    for (let at = starts[item]!; at < starts[item + 1]! && selected[item] === 0; at += 1) {
      if (holds(places[at]!)) selected[item] = 1;
    }
  }
  return selected;
}

/** @returns the selected items sorted by value, items without a value last, equal items in the order of the export */
export function inOrder({ starts, places }: Values, selected: Selected, descending: boolean): readonly number[] {
  const rankOf = (item: number): number => {
    if (starts[item] === starts[item + 1]) return Number.POSITIVE_INFINITY;
    return descending ? -places[starts[item]!]! : places[starts[item]!]!;
  };
  return [...selected.keys()]
    .filter((item) => selected[item] === 1)
    .map((item) => ({ item, rank: rankOf(item) }))
    .sort((a, b) => (a.rank === b.rank ? a.item - b.item : a.rank - b.rank))
    .map(({ item }) => item);
}
