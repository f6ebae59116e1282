/**
 * Clients that each send the next request as soon as they have an answer; every request is for another large page.
 */
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** Number of books of each space. */
export const BOOKS = 2_000;
const PAGE = 100;

export class Clients {
  /** Of the last answer; 0 before the first one. */
  lastLatencyMs = 0;
  readonly #origin: string;
  readonly #pauseMs: number;
  readonly #agent = new Agent({ keepAlive: true });
  #isStopped = false;
  #sent = 0;

  /** @param pauseMs time between an answer and the next request of a client */
  constructor(origin: string, pauseMs: number) {
    this.#origin = origin;
    this.#pauseMs = pauseMs;
  }

  add(count: number): void {
    for (let client = 0; client < count; client += 1) void this.#run();
  }

  readonly stop = (): void => {
    this.#isStopped = true;
    this.#agent.destroy();
  };

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      const startedMs = performance.now();
      await this.#send();
      this.lastLatencyMs = performance.now() - startedMs;
      await sleep(this.#pauseMs);
    }
  }

  #send(): Promise<void> {
    this.#sent += 1;
    const skip = (this.#sent * 37) % (BOOKS - PAGE);
    const path = `/delivery/jsonapi/book?page[limit]=${PAGE}&page[skip]=${skip}&sort=-title`;
    return new Promise((resolve) => {
      const outgoing = request(`${this.#origin}${path}`, { agent: this.#agent }, (response) => {
        response.resume();
        response.on('close', resolve);
      });
      outgoing.on('error', () => resolve());
      outgoing.end();
    });
  }
}
