/**
 * `stele serve --dev`: an export is built into a temporary folder, and again each time one of its files changes.
 *
 * An export with mistakes is told of, and what was served before stays. Content types that have not changed are linked, so
 * that building again takes as long as what has changed.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSnapshot } from '../../../build/publish/index.js';
import { ExportError, OperationError } from '../../content/errors/index.js';
import { diskFiles, watchFolder } from '../../format/files/index.js';
import type { Output } from '../io.js';

/** An editor writes a file in several steps, and what exports writes several files. */
const settleMs = 50;
/** For file systems that tell nobody of changes. */
const lookMs = 1000;

export interface BuiltExport {
  /** Folder of snapshots; gone once this is closed. */
  readonly snapshots: string;
  /** Begins to watch. @param onBuilt is called after each build that changed what is served */
  readonly follow: (onBuilt: () => Promise<void>) => void;
  readonly close: () => Promise<void>;
}

/**
 * @param output told of what is built, and of what is wrong with it
 * @throws ExportError where the first build is refused
 */
export async function buildAndFollow(folder: string, output: Output): Promise<BuiltExport> {
  const snapshots = mkdtempSync(join(tmpdir(), 'stele-dev-'));
  const built = async (): Promise<boolean> => {
    const started = process.hrtime.bigint();
    const { published, items, warnings } = await buildSnapshot(folder, snapshots, {
      files: diskFiles,
      strict: false,
      keep: 2,
    });
    if (warnings !== '') output.write(`${warnings.trimEnd()}\n`);
    const ms = Number((process.hrtime.bigint() - started) / 1_000_000n);
    if (published) output.write(`Built ${items} items in ${ms} ms\n`);
    return published;
  };
  const remove = (): void => rmSync(snapshots, { recursive: true, force: true });
  try {
    await built();
  } catch (error) {
    remove();
    throw error;
  }
  const follower = new Follower(folder, output, built);
  return {
    snapshots,
    follow: (onBuilt) => follower.start(onBuilt),
    close: async () => {
      await follower.stop();
      remove();
    },
  };
}

/** Builds once for any number of changes, one build after the other. */
class Follower {
  readonly #folder: string;
  readonly #output: Output;
  readonly #build: () => Promise<boolean>;
  #onBuilt: () => Promise<void> = async () => undefined;
  #stopWatching: () => void = () => undefined;
  #settling: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #again = false;
  #seen = '';

  constructor(folder: string, output: Output, build: () => Promise<boolean>) {
    this.#folder = folder;
    this.#output = output;
    this.#build = build;
  }

  start(onBuilt: () => Promise<void>): void {
    this.#onBuilt = onBuilt;
    const watch = watchFolder(this.#folder, () => this.#changed());
    void this.#look(false);
    const looking = setInterval(() => void this.#look(true), lookMs);
    looking.unref();
    this.#stopWatching = () => {
      watch.stop();
      clearInterval(looking);
    };
  }

  async stop(): Promise<void> {
    this.#stopWatching();
    clearTimeout(this.#settling);
    this.#again = false;
    await this.#running;
  }

  /** What the folder's files are by name, length and time. */
  async #look(tells: boolean): Promise<void> {
    const seen = await stateOf(this.#folder);
    if (tells && seen !== this.#seen) this.#changed();
    this.#seen = seen;
  }

  #changed(): void {
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => {
      this.#again = true;
      this.#running ??= this.#run().finally(() => {
        this.#running = undefined;
      });
    }, settleMs);
  }

  async #run(): Promise<void> {
    while (this.#again) {
      this.#again = false;
      try {
        if (await this.#build()) await this.#onBuilt();
      } catch (error) {
        if (!(error instanceof ExportError || error instanceof OperationError)) throw error;
        this.#output.write(`${error.message}\nThe content from before is still served.\n`);
      }
    }
  }
}

async function stateOf(folder: string): Promise<string> {
  const names = await diskFiles.list(folder).catch(() => []);
  const found = await Promise.all(names.map((name) => diskFiles.stat(join(folder, name)).catch(() => undefined)));
  return JSON.stringify(names.map((name, index) => [name, found[index]]));
}
