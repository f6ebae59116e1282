/**
 * Writes a generated export: the same bytes for the same items, seed and profile, whatever the machine.
 *
 * Elsewhere: the items (engine, shop), which folder may be written (folder), the command line (command).
 */
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OperationError } from '../../src/content/errors/errors.js';
import { engineSources } from './engine.js';
import { beginExport, finishExport } from './folder.js';
import { MODELS, type Profile } from './model.js';
import { shopSources } from './shop.js';
import type { ItemRecord, TypeSource } from './values.js';
import { Lexicon } from './words.js';

/** Above it, `shop`'s two reviews a book would leave the range in which `Shares` is exact. */
export const ITEMS_MAXIMUM = 40_000_000;
export const SEED_MAXIMUM = 2 ** 32 - 1;

const chunkLength = 2 ** 20;

export interface GenerateOptions {
  /** Items of the main type (`article`, `book`), 1 to `ITEMS_MAXIMUM`; the other types follow from it. */
  readonly items: number;
  /** 0 to `SEED_MAXIMUM`; 1 when absent. */
  readonly seed?: number;
  /** `engine` when absent. */
  readonly profile?: Profile;
  /** Called when a file is complete. */
  readonly onFile?: (file: GeneratedFile) => void;
}

export interface GeneratedFile {
  readonly name: string;
  /** Lines of an NDJSON file; 0 for the model. */
  readonly items: number;
  readonly byteLength: number;
}

export interface GeneratedExport {
  /** In the order written, `model.json` last. */
  readonly files: readonly GeneratedFile[];
}

/** Groups lines into chunks of about a megabyte, so that a write is worth its system call. */
function* chunks(records: Iterable<ItemRecord>): Generator<Uint8Array> {
  let text = '';
  for (const record of records) {
    text += `${JSON.stringify(record)}\n`;
    if (text.length >= chunkLength) {
      yield Buffer.from(text);
      text = '';
    }
  }
  yield Buffer.from(text);
}

async function writeType(folder: string, source: TypeSource): Promise<GeneratedFile> {
  const name = `${source.type}.ndjson`;
  const path = join(folder, name);
  // Each chunk is on its way before the next is made: the disk sets the pace, and one chunk is held at a time.
  await writeFile(path, chunks(source.records()), { flag: 'wx' });
  return { name, items: source.items, byteLength: (await stat(path)).size };
}

function sources(profile: Profile, items: number, seed: number): readonly TypeSource[] {
  const lexicon = new Lexicon(seed);
  switch (profile) {
    case 'engine':
      return engineSources(items, seed, lexicon);
    case 'shop':
      return shopSources(items, seed, lexicon);
  }
}

function checkRange(name: string, value: number, minimum: number, maximum: number): void {
  if (Number.isInteger(value) && value >= minimum && value <= maximum) return;
  throw new OperationError(`${name} must be a whole number from ${minimum} to ${maximum}, not ${value}.`);
}

/**
 * Generates an export into a folder that is new, empty, or holds a generated export, which is replaced.
 *
 * @throws OperationError if the folder holds anything else, or an option is out of range; nothing is changed then.
 * Errors of the disk are Node's own, and leave a folder without `model.json`.
 * Cost: about 20 µs an item of `engine`, documents included; memory does not depend on `items`.
 */
export async function generateExport(folder: string, options: GenerateOptions): Promise<GeneratedExport> {
  const { items, seed = 1, profile = 'engine', onFile } = options;
  checkRange('items', items, 1, ITEMS_MAXIMUM);
  checkRange('seed', seed, 0, SEED_MAXIMUM);
  await beginExport(folder, MODELS[profile]);
  const files: GeneratedFile[] = [];
  for (const source of sources(profile, items, seed)) {
    const file = await writeType(folder, source);
    files.push(file);
    onFile?.(file);
  }
  const name = await finishExport(folder);
  const model = { name, items: 0, byteLength: (await stat(join(folder, name))).size };
  files.push(model);
  onFile?.(model);
  return { files };
}
