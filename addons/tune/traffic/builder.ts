/**
 * Builds traffic from single requests: stores each template and each distinct request once, and sorts requests by time.
 */
import { ValueHasher } from './hashed-values.js';
import { readTarget, type Template } from './template.js';
import type { DistinctRequest, Traffic, ValueForm } from './traffic.js';

/** A request that was read from a log. */
export interface LoggedRequest {
  /** Path and query below the delivery root, percent-encoded. */
  readonly path: string;
  readonly search: string;
  /** Milliseconds since the epoch; undefined if the log has no times. */
  readonly timeMs: number | undefined;
}

/** Time offsets have 32 bits, which is seven weeks. Later requests get the last offset. */
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
  /** Name of an unknown parameter → how often it was left out. */
  readonly leftOut = new Map<string, number>();
  #withoutTime = 0;

  /**
   * @param form whether to store the values or their hashes
   * @param salt salt of the hashes; not stored
   */
  constructor(form: ValueForm, salt: string) {
    this.#form = form;
    this.#hasher = new ValueHasher(salt);
  }

  get count(): number {
    return this.#requests.length;
  }

  /** @returns undefined if the request was added; otherwise the fault, as the predicate of a sentence */
  add({ path, search, timeMs }: LoggedRequest): string | undefined {
    const parsedTarget = readTarget(path, search);
    if (parsedTarget === undefined) return 'is not percent-encoded UTF-8';
    for (const name of parsedTarget.leftOut) this.leftOut.set(name, (this.leftOut.get(name) ?? 0) + 1);
    const template = this.#templatePlace(parsedTarget.template);
    const values =
      this.#form === 'kept'
        ? parsedTarget.values
        : parsedTarget.values.map((value, place) => {
            const slot = parsedTarget.template.slots[place];
            return slot === undefined || slot.kind === 'plain' ? value : this.#hasher.hash(value);
          });
    this.#requests.push(this.#distinctPlace({ template, values }));
    if (timeMs === undefined) this.#withoutTime += 1;
    this.#times.push(timeMs ?? 0);
    return undefined;
  }

  /** @returns the traffic, in the order of the times if every request has one, otherwise in the order of `add` */
  build(): Traffic {
    const isTimed = this.#withoutTime === 0 && this.#times.length > 0;
    const order = Uint32Array.from(this.#times.keys());
    // A log is written when requests end, so its times are only nearly ascending. Requests of equal time keep their
    // order.
    if (isTimed) order.sort((a, b) => (this.#times[a] ?? 0) - (this.#times[b] ?? 0) || a - b);
    const startMs = isTimed ? (this.#times[order[0] ?? 0] ?? 0) : undefined;
    const timeOffset = (requestIndex: number): number =>
      startMs === undefined ? 0 : Math.min(spanMaximumMs, Math.round((this.#times[requestIndex] ?? 0) - startMs));
    return {
      values: this.#form,
      startMs,
      templates: this.#templates,
      distinct: this.#distinct,
      requests: order.map((place) => this.#requests[place] ?? 0),
      atMs: order.map(timeOffset),
    };
  }

  #templatePlace(template: Template): number {
    const key = JSON.stringify(template.literals);
    return findOrAppend(this.#templatePlaces, key, this.#templates, template);
  }

  #distinctPlace(request: DistinctRequest): number {
    const key = JSON.stringify([request.template, ...request.values]);
    return findOrAppend(this.#distinctPlaces, key, this.#distinct, request);
  }
}

/** @returns the index of the value with this key in the list; appends the value if the key is new */
function findOrAppend<Value>(indexes: Map<string, number>, key: string, list: Value[], value: Value): number {
  const existingIndex = indexes.get(key);
  if (existingIndex !== undefined) return existingIndex;
  indexes.set(key, list.length);
  list.push(value);
  return list.length - 1;
}
