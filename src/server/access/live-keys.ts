/**
 * The keys that a server asks for: the one place that every request reads, and that a change of the file writes.
 */
import { type AccessKey, type Finding, KeyRing } from '../keys/index.js';

/** What is known of the file of keys; a plain value, which can be sent to another thread. */
export interface KeysState {
  /** Those that count: of the file as it was when it could last be used. */
  readonly keys: readonly AccessKey[];
  /** Why they are not those of the file as it is now; says no path of this machine. */
  readonly problem: string | null;
}

export class LiveKeys {
  #state: KeysState;
  #ring: KeyRing;

  constructor(state: KeysState) {
    this.#state = state;
    this.#ring = new KeyRing(state.keys);
  }

  get state(): KeysState {
    return this.#state;
  }

  /** Other keys count from the next request on; what was used of a rate stays used. Cost: O(keys). */
  switchTo(state: KeysState): void {
    if (state.keys !== this.#state.keys) this.#ring = new KeyRing(state.keys, this.#ring);
    this.#state = state;
  }

  find(secret: string): Finding {
    return this.#ring.find(secret, this.#ring.expires ? Date.now() : 0);
  }
}
