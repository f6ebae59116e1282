/**
 * The runs of `stele watch`: each fetches the content, builds a snapshot, publishes it and pushes it.
 *
 * The threads of a build and its cache stay open for the next run, except after a failure.
 * Elsewhere: starting runs and answering webhooks (watch), the status (status).
 */
import { availableParallelism } from 'node:os';
import type { Logger } from 'pino';
import { BlockCache, type BuildReport, createBuildPool, type Pool } from '../../../../build/publish/index.js';
import { type BuildArguments, checkPublished, importAndBuild } from '../../../../src/cli/build/index.js';
import type { CommandIo } from '../../../../src/cli/index.js';
import { pushTo } from '../../../../src/cli/replicate/index.js';
import { OperationError } from '../../../../src/content/errors/index.js';
import { contentState, diskFiles } from '../../../../src/format/files/index.js';
import { fetchChanges } from '../../fetch/fetch.js';
import type { ImportArguments } from '../import-options.js';
import { createImporter } from '../importer.js';
import { runFetchCommand } from './fetch-command.js';
import { describeHeldBack, INITIAL_STATUS, type WatchStatus } from './status.js';

export type WatchArguments = BuildArguments &
  ImportArguments & {
    readonly listen?: { readonly host: string; readonly port: number };
    readonly secret?: string;
    readonly every: number;
    readonly poll: number;
    readonly fetch?: string;
    readonly origin?: string;
    readonly token?: string;
    readonly insecure: boolean;
    readonly push?: string;
  };

/** Segments that `--push` sends in parallel. */
const PARALLEL_SEGMENTS = 4;

/** The input of an import, and the options that it needs after fetching. */
type FetchedInput = { readonly input: string } & Pick<ImportArguments, 'documents' | 'header'>;

export class WatchRuns {
  readonly #inputPath: string;
  readonly #options: WatchArguments;
  readonly #token: string | undefined;
  readonly #io: CommandIo;
  readonly #logger: Logger;
  readonly #onNextChange: (timeMs: number | undefined) => void;
  readonly #blockCache = new BlockCache();
  #pool: Pool | undefined;
  #status: WatchStatus = INITIAL_STATUS;

  /**
   * @param token        of the CMS; undefined if none is sent
   * @param onNextChange called with the time of the next publication or expiry, in milliseconds since 1970
   */
  constructor(
    inputPath: string,
    options: WatchArguments,
    token: string | undefined,
    io: CommandIo,
    logger: Logger,
    onNextChange: (timeMs: number | undefined) => void,
  ) {
    this.#inputPath = inputPath;
    this.#options = options;
    this.#token = token;
    this.#io = io;
    this.#logger = logger;
    this.#onNextChange = onNextChange;
  }

  get status(): WatchStatus {
    return this.#status;
  }

  countHook(outcome: 'accepted' | 'refused'): void {
    const { hooks, refusedHooks } = this.#status;
    if (outcome === 'accepted') this.#status = { ...this.#status, hooks: hooks + 1 };
    else this.#status = { ...this.#status, refusedHooks: refusedHooks + 1 };
  }

  /** Fetches, builds, publishes and pushes once. @throws the errors of each step; the published snapshot stays */
  async runOnce(signal: AbortSignal): Promise<void> {
    if (this.#options.fetch !== undefined) await runFetchCommand(this.#options.fetch, signal);
    const report = await this.#build(await this.#fetchInput(signal), signal);
    this.#reportHeldBack(report);
    // If the whole snapshot is held back, the run fails; if single types are, all other types are published.
    if (report.kept === undefined) checkPublished(report, this.#options);
    this.#reportPublished(report);
    if (this.#options.push !== undefined) await this.#push(this.#options.push, report.snapshot, signal);
  }

  /** Fetches the changes from `--origin`, if it is set. */
  async #fetchInput(signal: AbortSignal): Promise<FetchedInput> {
    const input = this.#inputPath;
    const { from, origin, insecure, header } = this.#options;
    if (from === undefined || origin === undefined) return { input };
    const tell = (text: string): void => this.#logger.info(text);
    const fetchOptions = { files: diskFiles, token: this.#token, insecure, headers: header, signal, tell };
    const { report, headers, ...fetchedInput } = await fetchChanges(from, origin, input, fetchOptions);
    if (report !== undefined) this.#logger.info(report, 'fetched');
    return { ...fetchedInput, header: headers };
  }

  async #build({ input, ...fetchedOptions }: FetchedInput, signal: AbortSignal): Promise<BuildReport> {
    const stateBefore = await contentState(diskFiles, input);
    const refuseChanged = async (): Promise<void> => {
      if ((await contentState(diskFiles, input)) === stateBefore) return;
      throw new OperationError(`${input} was changed while it was read. Nothing was published; it is read again.`);
    };
    const importer = createImporter(({ nextChange }) => this.#setNextChange(nextChange));
    this.#pool ??= createBuildPool(this.#options.threads ?? availableParallelism());
    try {
      return await importAndBuild(input, { ...this.#options, ...fetchedOptions }, this.#io, {
        signal,
        pool: this.#pool,
        blockCache: this.#blockCache,
        writeNote: (text) => this.#logger.warn(text.trimEnd()),
        importer,
        beforeNamed: refuseChanged,
      });
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  #setNextChange(nextChange: string | null): void {
    this.#status = { ...this.#status, nextChange };
    // With --now, the clock stands still, so no publication time is awaited.
    const isAwaited = nextChange !== null && this.#options.now === undefined;
    this.#onNextChange(isAwaited ? Date.parse(nextChange) : undefined);
  }

  #reportHeldBack(report: BuildReport): void {
    const heldBack = describeHeldBack(report, this.#options.out);
    this.#status = { ...this.#status, heldBack };
    for (const entry of heldBack)
      this.#logger.error(entry, 'held back: much of it is gone, so what was served of it stays');
  }

  #reportPublished({ snapshot, published, items, seconds, types }: BuildReport): void {
    const publishedMs = published ? Date.now() : this.#status.publishedMs;
    this.#status = { ...this.#status, snapshot, publishedMs };
    const built = types.filter(({ linked: isUnchanged }) => !isUnchanged).map(({ name }) => name);
    this.#logger.info({ snapshot, items, seconds, built }, published ? 'published' : 'nothing has changed');
  }

  async #push(target: string, snapshot: string, signal: AbortSignal): Promise<void> {
    const pushed = await pushTo(this.#options.out, target, { parallel: PARALLEL_SEGMENTS }, this.#io, signal);
    const { published: isNew, sent, sentBytes } = pushed.report;
    if (isNew) this.#logger.info({ snapshot, target: pushed.name, sent, sentBytes }, 'pushed');
  }

  /** Ends the threads of the builds. */
  async close(): Promise<void> {
    await this.#pool?.close();
    this.#pool = undefined;
    await this.#blockCache.close();
  }
}
