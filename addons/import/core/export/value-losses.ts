/**
 * Values and links that the export loses, counted by field and reason, each with its first three places.
 */
import type { Link } from '../../value/value.js';
import type { DanglingReason } from './field-value.js';

const EXAMPLE_MAXIMUM = 3;

interface Loss {
  readonly path: string;
  readonly reason: string;
  count: number;
  readonly examples: string[];
}

export class ValueLosses {
  readonly #losses = new Map<string, Loss>();

  /** @param path `type.field` */
  add(path: string, reason: string, example: string): void {
    const key = `${path}: ${reason}`;
    const loss = this.#losses.get(key) ?? { path, reason, count: 0, examples: [] };
    if (loss.examples.length < EXAMPLE_MAXIMUM) loss.examples.push(example);
    loss.count += 1;
    this.#losses.set(key, loss);
  }

  /** @param item the item that has the link, as `type/id` */
  addLink(path: string, danglingReason: DanglingReason, { type, id }: Link, item: string): void {
    const targets =
      danglingReason === 'missing' ? 'that are not in the export' : 'of a type that the field does not link to';
    const typeName = type === undefined ? '' : ` (${type})`;
    this.add(path, `links to items ${targets}${typeName}`, `${item} → ${id}`);
  }

  /** @returns each loss, with its examples in the reason */
  *all(): Generator<{ readonly path: string; readonly reason: string; readonly count: number }> {
    for (const { path, reason, count, examples } of this.#losses.values())
      yield { path, reason: `${reason}, such as ${examples.join('; ')}`, count };
  }
}
