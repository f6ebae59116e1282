/**
 * The command `stele watch`: builds a snapshot after each change of the content, and pushes it to the target of replicas.
 *
 * A run that fails is logged and tried again; the last good snapshot stays published.
 * Elsewhere: one run (watch-runs), webhooks and health (hook), metrics (metrics), repeating runs (src/cli/build).
 */

import { join } from 'node:path';
import { Command, type CommandUnknownOpts, InvalidArgumentError } from 'commander';
import { pino } from 'pino';
import { NotAnExport } from '../../../../build/publish/index.js';
import { buildFlags, type RepeatedWork, repeatOnChange } from '../../../../src/cli/build/index.js';
import {
  type CommandIo,
  describeFailure,
  parsePath,
  parseSeconds,
  refuseIneffective,
  type TrafficJudge,
  withAddOnOptions,
  withOptions,
} from '../../../../src/cli/index.js';
import { parseOriginAddress } from '../../../../src/cli/replicate/index.js';
import { OperationError, shellWord } from '../../../../src/content/errors/index.js';
import { diskFiles } from '../../../../src/format/files/index.js';
import { CURRENT_FILE } from '../../../../src/index/snapshot/index.js';
import { checkedOrigin } from '../../fetch/fetch.js';
import { SOURCES } from '../../sources/index.js';
import { importFlags } from '../import-options.js';
import { HOOK_PATH, type Hook, type HookOptions, listenForHooks } from './hook.js';
import { watchMetrics } from './metrics.js';
import { readApiToken, readWebhookSecret } from './secret.js';
import { describeHealth } from './status.js';
import { type WatchArguments, WatchRuns } from './watch-runs.js';

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

function parseHostAndPort(text: string): { readonly host: string; readonly port: number } {
  const [, ipv6, host = ipv6, port] = /^(?:\[([\da-f:.]+)\]|([\w.-]+)):(\d{1,5})$/i.exec(text) ?? [];
  if (host !== undefined && Number(port) <= 65_535) return { host, port: Number(port) };
  throw new InvalidArgumentError('Give an address and a port, such as 127.0.0.1:8090.');
}

/** Runs until the process is asked to stop. */
async function watch(input: string, options: WatchArguments, io: CommandIo): Promise<void> {
  const { from, origin, insecure, header: headers } = options;
  if (isWatched(input, options) && (await diskFiles.stat(input)) === undefined) {
    throw new OperationError(`${input} does not exist. Give the folder or file to watch.`);
  }
  const secret = options.secret === undefined ? '' : readWebhookSecret(options.secret);
  const token = options.token === undefined ? undefined : readApiToken(options.token);
  if (from !== undefined && origin !== undefined) checkedOrigin(from, origin, { token, insecure, headers });
  const logger = pino({ level: 'info' }, io.stderr);
  const runs = new WatchRuns(input, options, token, io, logger, (timeMs) => work.wakeAt(timeMs));
  const isFirstUse = (await diskFiles.stat(join(options.out, CURRENT_FILE))) === undefined;
  let refuse: (error: Error) => void = () => undefined;
  const refused = new Promise<never>((_resolve, reject) => {
    refuse = reject;
  });
  // It is awaited below, unless this function ends before that.
  refused.catch(() => undefined);
  const work = repeatOnChange({
    work: (signal) => runs.runOnce(signal),
    watchedPath: isWatched(input, options) ? input : undefined,
    pollMs: options.poll * 1000,
    everyMs: options.every * 1000,
    retries: true,
    onFailure: (error) => {
      // Where nothing was ever published, the command is probably wrong; else the input may be half written, and is read again.
      if (error instanceof NotAnExport && isFirstUse && work.state().runs === 0)
        refuse(withWatchCommand(error, options.out));
      else logger.error({ reason: describeFailure(error).text }, 'the run has failed; the published snapshot stays');
    },
  });
  const stopped = io.untilStopped();
  let hook: Hook | undefined;
  try {
    if (options.listen !== undefined) {
      hook = await listenForHooks({ ...options.listen, secret, ...hookAnswers(runs, work) });
      io.stdout.write(`Listening on ${hook.origin}\n`);
    }
    io.onHangup?.(() => void work.request());
    void work.request();
    logger.info({ signal: await Promise.race([stopped, refused]) }, 'stopping');
  } finally {
    hook?.close();
    await work.stop();
    await runs.close();
  }
}

/** @returns the error with the command that imports the input and watches it */
const withWatchCommand = (error: NotAnExport, out: string): Error =>
  error.withCommand((input, source) => `stele watch ${input} --from ${source} --out ${shellWord(out)}`);

/** Only this process changes a folder that it fetches, so the folder is not watched. */
function isWatched(input: string, { fetch: fetchCommand, origin }: WatchArguments): boolean {
  const isFetched = fetchCommand !== undefined || origin !== undefined;
  return !isFetched && !URL.canParse(input);
}

/** The effect of a webhook, and the answers to other requests. */
function hookAnswers(runs: WatchRuns, work: RepeatedWork): Pick<HookOptions, 'onHook' | 'health' | 'metrics'> {
  const metrics = watchMetrics(work, () => runs.status);
  return {
    onHook(isAccepted) {
      runs.countHook(isAccepted ? 'accepted' : 'refused');
      if (isAccepted) void work.request();
    },
    health: () => describeHealth(work, runs.status),
    metrics: () => metrics.metrics(),
  };
}

export const watchCommand =
  (judge: TrafficJudge | undefined) =>
  (io: CommandIo): CommandUnknownOpts => {
    const command = new Command('watch')
      .description('build again, and push, each time the content changes, until SIGTERM or SIGINT')
      .argument('<export>', 'folder of the content export; with --from, the input of its source', parsePath)
      .optionsGroup('Changes and webhooks:')
      .option(
        '--listen <host:port>',
        `take webhooks at ${HOOK_PATH}, and answer /health and /metrics`,
        parseHostAndPort,
      )
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
    return withAddOnOptions(
      withOptions(withOptions(command, buildFlags([...SOURCES.keys()])), importFlags()),
      judge?.flags(),
    )
      .addHelpText('after', examples)
      .action(async (input: string, options: WatchArguments) => {
        const importNames = importFlags().options.map((option) => option.attributeName());
        if (options.from === undefined) refuseIneffective(command, importNames, '--from <source>');
        if ((options.listen === undefined) !== (options.secret === undefined)) {
          command.error('give both --listen and --secret; without a secret, anybody could send webhooks');
        }
        if (options.origin !== undefined && (options.from === undefined || options.fetch !== undefined)) {
          command.error('give --from with --origin, to name the kind of the CMS, and leave out --fetch');
        }
        if (options.token !== undefined && options.origin === undefined) {
          command.error('--token needs --origin; use --header if --from itself requests a server');
        }
        const hasTrigger = options.listen !== undefined || options.every > 0;
        if (!hasTrigger && !isWatched(input, options)) {
          command.error('give --listen or --every, which say when to fetch');
        }
        await watch(input, options, io);
      });
  };
