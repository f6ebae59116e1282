/**
 * A slot for one serving thread: its current member, and a replacement when that one dies.
 */
import type { Logger } from 'pino';
import { OperationError } from '../../content/errors/index.js';
import type { SnapshotId } from '../../content/model/index.js';
import type { SnapshotBytes } from '../../index/snapshot/index.js';
import { LoadRefused } from '../follow/load-failure.js';
import type { Readings } from '../metrics/readings.js';
import type { ThreadState } from '../spaces/status.js';
import type { FromMember, Launch, Member, Ready, ToMember } from './messages.js';
import { createRestartDelay } from './restart-delay.js';

interface SlotOptions {
  /** From 1. */
  readonly thread: number;
  readonly launch: Launch;
  /** The message that a member is started with now. */
  readonly startMessage: () => ToMember;
  /** Called when `state` has changed. */
  readonly onChange: () => void;
  /** Called when a member is ready, also a replacement, which may have missed a swap. */
  readonly onReady: () => void;
  /** Called when a thread has ended, before its replacement starts. */
  readonly onGone: (threadId: number) => void;
  /** Readings of all members, for a member that is scraped. */
  readonly readAll: () => Promise<readonly Readings[]>;
  readonly logger: Logger;
}

/** A member that does not answer in this time is left out of a scrape. */
const readingTimeoutMs = 1_000;

interface PendingSwap {
  readonly space: number;
  readonly id: SnapshotId;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

export class MemberSlot {
  readonly #options: SlotOptions;
  readonly #restartDelay = createRestartDelay();
  /** Resolves once the first member is ready; rejects if it cannot start. */
  readonly ready: Promise<Ready>;
  #settleReady: { resolve: (ready: Ready) => void; reject: (error: Error) => void } | undefined;
  #member: Member | undefined;
  #state: ThreadState['state'] = 'starting';
  #restarts = 0;
  #launchedMs = 0;
  /** The reason why the member could not start, in its own words. */
  #startFailure: string | undefined;
  #restartTimer: NodeJS.Timeout | undefined;
  #pendingSwaps: readonly PendingSwap[] = [];
  readonly #pendingReadings = new Map<number, (readings: Readings | undefined) => void>();
  #lastAsk = 0;
  /** Number of unreadable blocks by space. */
  readonly #unreadableBlocks = new Map<number, number>();
  #resolveStop: ((cutCount: number) => void) | undefined;

