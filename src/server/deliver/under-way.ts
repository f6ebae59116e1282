/**
 * Whether anybody waits for a response.
 *
 * Answers that are being made elsewhere: who asks for one that is under way waits for the same. It is given up once
 * nobody waits for it.
 */
import type { ServerResponse } from 'node:http';

/** @returns aborted when the response is closed, which it also is in the end */
export function goneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  if (response.closed || response.destroyed) gone.abort();
  else response.once('close', () => gone.abort());
  return gone.signal;
}

interface Shared<Result> {
  readonly result: Promise<Result>;
  readonly stopping: AbortController;
  waiting: number;
}

export class UnderWay<Result> {
  readonly #shared = new Map<string, Shared<Result>>();

  /**
   * @param key  what makes two answers the same
   * @param gone of who asks: aborted when nobody waits there any more
   * @param make is given a signal that says that nobody at all does
   * @returns what `make` does, or has begun to do for somebody else
   */
  join(key: string, gone: AbortSignal, make: (stopped: AbortSignal) => Promise<Result>): Promise<Result> {
    const shared = this.#shared.get(key) ?? this.#begin(key, make);
    shared.waiting += 1;
    const leave = (): void => {
      shared.waiting -= 1;
      if (shared.waiting > 0) return;
      // Whoever asks from now on begins anew.
      if (this.#shared.get(key) === shared) this.#shared.delete(key);
      shared.stopping.abort();
    };
    if (gone.aborted) leave();
    else gone.addEventListener('abort', leave, { once: true });
    return shared.result;
  }

  #begin(key: string, make: (stopped: AbortSignal) => Promise<Result>): Shared<Result> {
    const stopping = new AbortController();
    const result = make(stopping.signal).finally(() => {
      if (this.#shared.get(key) === shared) this.#shared.delete(key);
    });
    const shared: Shared<Result> = { result, stopping, waiting: 0 };
    this.#shared.set(key, shared);
    return shared;
  }
}
