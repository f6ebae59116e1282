/**
 * Requests one by one → traffic: equal ones are kept once.
 */
import { ValueHasher } from './hashed-values.js';
import { readTarget, type Template } from './template.js';
import type { DistinctRequest, Traffic, ValueForm } from './traffic.js';

/** A request as a log tells it. */
export interface LoggedRequest {
  /** Path and query below the delivery root, percent-encoded. */
  readonly path: string;
  readonly search: string;
  /** In milliseconds of the epoch, where the log has times. */
  readonly timeMs: number | undefined;
}

/** Offsets are kept in 32 bits: seven weeks. */
const spanMaximumMs = 2 ** 32 - 1;

export class TrafficBuilder {
  readonly #form: ValueForm;
  readonly #hasher: ValueHasher;
  readonly #templates: Template[] = [];
  readonly #templatePlaces = new Map<string, number>();
  readonly #distinct: DistinctRequest[] = [];
  readonly #distinctPlaces = new Map<string, number>();
  readonly #requests: number[] = [];
  readonly #times: number[] = [];
  readonly leftOut = new Map<string, number>();
  #withoutTime = 0;

  /** @param salt of the hashes; never kept */
  constructor(form: ValueForm, salt: string) {
    this.#form = form;
    this.#hasher = new ValueHasher(salt);
  }

  get count(): number {
    return this.#requests.length;
  }

  /** @returns what is wrong with the request, in words that end "…, so it was left out"; undefined where it was taken */
  add({ path, search, timeMs }: LoggedRequest): string | undefined {
    const read = readTarget(path, search);
    if (read === undefined) return 'is not percent-encoded UTF-8';
    for (const name of read.leftOut) this.leftOut.set(name, (this.leftOut.get(name) ?? 0) + 1);
    const template = this.#templatePlace(read.template);
    const values =
      this.#form === 'kept'
        ? read.values
        : read.values.map((value, place) => {
            const slot = read.template.slots[place];
            return slot === undefined || slot.kind === 'plain' ? value : this.#hasher.hash(value);
          });
    this.#requests.push(this.#distinctPlace({ template, values }));
    if (timeMs === undefined) this.#withoutTime += 1;
    this.#times.push(timeMs ?? 0);
    return undefined;
  }

  /** @returns requests in the order of their times, where all have one; as they were added otherwise */
  build(): Traffic {
    const timed = this.#withoutTime === 0 && this.#times.length > 0;
    const order = Uint32Array.from(this.#times.keys());
    // Logs are written when a request ends, so they are nearly in order; a stable sort keeps ties as they came.
    if (timed) order.sort((a, b) => (this.#times[a] ?? 0) - (this.#times[b] ?? 0) || a - b);
    const startMs = timed ? (this.#times[order[0] ?? 0] ?? 0) : undefined;
    const offset = (place: number): number =>
      startMs === undefined ? 0 : Math.min(spanMaximumMs, Math.round((this.#times[place] ?? 0) - startMs));
    return {
      values: this.#form,
      startMs,
      templates: this.#templates,
      distinct: this.#distinct,
      requests: order.map((place) => this.#requests[place] ?? 0),
      atMs: order.map(offset),
    };
  }

  #templatePlace(template: Template): number {
    const key = JSON.stringify(template.literals);
    return placeOf(this.#templatePlaces, key, this.#templates, template);
  }

  #distinctPlace(request: DistinctRequest): number {
    const key = JSON.stringify([request.template, ...request.values]);
    return placeOf(this.#distinctPlaces, key, this.#distinct, request);
  }
}

function placeOf<Value>(places: Map<string, number>, key: string, list: Value[], value: Value): number {
  const known = places.get(key);
  if (known !== undefined) return known;
  places.set(key, list.length);
  list.push(value);
  return list.length - 1;
}