  constructor(options: SlotOptions) {
    this.#options = options;
    this.ready = new Promise((resolve, reject) => {
      this.#settleReady = { resolve, reject };
    });
    // The supervisor awaits all slots one after another; until then the rejection counts as handled.
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
   * @returns resolves when the member serves the snapshot; at once if there is no member now: its replacement begins with it
   * @throws LoadRefused if the member cannot serve it
   */
  switchTo(space: number, bytes: SnapshotBytes): Promise<void> {
    if (this.#state !== 'serving') return Promise.resolve();
    return new Promise((resolve, reject) => {
      this.#pendingSwaps = [...this.#pendingSwaps, { space, id: bytes.id, resolve, reject }];
      this.#member?.post({ kind: 'switch', space, bytes });
    });
  }

  /** @returns undefined if no member answers in time */
  read(): Promise<Readings | undefined> {
    if (this.#state !== 'serving') return Promise.resolve(undefined);
    this.#lastAsk += 1;
    const ask = this.#lastAsk;
    return new Promise((resolve) => {
      const finish = (readings: Readings | undefined): void => {
        clearTimeout(deadline);
        this.#pendingReadings.delete(ask);
        resolve(readings);
      };
      const deadline = setTimeout(() => finish(undefined), readingTimeoutMs);
      this.#pendingReadings.set(ask, finish);
      this.#member?.post({ kind: 'read', ask });
    });
  }

  /** @returns number of blocks of a space's files that the member could not read */
  unreadableBlocks(space: number): number {
    return this.#unreadableBlocks.get(space) ?? 0;
  }

  /** Ends the member, which is then replaced. */
  end(): void {
    this.#member?.end();
  }

  /** @returns number of responses that were cut; 1 if the member ended or hung before it could report the number */
  stop(deadlineMs: number): Promise<number> {
    clearTimeout(this.#restartTimer);
    const wasServing = this.#state === 'serving';
    this.#state = 'stopping';
    if (!wasServing) {
      this.#member?.end();
      return Promise.resolve(0);
    }
    return new Promise((resolve) => {
      const deadline = setTimeout(() => this.#stopUnconfirmed('did not end in time'), deadlineMs);
      this.#resolveStop = (cutCount) => {
        clearTimeout(deadline);
        this.#resolveStop = undefined;
        this.#member?.end();
        resolve(cutCount);
      };
      this.#member?.post({ kind: 'stop' });
    });
  }

  #launch(): void {
    const { launch, thread, startMessage } = this.#options;
    this.#launchedMs = performance.now();
    this.#startFailure = undefined;
    this.#member = launch(thread, {
      onMessage: (message) => this.#receive(message),
      onEnd: (reason) => this.#handleEnd(reason),
    });
    this.#member.post(startMessage());
  }

  #receive(message: FromMember): void {
    switch (message.kind) {
      case 'ready':
        if (this.#state === 'stopping') return;
        this.#state = 'serving';
        this.#settleReady?.resolve(message);
        this.#settleReady = undefined;
        this.#options.onReady();
        this.#options.onChange();
        return;
      case 'failed':
        this.#startFailure = message.reason;
        this.#member?.end();
        return;
      case 'switched':
      case 'refused':
        this.#settleSwaps(message);
        return;
      case 'unreadable':
        this.#unreadableBlocks.set(message.space, message.blocks);
        this.#options.onChange();
        return;
      case 'readings':
        this.#pendingReadings.get(message.ask)?.(message.readings);
        return;
      case 'readingsWanted':
        void this.#options.readAll().then((all) => this.post({ kind: 'allReadings', ask: message.ask, all }));
        return;
      case 'stopped':
        this.#resolveStop?.(message.cut);
        return;
    }
  }

  #settleSwaps(message: Extract<FromMember, { kind: 'switched' | 'refused' }>): void {
    const settled = this.#pendingSwaps.filter(({ space, id }) => space === message.space && id === message.id);
    this.#pendingSwaps = this.#pendingSwaps.filter((pending) => !settled.includes(pending));
    for (const { resolve, reject } of settled) {
      if (message.kind === 'switched') resolve();
      else reject(new LoadRefused(message.failure));
    }
  }

  /** Logs that the member did not confirm its stop; it may have cut responses, so one is counted. */
  #stopUnconfirmed(reason: string): void {
    const { logger, thread } = this.#options;
    logger.error({ thread, reason }, 'a thread had to stop, and did not confirm that its answers were finished');
    this.#resolveStop?.(1);
  }

  #handleEnd(exitReason: string): void {
    const reason = this.#startFailure ?? exitReason;
    // Its replacement will begin with the snapshots that are served then.
    for (const { resolve } of this.#pendingSwaps) resolve();
    this.#pendingSwaps = [];
    const threadId = this.#member?.threadId;
    this.#member = undefined;
    this.#unreadableBlocks.clear();
    if (threadId !== undefined) this.#options.onGone(threadId);
    if (this.#settleReady !== undefined) {
      this.#settleReady.reject(new OperationError(reason));
      this.#settleReady = undefined;
      this.#state = 'stopping';
      return;
    }
    if (this.#state === 'stopping') {
      if (this.#resolveStop !== undefined) this.#stopUnconfirmed(reason);
      return;
    }
    const livedMs = performance.now() - this.#launchedMs;
    const afterMs = this.#restartDelay.next(livedMs);
    this.#state = 'starting';
    this.#restarts += 1;
    const { logger, thread, onChange } = this.#options;
    logger.error({ thread, reason, livedMs: Math.round(livedMs), afterMs }, 'a thread died and is being replaced');
    this.#restartTimer = setTimeout(() => this.#launch(), afterMs);
    onChange();
  }
}
