/**
 * The keys that a server accepts now: read by every request, replaced when the file of keys changes.
 */
import { type AccessKey, KeyRing, type KeyVerdict } from '../keys/index.js';

/** The keys of the file and its status; a plain value, which can be sent to another thread. */
export interface KeysState {
  /** The keys of the last version of the file that could be used. */
  readonly keys: readonly AccessKey[];
  /** The reason why the current version of the file cannot be used; contains no path of this machine. Null if it is used. */
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

  /** Applies from the next request on; rates continue with what was already used of them. Cost: O(keys). */
  switchTo(state: KeysState): void {
    if (state.keys !== this.#state.keys) this.#ring = new KeyRing(state.keys, this.#ring);
    this.#state = state;
  }

  find(secret: string): KeyVerdict {
    // The clock is read only if a key expires: this runs for every request.
    const nowMs = this.#ring.expires ? Date.now() : 0;
    return this.#ring.find(secret, nowMs);
  }
}
