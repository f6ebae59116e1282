/**
 * Nights that come and go while a server is asked: CURRENT moves in every way there is, and what is served must follow.
 */
import { rmSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../../data/generate/random.js';
import { diskFiles } from '../../../src/files/index.js';
import {
  currentPath,
  publishCurrent,
  readPrevious,
  requireCurrent,
  snapshotPath,
} from '../../../src/snapshot/index.js';
import { type Health, readHealth, readServed } from './health.js';
import type { Night, Nights } from './nights.js';
import type { Server, Stele } from './stele.js';

/** How CURRENT moves. */
export const SWAPS = [
  'build of changed content',
  'build of unchanged content',
  'rollback',
  'CURRENT written and SIGHUP',
  'damaged snapshot, then rollback',
  'removed, then built again',
] as const;
export type SwapKind = (typeof SWAPS)[number];

export interface Swapped {
  readonly byKind: Map<SwapKind, number>;
  /** From CURRENT's writing until the snapshot is served, or /health calls the damaged one a problem; in milliseconds. */
  readonly noticedMs: number[];
  readonly faults: string[];
}

const patienceMs = 30_000;
const lookEveryMs = 20;

export class Swapper {
  readonly swapped: Swapped = { byKind: new Map(), noticedMs: [], faults: [] };
  readonly #nights: Nights;
  readonly #server: Server;
  readonly #stele: Stele;
  readonly #random: Random;
  #deck: SwapKind[] = [];
  #served: Night;

  constructor(nights: Nights, server: Server, stele: Stele, random: Random) {
    this.#nights = nights;
    this.#server = server;
    this.#stele = stele;
    this.#random = random;
    this.#served = nights.nights.at(-1)!;
  }

  get count(): number {
    return [...this.swapped.byKind.values()].reduce((sum, number) => sum + number, 0);
  }

  /** Swaps until told to stop; every way comes once in six. Never rejects: what goes wrong is told among the faults. */
  async run(everySeconds: number, signal: AbortSignal): Promise<Swapped> {
    while (!signal.aborted) {
      const kind = this.#draw();
      try {
        await this.#swap(kind);
        this.swapped.byKind.set(kind, (this.swapped.byKind.get(kind) ?? 0) + 1);
      } catch (error) {
        this.swapped.faults.push(`${kind}, after ${this.count} swaps: ${String(error)}`);
      }
      await sleep(everySeconds * 1000, undefined, { signal }).catch(() => undefined);
    }
    return this.swapped;
  }

  #draw(): SwapKind {
    if (this.#deck.length === 0) this.#deck = [...SWAPS];
    return this.#deck.splice(this.#random.below(this.#deck.length), 1)[0]!;
  }

  #another(): Night {
    return this.#random.pick(this.#nights.nights.filter((night) => night !== this.#served));
  }

  async #swap(kind: SwapKind): Promise<void> {
    const { snapshots, damaged } = this.#nights;
    switch (kind) {
      case 'build of changed content':
        return this.#build(this.#another());
      case 'build of unchanged content':
        return this.#build(this.#served);
      case 'rollback':
        return this.#rollBack();
      case 'CURRENT written and SIGHUP': {
        const next = this.#another();
        await publishCurrent(diskFiles, snapshots, next.id);
        this.#server.look();
        return this.#untilServed(next);
      }
      case 'damaged snapshot, then rollback':
        await publishCurrent(diskFiles, snapshots, damaged.id);
        await this.#untilNoticed(async ({ status }) => status === 'degraded');
        await this.#checkRefused();
        await this.#stele(['rollback', snapshots]);
        return this.#untilServed(this.#served);
      case 'removed, then built again': {
        const night = this.#another();
        rmSync(snapshotPath(snapshots, night.id), { recursive: true });
        return this.#build(night);
      }
    }
  }

  async #build(night: Night): Promise<void> {
    const { snapshots } = this.#nights;
    await this.#stele(['build', night.source, '--out', snapshots, '--threads', '1', '--keep', 'all']);
    const id = await requireCurrent(diskFiles, snapshots);
    if (id !== night.id) throw new Error(`the build of ${night.source} gave ${id}, before it gave ${night.id}`);
    await this.#untilServed(night);
  }

  /** To what was served before; where nothing is left to go back to, to another one by name. */
  async #rollBack(): Promise<void> {
    const { snapshots, nights } = this.#nights;
    const previous = await readPrevious(diskFiles, snapshots);
    const last = previous.findLast((id) => id !== this.#served.id);
    const named = last === undefined ? [this.#another().id] : [];
    await this.#stele(['rollback', snapshots, ...named]);
    const id = await requireCurrent(diskFiles, snapshots);
    const wanted = named[0] ?? last;
    const night = nights.find((one) => one.id === id);
    if (night === undefined || id !== wanted) throw new Error(`went back to ${id}, not to ${wanted}`);
    await this.#untilServed(night);
  }

  /** Until /health says so and answers come from it. */
  async #untilServed(night: Night): Promise<void> {
    const { origin } = this.#server;
    const isSo = async ({ status, spaces }: Health): Promise<boolean> =>
      status === 'ok' && spaces[0]?.snapshot === night.id && (await readServed(origin)) === night.id;
    // What is served already need not be noticed.
    if (!(await isSo(await readHealth(origin)))) await this.#untilNoticed(isSo);
    this.#served = night;
  }

  /** The one before is served on, and /health names the file that is damaged. */
  async #checkRefused(): Promise<void> {
    const [space] = (await readHealth(this.#server.origin)).spaces;
    const { file } = this.#nights.damaged;
    if (space?.snapshot !== this.#served.id) throw new Error(`${space?.snapshot} is served, not ${this.#served.id}`);
    if (space.problem?.detail.includes(file) !== true) throw new Error(`/health does not name ${file}`);
  }

  async #untilNoticed(isSo: (health: Health) => Promise<boolean>): Promise<void> {
    const writtenMs = statSync(currentPath(this.#nights.snapshots)).mtimeMs;
    const giveUpMs = Date.now() + patienceMs;
    for (;;) {
      const health = await readHealth(this.#server.origin);
      if (await isSo(health)) break;
      if (Date.now() > giveUpMs) throw new Error(`not noticed within ${patienceMs} ms: ${JSON.stringify(health)}`);
      await sleep(lookEveryMs);
    }
    this.swapped.noticedMs.push(Math.max(0, Date.now() - writtenMs));
  }
}
