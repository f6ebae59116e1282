/**
 * How long to wait before a member that died is replaced: not at all the first time, longer and longer while members
 * die young.
 *
 * One place for a thread: the member that holds it now, and its replacement when that one dies.
 */

import type { Logger } from 'pino';
import { OperationError } from '../../content/errors/index.js';
import type { SnapshotId } from '../../content/model/index.js';
import type { SnapshotBytes } from '../../index/snapshot/index.js';
import { LoadRefused } from '../follow/loader.js';
import type { Readings } from '../metrics/readings.js';
import type { ThreadState } from '../spaces/status.js';
import type { FromMember, Launch, Member, Ready, ToMember } from './messages.js';

const firstMs = 100;
const longestMs = 10_000;
/** Who lived so long did not die of how it began. */
export const SETTLED_MS = 30_000;

interface Backoff {
  /** @param livedMs how long the one that died had lived. @returns after how many milliseconds to replace it */
  readonly next: (livedMs: number) => number;
}

export function backoff(): Backoff {
  let young = 0;
  return {
    next(livedMs) {
      young = livedMs >= SETTLED_MS ? 1 : young + 1;
      return young === 1 ? 0 : Math.min(longestMs, firstMs * 2 ** (young - 2));
    },
  };
}

interface SlotOptions {
  /** From 1. */
  readonly thread: number;
  readonly launch: Launch;
  /** What a member is started with now. */
  readonly startMessage: () => ToMember;
  /** Called when `state` has changed; also after a replacement got ready, which may have missed a switch. */
  readonly onChange: () => void;
  readonly onReady: () => void;
  /** Called when a thread is gone, before its replacement begins. */
  readonly onGone: (threadId: number) => void;
  /** What all members read, for the one that was asked for it. */
  readonly readAll: () => Promise<readonly Readings[]>;
  readonly logger: Logger;
}

/** A member that does not answer for so long is left out of a scrape. */
const readingMs = 1_000;

interface Waiting {
  readonly space: number;
  readonly id: SnapshotId;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

export class MemberSlot {
  readonly #options: SlotOptions;
  readonly #backoff = backoff();
  /** Resolves once the first member is ready; rejects when it cannot start. */
  readonly ready: Promise<Ready>;
  #settle: { resolve: (ready: Ready) => void; reject: (error: Error) => void } | undefined;
  #member: Member | undefined;
  #state: ThreadState['state'] = 'starting';
  #restarts = 0;
  #sinceMs = 0;
  #reason: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #waiting: readonly Waiting[] = [];
  readonly #reading = new Map<number, (readings: Readings | undefined) => void>();
  #asked = 0;
  /** By space. */
  readonly #unreadable = new Map<number, number>();
  #stopped: ((cut: number) => void) | undefined;

  constructor(options: SlotOptions) {
    this.#options = options;
    this.ready = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    // Whoever starts the threads waits for all of its places, one after another.
    this.ready.catch(() => undefined);
    this.#launch();
  }

