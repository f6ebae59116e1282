/**
 * The builder of the soak: builds and signs a new snapshot every night and pushes it to the origin, with commands in
 * processes that may be killed.
 */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSnapshot } from '../../build/publish/index.js';
import type { SnapshotId } from '../../src/content/model/index.js';
import { diskFiles } from '../../src/format/files/index.js';
import { requireCurrent } from '../../src/index/snapshot/index.js';
import { makeKeys, readSigningKey, signSnapshot } from '../../src/ship/trust/index.js';
import { type Vocabulary, vocabularyOf } from '../../testing/requests/writing/vocabulary.js';
import { ROOT } from '../../testing/root.js';
import { openSnapshots } from '../requests/subjects.js';
import { type Answers, BOOK, titleOf } from './answers.js';
import { runStele } from './program.js';

/** Greatest number of times that one command is killed in a row. */
const killsMaximum = 3;

/** Forged snapshots at the origin that no replica may serve. */
export interface Forged {
  readonly unsigned: SnapshotId;
  /** Signed with a key that no replica trusts. */
  readonly strangers: SnapshotId;
}

export class Builder {
  readonly #folder: string;
  readonly #below: (bound: number) => number;
  readonly #answers: Answers;
  readonly #published: SnapshotId[] = [];
  /** How long each command took when it was left alone last: within that it is killed. */
  readonly #tookMs = new Map<string, number>();
  kills = 0;

  constructor(folder: string, below: (bound: number) => number, answers: Answers) {
    this.#folder = folder;
    this.#below = below;
    this.#answers = answers;
  }

  /** Folder of the origin from which replicas fetch. */
  get origin(): string {
    return join(this.#folder, 'origin');
  }

  get snapshots(): string {
    return join(this.#folder, 'snapshots');
  }

  /** Ids of the snapshots that were sent, oldest first. */
  get published(): readonly SnapshotId[] {
    return this.#published;
  }

  get #export(): string {
    return join(this.#folder, 'export');
  }

  get #key(): string {
    return join(this.#folder, 'signing.key');
  }

  /** @returns the public key, the forged snapshots, and the content that hostile clients know */
  async prepare(): Promise<{ readonly publicKey: string; readonly forged: Forged; readonly vocabulary: Vocabulary }> {
    cpSync(join(ROOT, 'data', 'bookshop'), this.#export, { recursive: true });
    mkdirSync(this.origin);
    const { text: publicKey } = await makeKeys(this.#key);
    const stranger = join(this.#folder, 'stranger.key');
    await makeKeys(stranger);
    const forge = async (name: string): Promise<SnapshotId> => {
      const out = join(this.#folder, 'forged');
      this.#write(name, 0);
      const { snapshot } = await buildSnapshot(this.#export, out, { files: diskFiles, strict: false });
      if (name === "A stranger's") await signSnapshot(diskFiles, out, snapshot, [readSigningKey(stranger)]);
      cpSync(join(out, snapshot), join(this.origin, snapshot), { recursive: true });
      return snapshot;
    };
    const forged = { unsigned: await forge('Unsigned'), strangers: await forge("A stranger's") };
    const vocabulary = vocabularyOf(await openSnapshots(join(this.#folder, 'forged')));
    return { publicKey, forged, vocabulary };
  }

  /** One book changes each night, one author every third night; the other types do not change. */
  #write(title: string, night: number): void {
    const change = (
      type: string,
      id: string,
      field: string,
      value: string | Readonly<Record<string, string>>,
    ): void => {
      const file = join(this.#export, `${type}.ndjson`);
      const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
      const changed = lines.map((line) => {
        const item: Readonly<Record<string, unknown>> = JSON.parse(line);
        return item['id'] === id ? JSON.stringify({ ...item, [field]: value }) : line;
      });
      writeFileSync(file, `${changed.join('\n')}\n`);
    };
    change('book', BOOK, 'title', { en: title });
    if (night % 3 === 0) change('author', 'ottoline-farrow', 'sortName', `Farrow, ${night}`);
  }

  /**
   * Brings a night to the origin. @param kills whether some of the commands are killed on the way. @returns its
   * snapshot
   */
  async publish(
    night: number,
    beforeSending: (snapshot: SnapshotId) => Promise<void>,
    kills = true,
  ): Promise<SnapshotId> {
    this.#write(titleOf(night), night);
    await this.#insist(kills, 'build', this.#export, '--out', this.snapshots, '--sign', this.#key);
    const snapshot = await requireCurrent(diskFiles, this.snapshots);
    await this.#answers.learn(this.snapshots, snapshot, night);
    await beforeSending(snapshot);
    await this.#insist(kills, 'push', this.snapshots, `file://${this.origin}`);
    this.#published.push(snapshot);
    return snapshot;
  }

  async #insist(kills: boolean, command: 'build' | 'push', ...args: readonly string[]): Promise<void> {
    const tookMs = this.#tookMs.get(command);
    for (let killed = 0; ; killed += 1) {
      const isKilled = kills && tookMs !== undefined && killed < killsMaximum && this.#below(2) === 0;
      const startMs = performance.now();
      // Thousandths of the time, so that one seed draws the same shares on every machine.
      const killMs = isKilled ? (tookMs * this.#below(1000)) / 1000 : undefined;
      if (await runStele([command, ...args], join(this.#folder, 'temporary'), killMs)) {
        if (killMs === undefined) this.#tookMs.set(command, performance.now() - startMs);
        return;
      }
      this.kills += 1;
    }
  }
}
