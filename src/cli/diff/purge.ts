/**
 * `stele purge`: has a cache drop what changed since it was last purged, and remembers how far it came.
 */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { Command, type CommandUnknownOpts, Option } from 'commander';
import { codeOf, OperationError } from '../../content/errors/index.js';
import { diskFiles } from '../../format/files/index.js';
import { ALL_KEY } from '../../jsonapi/index.js';
import { choosePair, findPurge, openPair } from '../../ship/diff/index.js';
import { type OptionsOf, parsePath, parseSeconds, wholeNumberParser } from '../arguments.js';
import type { CommandIo } from '../io.js';
import { formatCount } from '../table.js';
import { PURGE_SERVICES, type PurgeService, purgeKeys, purgeService } from './purge-services.js';

const examples = `
The file --state remembers the snapshot that was purged last, and how many keys are done where a run was cut short: the
next one goes on there. Without the file, or where that snapshot has been removed, everything is purged by one key.

The token of Fastly or Cloudflare is read from STELE_PURGE_TOKEN or --token-file.

Examples:
  $ stele purge ./snapshots --at varnish --url http://varnish --state ./purged.json
  $ stele purge ./snapshots --at fastly --service SU1Z0isxPaozGVKXdv0eY --token-file /etc/stele/token --state ./purged.json
  $ stele purge ./snapshots --at cloudflare --service 023e105f4ecef8ad --state ./purged.json --dry-run`;

type PurgeCommandOptions = OptionsOf<ReturnType<typeof command>>;

interface State {
  /** The snapshot of which everything was purged; empty: none was yet. */
  readonly purged: string;
  /** The one that is being purged, and how many of its keys are done. */
  readonly next?: string;
  readonly done?: number;
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
    const { purged, next = '', done = 0, of = 0 }: Record<string, unknown> = JSON.parse(text);
    if (typeof purged !== 'string' || (purged !== '' && !idPattern.test(purged))) throw new Error();
    if (typeof next !== 'string' || typeof done !== 'number' || !Number.isSafeInteger(done)) throw new Error();
    if (typeof of !== 'number') throw new Error();
    return { purged, next, done, of };
  } catch {
    throw new OperationError(`${file} is no state of \`stele purge\`. Remove it to have everything purged.`);
  }
}

function writeState(file: string, state: State): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(state)}\n`);
  renameSync(`${file}.new`, file);
}

function tokenOf({ tokenFile }: PurgeCommandOptions, env: CommandIo['env']): string {
  return (tokenFile === undefined ? (env['STELE_PURGE_TOKEN'] ?? '') : readFileSync(tokenFile, 'utf8')).trim();
}

/** @returns the keys to purge; `ALL_KEY` alone where there is nothing to compare with, or they are too many or too long */
async function keysSince(
  folder: string,
  [before, after]: readonly [string, string],
  { keyBytesMaximum }: PurgeService,
  most: number,
): Promise<readonly string[]> {
  if (before === '' || !(await diskFiles.list(folder)).includes(before)) return [ALL_KEY];
  const chosen = await choosePair(diskFiles, folder, before, after);
  const purge = await findPurge(await openPair(diskFiles, chosen.before, chosen.after));
  if (purge.keyCount > most) return [ALL_KEY];
  const keys: string[] = [];
  for await (const key of purge.keys()) {
    if (key.length > keyBytesMaximum) return [ALL_KEY];
    keys.push(key);
  }
  return keys;
}

/** @returns the keys in requests, none larger than the service takes */
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
  const now = readFileSync(`${folder}/CURRENT`, 'utf8').trim();
  const state = readState(options.state);
  // While another snapshot was being purged, the cache may have taken answers of that one as well: then all of it goes.
  const purged = state.next === undefined || state.next === '' || state.next === now ? state.purged : '';
  const keys = purged === now ? [] : await keysSince(folder, [purged, now], service, options.allAbove);
  let done = state.next === now && state.of === keys.length ? Math.min(state.done ?? 0, keys.length) : 0;
  const left = keys.slice(done);
  const batches = batchesOf(left, service);
  const text = `${formatCount(left.length)} keys in ${formatCount(batches.length)} requests to ${options.at}`;
  if (options.dryRun) {
    io.stdout.write(left.map((key) => `${key}\n`).join(''));
    io.stderr.write(`would purge ${text}\n`);
    return;
  }
  const keep = (): void => writeState(options.state, { purged, next: now, done, of: keys.length });
  if (batches.length > 0) keep();
  for (const batch of batches) {
    await purgeKeys(service, batch, deadline);
    done += batch.length;
    keep();
  }
  writeState(options.state, { purged: now });
  io.stdout.write(`purged ${text}\n`);
}

const command = () =>
  new Command('purge')
    .description('have a cache drop what changed since it was last purged')
    .argument('<snapshots>', 'folder of snapshots')
    .addOption(new Option('--at <cache>', 'which cache').choices(PURGE_SERVICES).makeOptionMandatory())
    .requiredOption('--state <file>', 'remembers what was purged', parsePath)
    .option('--url <url>', 'address of Varnish, or of an API in place of the own one')
    .option('--service <id>', "Fastly's service, Cloudflare's zone")
    .option('--token-file <file>', 'file of the token, in place of STELE_PURGE_TOKEN', parsePath)
    .option(
      '--all-above <number>',
      'purge everything by one key if there would be more than this',
      wholeNumberParser(1),
      100_000,
    )
    .option('--timeout <seconds>', 'how long all of it may take', parseSeconds, 300)
    .option('--dry-run', 'print the keys and purge nothing', false)
    .addHelpText('after', examples);

export function purgeCommand(io: CommandIo): CommandUnknownOpts {
  return command().action((folder: string, options) => purgeAll(io, folder, options));
}