  get state(): ThreadState {
    return { thread: this.#options.thread, state: this.#state, restarts: this.#restarts };
  }

  post(message: ToMember): void {
    if (this.#state === 'serving') this.#member?.post(message);
  }

  /**
   * @returns when the member serves it; at once where there is none now: its replacement will begin with it
   * @throws LoadRefused when the member cannot
   */
  switchTo(space: number, bytes: SnapshotBytes): Promise<void> {
    if (this.#state !== 'serving') return Promise.resolve();
    return new Promise((resolve, reject) => {
      this.#waiting = [...this.#waiting, { space, id: bytes.id, resolve, reject }];
      this.#member?.post({ kind: 'switch', space, bytes });
    });
  }

  /** @returns undefined where no member answers in time */
  read(): Promise<Readings | undefined> {
    if (this.#state !== 'serving') return Promise.resolve(undefined);
    this.#asked += 1;
    const ask = this.#asked;
    return new Promise((resolve) => {
      const done = (readings: Readings | undefined): void => {
        clearTimeout(deadline);
        this.#reading.delete(ask);
        resolve(readings);
      };
      const deadline = setTimeout(() => done(undefined), readingMs);
      this.#reading.set(ask, done);
      this.#member?.post({ kind: 'read', ask });
    });
  }

  /** Blocks of a space's files that the member could not read. */
  unreadable(space: number): number {
    return this.#unreadable.get(space) ?? 0;
  }

  /** Ends the member, which is then replaced. */
  end(): void {
    this.#member?.end();
  }

  /** @returns how many responses were cut; 1 where the member ended or hung before it could say how many */
  stop(deadlineMs: number): Promise<number> {
    clearTimeout(this.#timer);
    const serving = this.#state === 'serving';
    this.#state = 'stopping';
    if (!serving) {
      this.#member?.end();
      return Promise.resolve(0);
    }
    return new Promise((resolve) => {
      const deadline = setTimeout(() => this.#lost('did not end in time'), deadlineMs);
      this.#stopped = (cut) => {
        clearTimeout(deadline);
        this.#stopped = undefined;
        this.#member?.end();
        resolve(cut);
      };
      this.#member?.post({ kind: 'stop' });
    });
  }

  #launch(): void {
    const { launch, thread, startMessage } = this.#options;
    this.#sinceMs = performance.now();
    this.#reason = undefined;
    this.#member = launch(thread, {
      onMessage: (message) => this.#hear(message),
      onEnd: (reason) => this.#ended(reason),
    });
    this.#member.post(startMessage());
  }

  #hear(message: FromMember): void {
    switch (message.kind) {
      case 'ready':
        if (this.#state === 'stopping') return;
        this.#state = 'serving';
        this.#settle?.resolve(message);
        this.#settle = undefined;
        this.#options.onReady();
        this.#options.onChange();
        return;
      case 'failed':
        this.#reason = message.reason;
        this.#member?.end();
        return;
      case 'switched':
      case 'refused':
        this.#answer(message);
        return;
      case 'unreadable':
        this.#unreadable.set(message.space, message.blocks);
        this.#options.onChange();
        return;
      case 'readings':
        this.#reading.get(message.ask)?.(message.readings);
        return;
      case 'readingsWanted':
        void this.#options.readAll().then((all) => this.post({ kind: 'allReadings', ask: message.ask, all }));
        return;
      case 'stopped':
        this.#stopped?.(message.cut);
        return;
    }
  }

  #answer(message: Extract<FromMember, { kind: 'switched' | 'refused' }>): void {
    const mine = this.#waiting.filter(({ space, id }) => space === message.space && id === message.id);
    this.#waiting = this.#waiting.filter((waiting) => !mine.includes(waiting));
    for (const { resolve, reject } of mine) {
      if (message.kind === 'switched') resolve();
      else reject(new LoadRefused(message.failure));
    }
  }

  /** Whether it cut responses is not known: it had been told to finish them, and did not say that it has. */
  #lost(reason: string): void {
    const { logger, thread } = this.#options;
    logger.error({ thread, reason }, 'a thread was told to stop, and did not confirm that its answers were finished');
    this.#stopped?.(1);
  }

  #ended(how: string): void {
    const reason = this.#reason ?? how;
    // Its replacement begins with what is served then.
    for (const { resolve } of this.#waiting) resolve();
    this.#waiting = [];
    const gone = this.#member?.threadId;
    this.#member = undefined;
    this.#unreadable.clear();
    if (gone !== undefined) this.#options.onGone(gone);
    if (this.#settle !== undefined) {
      this.#settle.reject(new OperationError(reason));
      this.#settle = undefined;
      this.#state = 'stopping';
      return;
    }
    if (this.#state === 'stopping') {
      if (this.#stopped !== undefined) this.#lost(reason);
      return;
    }
    const livedMs = performance.now() - this.#sinceMs;
    const afterMs = this.#backoff.next(livedMs);
    this.#state = 'starting';
    this.#restarts += 1;
    const { logger, thread, onChange } = this.#options;
    logger.error({ thread, reason, livedMs: Math.round(livedMs), afterMs }, 'a thread died and is being replaced');
    this.#timer = setTimeout(() => this.#launch(), afterMs);
    onChange();
  }
}
