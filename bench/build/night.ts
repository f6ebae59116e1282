/**
 * A night on which little has changed: its export, and its build.
 */
import { spawnSync } from 'node:child_process';
import { createReadStream, createWriteStream, linkSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { OperationError } from '../../src/errors/index.js';
import type { BuildBenchOptions } from './options.js';
import type { Outcome } from './outcome.js';

const program = join(dirname(fileURLToPath(import.meta.url)), 'contestant.js');
/** The type of which one item in a hundred changes. */
export const CHANGED_TYPE = 'article';
const changedEvery = 100;

const isOutcome = (value: unknown): value is Outcome & { readonly id: string } =>
  typeof value === 'object' && value !== null && 'id' in value && 'seconds' in value && 'peakBytes' in value;

/** Builds in a process of its own. @throws OperationError when that fails; it has said why */
export function buildNight(
  name: string,
  source: string,
  out: string,
  { threads, memoryBytes }: Pick<BuildBenchOptions, 'threads' | 'memoryBytes'>,
) {
  console.error(`building: ${name}`);
  const args = [program, 'stele', source, out, String(threads), String(memoryBytes)];
  const { status, stdout } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const outcome: unknown = status === 0 ? JSON.parse(stdout) : undefined;
  if (!isOutcome(outcome)) throw new OperationError(`The build "${name}" ended with ${status}.`);
  return { name, ...outcome };
}

async function* changedLines(path: string): AsyncGenerator<string> {
  let place = 0;
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    const item: object = place % changedEvery === 0 ? JSON.parse(line) : {};
    yield `${place % changedEvery === 0 ? JSON.stringify({ ...item, title: `Changed ${place}` }) : line}\n`;
    place += 1;
  }
}

/** Makes the export of another night beside the first, whose other files it shares. */
export async function changedExport(source: string, folder: string): Promise<string> {
  mkdirSync(folder);
  for (const name of readdirSync(source)) {
    if (name === `${CHANGED_TYPE}.ndjson`) {
      await pipeline(changedLines(join(source, name)), createWriteStream(join(folder, name)));
    } else linkSync(join(source, name), join(folder, name));
  }
  return folder;
}
