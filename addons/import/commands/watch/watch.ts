/**
 * The command `stele watch`: builds a snapshot after each change of the content, and pushes it to the target of replicas.
 *
 * A run that fails is logged and tried again; the last good snapshot stays published.
 * Elsewhere: webhooks and health (hook), metrics (metrics), fetching from a CMS (fetch), repeating runs (src/cli/build).
 */

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Command, type CommandUnknownOpts, InvalidArgumentError } from 'commander';
import { type Logger, pino } from 'pino';
import { BlockCache, type BuildReport, createBuildPool, type Pool } from '../../../../build/publish/index.js';
import {
  type BuildArguments,
  buildFlags,
  checkPublished,
  importAndBuild,
  type RepeatedWork,
  repeatOnChange,
} from '../../../../src/cli/build/index.js';
import {
  type CommandIo,
  describeFailure,
  packageVersion,
  parsePath,
  parseSeconds,
  type TrafficJudge,
  withAddOnOptions,
  withOptions,
} from '../../../../src/cli/index.js';
import { parseOriginAddress, pushTo } from '../../../../src/cli/replicate/index.js';
import { OperationError } from '../../../../src/content/errors/index.js';
import { contentState, diskFiles } from '../../../../src/format/files/index.js';
import type { ImportReport } from '../../core/export/import-report.js';
import { checkedOrigin, fetchChanges } from '../../fetch/fetch.js';
import { loadSource } from '../../sources/index.js';
import { type ImportArguments, importFlags } from '../import-options.js';
import { createImporter } from '../importer.js';
import { HOOK_PATH, type Hook, listenForHooks } from './hook.js';
import { type HeldBack, type WatchStatus, watchMetrics } from './metrics.js';

const examples = `
Builds at once, then again after each change: of the files of <export>, after a webhook (POST ${HOOK_PATH} with the header
Authorization: Bearer <secret>), after SIGHUP, or each --every seconds. Changes during a run start one more run after it.
If a run fails, the log (stderr), /health and /metrics say so, and it is tried again; the published snapshot stays.

Examples:
  $ stele watch ./export --out ./snapshots
  $ stele watch ./content --from markdown --out ./snapshots --push s3://bucket/content
  $ stele watch space.json --from contentful --out ./snapshots --listen 0.0.0.0:8090 --secret ./hook.secret \\
      --fetch 'contentful space export --content-file space.json'
  $ stele watch ./content --from directus --origin https://cms.example --token ./token --out ./snapshots --every 60`;

type WatchArguments = BuildArguments &
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

function hostAndPort(text: string): { readonly host: string; readonly port: number } {
  const [, ipv6, host = ipv6, port] = /^(?:\[([\da-f:.]+)\]|([\w.-]+)):(\d{1,5})$/i.exec(text) ?? [];
  if (host !== undefined && Number(port) <= 65_535) return { host, port: Number(port) };
  throw new InvalidArgumentError('Give an address and a port, such as 127.0.0.1:8090.');
}

const secretBytesMinimum = 16;

/**
 * @param subject name of the secret for messages
 * @param hint    an example, or the command that makes a secret
 * @throws OperationError if the file is not one line, or so short that it may be guessed
 */
function readSecret(file: string, subject: string, bytesMinimum: number, hint: string): string {
  let secret = '';
  try {
    secret = readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new OperationError(`the ${subject} cannot be read: ${String(error)}`);
  }
  if (Buffer.byteLength(secret) >= bytesMinimum && /^[\x21-\x7e]+$/.test(secret)) return secret;
  const lengthRule = bytesMinimum > 1 ? `at least ${bytesMinimum} ` : '';
  throw new OperationError(
    `the ${subject} in ${file} must be one line of ${lengthRule}letters, digits and signs, such as ${hint}.`,
  );
}

const fetchMsMaximum = 3_600_000;
/** The end of a command's output that an error shows. */
const outputLengthMaximum = 2_000;
/** Segments that `--push` sends in parallel. */
const segmentsAtOnce = 4;

/** Runs the shell command. @throws OperationError if it fails, with the end of its output; the signal kills it */
function runFetch(command: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    // A process group of its own, so that all processes of the shell end with it.
    const child = spawn(command, { shell: true, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const addOutput = (chunk: Buffer): void => {
      output = `${output}${chunk.toString()}`.slice(-outputLengthMaximum);
    };
    child.stdout.on('data', addOutput);
    child.stderr.on('data', addOutput);
    const kill = (): void => {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
    };
    const limit = setTimeout(kill, fetchMsMaximum);
    signal.addEventListener('abort', kill);
    child.once('error', reject);
    child.once('close', (code, killSignal) => {
      clearTimeout(limit);
      signal.removeEventListener('abort', kill);
      if (code === 0) resolve();
      else reject(new OperationError(`--fetch ended with ${killSignal ?? code}:\n${output.trim()}`));
    });
  });
}

