/**
 * Questions that a server was never asked: drawn between the stretches of load, given to the generator, and counted as
 * they are used, so that none is asked twice.
 */
import { OperationError } from '../../src/content/errors/index.js';
import { type Bench, type Contestant, give, loadSlice, type SlicePlan } from './measuring.js';
import type { Slice } from './slices.js';
import type { Known } from './workloads/questioner.js';
import { plain } from './workloads/requests.js';
import { COLD } from './workloads/urls.js';

/** Before a server's rate is known. */
const firstPerSecond = 8000;
/** A server that has run for a while is faster than it was before. */
const reserve = 1.5;
const leastDrawn = 200;

export class ColdSupply {
  readonly contestant: Contestant;
  readonly #bench: Bench;
  readonly #set: string;
  #left: readonly Known[] = [];
  #perSecond = firstPerSecond;

  constructor(bench: Bench, contestant: Contestant, name: string) {
    this.#bench = bench;
    this.contestant = contestant;
    this.#set = `${name}/${contestant.name}`;
  }

  /** Loads the server; a stretch ends early when its questions do. @throws OperationError when there is none left */
  async load(plan: SlicePlan): Promise<Slice> {
    const expected = plan.ratePerSecond ?? this.#perSecond;
    await this.#have(Math.max(leastDrawn, Math.ceil((expected * reserve * plan.durationMs) / 1000)));
    const slice = await loadSlice(this.#bench, this.contestant, this.#set, plan);
    const { asked, elapsedMs } = slice.result;
    this.#left = this.#left.slice(asked);
    // In an overload, what is refused uses up questions too.
    if (elapsedMs > 0 && plan.ratePerSecond === undefined) this.#perSecond = (asked * 1000) / elapsedMs;
    return slice;
  }

  async #have(count: number): Promise<void> {
    if (this.#left.length >= count) return;
    this.#left = [...this.#left, ...this.#bench.questioner.draw(COLD, count - this.#left.length)];
    if (this.#left.length === 0) {
      throw new OperationError('There is no question left that was never asked. Give more --items, or less --seconds.');
    }
    const { name } = this.contestant;
    await give(
      this.#bench,
      this.#set,
      this.#left.map((known) => plain(name, known)),
    );
  }
}
