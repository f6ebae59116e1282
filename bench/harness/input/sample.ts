/**
 * Sample values for queries, drawn from the export by reservoir sampling: every item of a type has the same
 * probability, so frequent values are frequent in the queries.
 */
import { join } from 'node:path';
import type { Random } from '../../../data/generate/random.js';
import type { ContentModel, ContentType } from '../../../src/content/model/index.js';
import { type Cell, linesOf, type Row, readRow } from './rows.js';

/** Enough that a range of a thousandth of the items has ends to draw from. */
const sampleSize = 5000;
/** Far more than a field takes that one item in a hundred has. */
const attemptsMaximum = 10_000;

interface TypeSample {
  readonly type: ContentType;
  readonly items: number;
  readonly rows: readonly Row[];
}

export interface Share {
  readonly value: string;
  /** Share of all items, 0 to 1. */
  readonly share: number;
}

export class Sample {
  readonly #types: ReadonlyMap<string, TypeSample>;
  readonly #numbers = new Map<string, Float64Array>();
  readonly #shares = new Map<string, readonly Share[]>();

  constructor(types: ReadonlyMap<string, TypeSample>) {
    this.#types = types;
  }

  /** @returns how many items the export has of the type */
  items(type: string): number {
    return this.#of(type).items;
  }

  row(type: string, random: Random): Row {
    return random.pick(this.#of(type).rows);
  }

  /** @returns the value of a random item whose field is populated, as a text */
  text(type: string, field: string, random: Random): string {
    for (let attempt = 0; attempt < attemptsMaximum; attempt += 1) {
      const cell = this.#cell(type, field, this.row(type, random));
      if (cell !== null) return String(cell);
    }
    throw new Error(`Hardly any ${type} has a ${field}, so no question can be drawn from it.`);
  }

  /** @returns a target of a random item that has one */
  target(type: string, relationship: string, random: Random): string {
    const place = this.#of(type).type.relationships.findIndex((field) => field.name === relationship);
    for (let attempt = 0; attempt < attemptsMaximum; attempt += 1) {
      const ids = this.row(type, random).links[place] ?? [];
      if (ids.length > 0) return random.pick(ids);
    }
    throw new Error(`Hardly any ${type} has ${relationship}, so no question can be drawn from it.`);
  }

  /** @returns the sampled values of a field of numbers, ascending, repeated as often as they occur */
  numbers(type: string, field: string): Float64Array {
    const key = `${type}/${field}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const cells = this.#of(type).rows.map((row) => this.#cell(type, field, row));
    const sorted = Float64Array.from(cells.filter((cell) => typeof cell === 'number')).sort();
    this.#numbers.set(key, sorted);
    return sorted;
  }

  /** @returns the values of a field with the share of items that have them, the most frequent first */
  shares(type: string, field: string): readonly Share[] {
    const key = `${type}/${field}`;
    const known = this.#shares.get(key);
    if (known !== undefined) return known;
    const counts = new Map<string, number>();
    const { rows } = this.#of(type);
    for (const row of rows) {
      const cell = this.#cell(type, field, row);
      if (cell !== null) counts.set(String(cell), (counts.get(String(cell)) ?? 0) + 1);
    }
    const shares = [...counts].map(([value, count]) => ({ value, share: count / rows.length }));
    shares.sort((a, b) => b.share - a.share);
    this.#shares.set(key, shares);
    return shares;
  }

  #cell(type: string, field: string, row: Row): Cell {
    const place = this.#of(type).type.attributes.findIndex((attribute) => attribute.name === field);
    return row.cells[place] ?? null;
  }

  #of(type: string): TypeSample {
    const sample = this.#types.get(type);
    if (sample === undefined) throw new Error(`The export has no type ${type}.`);
    return sample;
  }
}

/** Draws the sample. Cost: one pass over the export; only drawn lines are parsed. */
export function drawSample(exportFolder: string, model: ContentModel, random: Random): Sample {
  const types = new Map<string, TypeSample>();
  for (const type of model.contentTypes.values()) {
    const lines: string[] = [];
    let items = 0;
    for (const line of linesOf(join(exportFolder, `${type.name}.ndjson`))) {
      if (items < sampleSize) lines.push(line);
      else {
        const place = random.below(items + 1);
        if (place < sampleSize) lines[place] = line;
      }
      items += 1;
    }
    types.set(type.name, { type, items, rows: lines.map((line) => readRow(type, line)) });
  }
  return new Sample(types);
}
