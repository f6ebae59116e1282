/**
 * The number of comparisons, by kind and by number of relationships, and the number of different answers.
 */
import { type Asked, KINDS } from './compare.js';

const number = new Intl.NumberFormat('en-US');

export class Counted {
  readonly #asked = new Map<string, { asked: number; different: number }>();
  comparisons = 0;
  differences = 0;

  add({ kind, hops, difference }: Asked): void {
    const key = `${kind} ${hops}`;
    const known = this.#asked.get(key) ?? { asked: 0, different: 0 };
    this.#asked.set(key, known);
    known.asked += 1;
    this.comparisons += 1;
    if (difference === undefined) return;
    known.different += 1;
    this.differences += 1;
  }

  lines(): readonly string[] {
    const each = KINDS.flatMap((kind) =>
      [0, 1, 2, 3].flatMap((hops) => {
        const known = this.#asked.get(`${kind} ${hops}`);
        if (known === undefined) return [];
        return [
          `${kind}s through ${hops}: ${number.format(known.asked)}, differences ${number.format(known.different)}`,
        ];
      }),
    );
    return [...each, `all: ${number.format(this.comparisons)}, differences ${number.format(this.differences)}`];
  }
}