/** @returns the types, fields and locales that were held back, each with the shell command that publishes it */
function describeHeldBack(
  { shrunk, snapshot, kept: publishedSnapshot = snapshot }: BuildReport,
  { out }: WatchArguments,
): readonly HeldBack[] {
  return shrunk.map(({ name, before, after, field, locale }) => ({
    type: name,
    ...(field !== undefined && { field }),
    ...(locale !== undefined && { locale }),
    before,
    after,
    command: `stele rollback ${quoteForShell(out)} ${publishedSnapshot.slice(0, 8)}`,
  }));
}

function quoteForShell(text: string): string {
  const isPlain = /^[\w./:@=+-]+$/.test(text);
  return isPlain ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

const isoTime = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

/** @returns the body of `GET /health` */
function describeHealth({ state }: RepeatedWork, { snapshot, publishedMs, heldBack, nextChange }: WatchStatus): object {
  const { runs, failures, runningSinceMs, failingSinceMs } = state();
  const status = failingSinceMs === null && heldBack.length === 0 ? 'ok' : 'degraded';
  return {
    status,
    version: packageVersion(),
    snapshot,
    published: isoTime(publishedMs),
    runs,
    failures,
    runningSince: isoTime(runningSinceMs),
    failingSince: isoTime(failingSinceMs),
    nextChange,
    heldBack,
  };
}

/** Fetches the changes from `--origin`, if it is set. @returns the input of the import, and the options that it needs */
async function fetchInput(
  input: string,
  { from, origin, insecure, header }: WatchArguments,
  token: string | undefined,
  logger: Logger,
  signal: AbortSignal,
): Promise<{ readonly input: string } & Pick<ImportArguments, 'documents' | 'header'>> {
  if (from === undefined || origin === undefined) return { input };
  const logLine = (text: string): void => logger.info(text);
  const fetchOptions = { files: diskFiles, token, insecure, headers: header, signal, tell: logLine };
  const { report, headers, ...fetchedInput } = await fetchChanges(from, origin, input, fetchOptions);
  if (report !== undefined) logger.info(report, 'fetched');
  return { ...fetchedInput, header: headers };
}

/** Runs until the process is asked to stop. */
async function watch(inputPath: string, options: WatchArguments, io: CommandIo): Promise<void> {
  if (options.from !== undefined) await loadSource(options.from);
  const logger = pino({ level: 'info' }, io.stderr);
  const { from, origin, insecure, header: headers } = options;
  const secret =
    options.secret === undefined
      ? ''
      : readSecret(options.secret, 'secret', secretBytesMinimum, 'openssl rand -hex 32 makes');
  const token =
    options.token === undefined ? undefined : readSecret(options.token, 'token', 1, 'the API token that the CMS shows');
  if (from !== undefined && origin !== undefined) checkedOrigin(from, origin, { token, insecure, headers });
  let status: WatchStatus = {
    snapshot: null,
    publishedMs: null,
    hooks: 0,
    refusedHooks: 0,
    heldBack: [],
    nextChange: null,
  };

  // Threads keep their compiled code, and the cache its blocks, for the next build.
  let pool: Pool | undefined;
  const blockCache = new BlockCache();
  const endPool = async (): Promise<void> => {
    await pool?.close();
    pool = undefined;
    await blockCache.close();
  };

  const runOnce = async (signal: AbortSignal): Promise<void> => {
    if (options.fetch !== undefined) await runFetch(options.fetch, signal);
    const { input, ...fetchedOptions } = await fetchInput(inputPath, options, token, logger, signal);
    const stateBefore = await contentState(diskFiles, input);
    const checkUnchanged = async (): Promise<void> => {
      if ((await contentState(diskFiles, input)) === stateBefore) return;
      throw new OperationError(`${input} was changed while it was read. Nothing was published; it is read again.`);
    };
    const writeNote = (text: string): void => logger.warn(text.trimEnd());
    pool ??= createBuildPool(options.threads ?? availableParallelism());
    const importer = createImporter(({ nextChange }: ImportReport): void => {
      status = { ...status, nextChange };
      // With --now, the clock stands still, so no publication time is awaited.
      live.wakeAt(nextChange === null || options.now !== undefined ? undefined : Date.parse(nextChange));
    });
    const runOptions = { signal, pool, blockCache, writeNote, importer, beforeNamed: checkUnchanged };
    const report = await importAndBuild(input, { ...options, ...fetchedOptions }, io, runOptions).catch(
      async (error: unknown) => {
        await endPool();
        throw error;
      },
    );
    const heldBack = describeHeldBack(report, options);
    status = { ...status, heldBack };
    for (const entry of heldBack) logger.error(entry, 'held back: much of it is gone, so what was served of it stays');
    // If the whole snapshot is held back, the run fails; if single types are, all other types are published.
    if (report.kept === undefined) checkPublished(report, options);
    const { snapshot, published, items, seconds, types } = report;
    status = { ...status, snapshot, publishedMs: published ? Date.now() : status.publishedMs };
    const built = types.filter(({ linked: isUnchanged }) => !isUnchanged).map(({ name }) => name);
    logger.info({ snapshot, items, seconds, built }, published ? 'published' : 'nothing has changed');
    if (options.push === undefined) return;
    const pushed = await pushTo(options.out, options.push, { parallel: segmentsAtOnce }, io, signal);
    const { published: isNew, sent, sentBytes } = pushed.report;
    if (isNew) logger.info({ snapshot, target: pushed.name, sent, sentBytes }, 'pushed');
  };
  const live = repeatOnChange({
    work: runOnce,
    // Only this process changes a folder that it fetches, so the folder is not watched.
    watchedPath: (options.fetch ?? options.origin) === undefined && !URL.canParse(inputPath) ? inputPath : undefined,
    pollMs: options.poll * 1000,
    everyMs: options.every * 1000,
    retries: true,
    onFailure: (error) =>
      logger.error({ reason: describeFailure(error).text }, 'the run has failed; the published snapshot stays'),
  });
  const metrics = watchMetrics(live, () => status);
  const stopped = io.untilStopped();
  let hook: Hook | undefined;
  try {
    hook =
      options.listen &&
      (await listenForHooks({
        ...options.listen,
        secret,
        onHook(accepted) {
          const { hooks, refusedHooks } = status;
          status = accepted ? { ...status, hooks: hooks + 1 } : { ...status, refusedHooks: refusedHooks + 1 };
          if (accepted) void live.request();
        },
        health: () => describeHealth(live, status),
        metrics: () => metrics.metrics(),
      }));
    if (hook !== undefined) io.stdout.write(`Listening on ${hook.origin}\n`);
    io.onHangup?.(() => void live.request());
    void live.request();
    logger.info({ signal: await stopped }, 'told to stop');
  } finally {
    hook?.close();
    await live.stop();
    await endPool();
  }
}

export const watchCommand =
  (judge: TrafficJudge | undefined) =>
  (io: CommandIo): CommandUnknownOpts => {
    const command = new Command('watch')
      .description('build again, and push, each time the content changes, until SIGTERM or SIGINT')
      .argument('<export>', 'folder of the content export; with --from, the input of its source', parsePath)
      .option('--listen <host:port>', `take webhooks at ${HOOK_PATH}, and answer /health and /metrics`, hostAndPort)
      .option('--secret <file>', 'with --listen: file with the secret that a webhook must bring', parsePath)
      .option('--every <seconds>', 'run this often whatever has changed; 0: never', parseSeconds, 0)
      .option('--poll <seconds>', 'how often to look at the files, besides watching them; 0: never', parseSeconds, 2)
      .option('--fetch <command>', 'shell command that fetches the content first; then its files are not watched')
      .option(
        '--origin <url>',
        'address of the CMS: what changed is fetched into the folder <export>, whose files are not watched',
      )
      .option('--token <file>', 'with --origin: file with the API token that is sent', parsePath)
      .option('--insecure', 'with --origin: send secrets without TLS, too', false)
      .option('--push <target>', 'send each snapshot to this target, as stele push does', parseOriginAddress);
    return withAddOnOptions(withOptions(withOptions(command, buildFlags()), importFlags()), judge?.flags())
      .addHelpText('after', examples)
      .action(async (input: string, options: WatchArguments) => {
        const hasTrigger = options.listen !== undefined || options.every > 0;
        if ((options.listen === undefined) !== (options.secret === undefined)) {
          command.error('error: give both --listen and --secret; without a secret, anybody could send webhooks');
        }
        if (options.origin !== undefined && (options.from === undefined || options.fetch !== undefined)) {
          command.error('error: give --from with --origin, to name the kind of the CMS, and leave out --fetch');
        }
        if (options.token !== undefined && options.origin === undefined) {
          command.error('error: --token needs --origin; use --header if --from itself requests a server');
        }
        if (!hasTrigger && ((options.fetch ?? options.origin) !== undefined || URL.canParse(input))) {
          command.error('error: give --listen or --every, which say when to fetch');
        }
        await watch(input, options, io);
      });
  };
