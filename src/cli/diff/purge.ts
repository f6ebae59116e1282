/**
 * `stele purge`: purges from a cache the answers that changed since the last purge, and remembers its progress in a file.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { Command, type CommandUnknownOpts, Option } from 'commander';
import { codeOf, OperationError } from '../../content/errors/index.js';
import { diskFiles } from '../../format/files/index.js';
import { requireCurrent } from '../../index/snapshot/index.js';
import { ALL_KEY } from '../../jsonapi/index.js';
import { choosePair, findPurge, openPair } from '../../ship/diff/index.js';
import { type OptionsOf, parsePath, parseSeconds, wholeNumberParser } from '../arguments.js';
import type { CommandIo } from '../io.js';
import { formatCount } from '../table.js';
import { PURGE_SERVICES, type PurgeService, purgeKeys, purgeService } from './purge-services.js';

const examples = `
The file --state stores the id of the snapshot that was purged last, and the progress of an interrupted run: the next run
continues there. If the file is missing, or that snapshot was removed, everything is purged by one key.

The token of Fastly or Cloudflare is read from STELE_PURGE_TOKEN or --token-file.

Examples:
  $ stele purge ./snapshots --at varnish --url http://varnish --state ./purged.json
  $ stele purge ./snapshots --at fastly --service SU1Z0isxPaozGVKXdv0eY --token-file /etc/stele/token --state ./purged.json
  $ stele purge ./snapshots --at cloudflare --service 023e105f4ecef8ad --state ./purged.json --dry-run`;

type PurgeCommandOptions = OptionsOf<ReturnType<typeof command>>;

interface State {
  /** Id of the snapshot whose purge is complete; empty: none. */
  readonly purged: string;
  /** Id of the snapshot of an interrupted purge. */
  readonly next?: string;
  /** Number of its keys that are already purged. */
  readonly done?: number;
  /** Number of all its keys. */
  readonly of?: number;
}

const idPattern = /^[0-9a-f]{64}$/;

function readState(file: string): State {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return { purged: '' };
    throw error;
  }
  try {
    const { purged: lastPurged, next = '', done = 0, of = 0 }: Record<string, unknown> = JSON.parse(text);
    if (typeof lastPurged !== 'string' || (lastPurged !== '' && !idPattern.test(lastPurged))) throw new Error();
    if (typeof next !== 'string' || typeof done !== 'number' || !Number.isSafeInteger(done)) throw new Error();
    if (typeof of !== 'number') throw new Error();
    return { purged: lastPurged, next, done, of };
  } catch {
    throw new OperationError(`${file} is not a state file of \`stele purge\`. Remove it to purge everything.`);
  }
}

function writeState(file: string, state: State): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(state)}\n`);
  renameSync(`${file}.new`, file);
}

function tokenOf({ tokenFile }: PurgeCommandOptions, env: CommandIo['env']): string {
  return (tokenFile === undefined ? (env['STELE_PURGE_TOKEN'] ?? '') : readFileSync(tokenFile, 'utf8')).trim();
}

/** @returns the keys to purge; `ALL_KEY` alone if the earlier snapshot is missing, or keys are too many or too long */
async function keysSince(
  folder: string,
  [before, after]: readonly [string, string],
  { keyBytesMaximum }: PurgeService,
  maximum: number,
): Promise<readonly string[]> {
  if (before === '' || !(await diskFiles.list(folder)).includes(before)) return [ALL_KEY];
  const chosen = await choosePair(diskFiles, folder, before, after);
  const purge = await findPurge(await openPair(diskFiles, chosen.before, chosen.after));
  if (purge.keyCount > maximum) return [ALL_KEY];
  const keys: string[] = [];
  for await (const key of purge.keys()) {
    if (key.length > keyBytesMaximum) return [ALL_KEY];
    keys.push(key);
  }
  return keys;
}

/** @returns the keys of each request, within the limits of the service */
export function batchesOf(
  keys: readonly string[],
  { keysMaximum, bytesMaximum }: Pick<PurgeService, 'keysMaximum' | 'bytesMaximum'>,
): readonly (readonly string[])[] {
  const batches: string[][] = [];
  let bytes = 0;
  for (const key of keys) {
    const last = batches.at(-1);
    if (last === undefined || last.length === keysMaximum || bytes + key.length + 1 > bytesMaximum) {
      batches.push([key]);
      bytes = key.length;
    } else {
      last.push(key);
      bytes += key.length + 1;
    }
  }
  return batches;
}

async function purgeAll(io: CommandIo, folder: string, options: PurgeCommandOptions): Promise<void> {
  const deadline = Date.now() + options.timeout * 1000;
  const service = purgeService(options.at, {
    url: options.url?.replace(/\/$/, ''),
    service: options.service,
    token: tokenOf(options, io.env),
  });
  const currentId = await requireCurrent(diskFiles, folder);
  const state = readState(options.state);
  // During the interrupted purge of another snapshot the cache may have stored its answers too: purge everything.
  const purged = state.next === undefined || state.next === '' || state.next === currentId ? state.purged : '';
  const keys = purged === currentId ? [] : await keysSince(folder, [purged, currentId], service, options.allAbove);
  let done = state.next === currentId && state.of === keys.length ? Math.min(state.done ?? 0, keys.length) : 0;
  const remainingKeys = keys.slice(done);
  const batches = batchesOf(remainingKeys, service);
  const text = `${formatCount(remainingKeys.length)} keys in ${formatCount(batches.length)} requests to ${options.at}`;
  if (options.dryRun) {
    io.stdout.write(remainingKeys.map((key) => `${key}\n`).join(''));
    io.stderr.write(`would purge ${text}\n`);
    return;
  }
  const saveProgress = (): void => writeState(options.state, { purged, next: currentId, done, of: keys.length });
  if (batches.length > 0) saveProgress();
  for (const batch of batches) {
    await purgeKeys(service, batch, deadline);
    done += batch.length;
    saveProgress();
  }
  writeState(options.state, { purged: currentId });
  io.stdout.write(`purged ${text}\n`);
}

const command = () =>
  new Command('purge')
    .description('purge from a cache the answers that changed since the last purge')
    .argument('<snapshots>', 'folder of snapshots')
    .addOption(new Option('--at <cache>', 'cache to purge').choices(PURGE_SERVICES).makeOptionMandatory())
    .requiredOption('--state <file>', 'file that stores the progress; created if it is missing', parsePath)
    .option('--url <url>', "address of Varnish, or of an API instead of the service's public one")
    .option('--service <id>', "id of Fastly's service or Cloudflare's zone")
    .option('--token-file <file>', 'file with the token, instead of STELE_PURGE_TOKEN', parsePath)
    .option(
      '--all-above <number>',
      'if there would be more keys than this, purge everything by one key',
      wholeNumberParser(1),
      100_000,
    )
    .option('--timeout <seconds>', 'time limit for all requests together', parseSeconds, 300)
    .option('--dry-run', 'print the keys and purge nothing', false)
    .addHelpText('after', examples);

export function purgeCommand(io: CommandIo): CommandUnknownOpts {
  return command().action((folder: string, options) => purgeAll(io, folder, options));
}
