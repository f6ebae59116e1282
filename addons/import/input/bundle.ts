/**
 * Files that belong together: a folder, or an archive of one, whose texts are unpacked to be read more than once.
 */
import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Parser, type ReadEntry } from 'tar';
import { InvariantError, OperationError } from '../../../src/content/errors/index.js';
import type { Intake } from '../core/intake/source.js';
import { bytesOf, decoded, filesBelow, headOf, isGzip, kindOf } from './bytes.js';

export interface Bundle {
  /** Paths within, with `/`, in the order of their names. */
  readonly names: readonly string[];
  /** Of a file with text; others are not unpacked. */
  text(name: string): AsyncIterable<string>;
  readonly sizes: ReadonlyMap<string, number>;
}

type Unpacking = Pick<Intake, 'progress'> & { readonly options: Pick<Intake['options'], 'workFolder'> };

const texts = /\.(?:json|jsonl|ndjson)$/i;

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** @returns undefined where the path is neither a folder nor a tar archive */
export async function openBundle(path: string, intake: Unpacking): Promise<Bundle | undefined> {
  if ((await kindOf(path)) === 'folder') {
    const names = await filesBelow(path);
    const sizes = new Map<string, number>();
    for (const name of names) sizes.set(name, (await stat(join(path, name))).size);
    const text = (name: string): AsyncIterable<string> => {
      if (!sizes.has(name)) throw new InvariantError(`${name} is no file of ${path}`);
      return decoded(bytesOf(join(path, name)), name);
    };
    return { names, sizes, text };
  }
  return (await isTar(path)) ? unpacked(path, intake) : undefined;
}

async function isTar(path: string): Promise<boolean> {
  const head = await headOf(path, 512);
  if (!isGzip(head)) return head.subarray(257, 262).toString('latin1') === 'ustar';
  for await (const chunk of bytesOf(path)) return chunk.subarray(257, 262).toString('latin1') === 'ustar';
  return false;
}

async function unpacked(path: string, intake: Unpacking): Promise<Bundle> {
  const folder = join(intake.options.workFolder, 'archive');
  await mkdir(folder);
  const sizes = new Map<string, number>();
  const paths = new Map<string, string>();
  const files: WriteStream[] = [];
  const writing: Promise<void>[] = [];
  let failure: Error | undefined;
  const parser = new Parser({
    strict: true,
    // Names of an archive never reach the disk: files are numbered.
    onReadEntry: (entry: ReadEntry) => {
      const name = entry.path.replace(/^\.?\//, '');
      if (entry.type === 'Directory') {
        entry.resume();
        return;
      }
      sizes.set(name, entry.size);
      if (!texts.test(name)) {
        entry.resume();
        return;
      }
      const file = join(folder, String(paths.size));
      paths.set(name, file);
      const stream = createWriteStream(file);
      files.push(stream);
      const written = pipeline(entry, stream);
      // Looked at when all are written; until then it must not count as a failure that nobody looks at.
      written.catch(() => undefined);
      writing.push(written);
    },
  });
  parser.on('error', (error: Error) => {
    failure ??= error;
  });
  const ended = once(parser, 'end').catch(() => undefined);
  try {
    for await (const chunk of bytesOf(path, (done, total) => intake.progress('unpacking', done, total))) {
      if (failure !== undefined) break;
      if (!parser.write(chunk)) await once(parser, 'drain');
    }
    if (failure === undefined) parser.end();
    if (failure === undefined) await ended;
    if (failure !== undefined) {
      throw new OperationError(
        `${path} is cut short or damaged (${failure.message}). Export it again. Nothing was written.`,
      );
    }
    await Promise.all(writing);
  } catch (error) {
    // The folder is removed next, and no file may come into it meanwhile.
    for (const file of files) file.destroy();
    await Promise.allSettled(writing);
    throw error;
  }
  return {
    names: [...sizes.keys()].sort(compare),
    sizes,
    text: (name) => {
      const file = paths.get(name);
      // Else an archive's own name would be opened as a path of this machine.
      if (file === undefined) throw new InvariantError(`${name} of ${path} was not unpacked`);
      return decoded(bytesOf(file), name);
    },
  };
}
