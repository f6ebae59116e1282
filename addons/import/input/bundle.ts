/**
 * A bundle of files: a folder, or a tar archive of one, whose JSON files are unpacked so that each can be read more than once.
 *
 * Elsewhere: reading the bytes of a file (bytes), finding a source's files in a bundle (sources).
 */
import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Parser, type ReadEntry } from 'tar';
import { InvariantError, OperationError } from '../../../src/content/errors/index.js';
import type { Intake } from '../core/intake/source.js';
import { bytesOf, decoded, findInputFiles, headOf, isGzip, isHidden, kindOf } from './bytes.js';

export interface Bundle {
  /** Paths of the files in the bundle, with `/`, in alphabetical order. */
  readonly names: readonly string[];
  /** @returns the text of a JSON file; files of other kinds are not unpacked */
  text(name: string): AsyncIterable<string>;
  /** Lengths of all files in bytes, by path. */
  readonly sizes: ReadonlyMap<string, number>;
}

/** The part of the intake that unpacking needs. */
type UnpackIntake = Pick<Intake, 'progress' | 'leaveOut' | 'lose'> & {
  readonly options: Pick<Intake['options'], 'workFolder'>;
};

const jsonFile = /\.(?:json|jsonl|ndjson)$/i;

/** @returns undefined if the path is neither a folder nor a tar archive */
export async function openBundle(path: string, intake: UnpackIntake): Promise<Bundle | undefined> {
  if ((await kindOf(path)) === 'folder') {
    const names = await findInputFiles(path, intake);
    const sizes = new Map<string, number>();
    for (const name of names) sizes.set(name, (await stat(join(path, name))).size);
    const text = (name: string): AsyncIterable<string> => {
      if (!sizes.has(name)) throw new InvariantError(`${name} is no file of ${path}`);
      return decoded(bytesOf(join(path, name)), name);
    };
    return { names, sizes, text };
  }
  return (await isTar(path)) ? unpackTar(path, intake) : undefined;
}

const hasTarMagic = (head: Buffer): boolean => head.subarray(257, 262).toString('latin1') === 'ustar';

/** Whether the file is a tar archive, also one that is compressed with gzip. */
async function isTar(path: string): Promise<boolean> {
  const head = await headOf(path, 512);
  if (!isGzip(head)) return hasTarMagic(head);
  for await (const firstChunk of bytesOf(path)) return hasTarMagic(firstChunk);
  return false;
}

async function unpackTar(path: string, intake: UnpackIntake): Promise<Bundle> {
  const folder = join(intake.options.workFolder, 'archive');
  await mkdir(folder);
  const sizes = new Map<string, number>();
  /** Paths of unpacked files, by their names in the archive. */
  const unpackedPaths = new Map<string, string>();
  const streams: WriteStream[] = [];
  const pendingWrites: Promise<void>[] = [];
  let failure: Error | undefined;
  const parser = new Parser({
    strict: true,
    // Files are numbered, so that a name in the archive cannot write outside of the folder.
    onReadEntry: (entry: ReadEntry) => {
      const name = entry.path.replace(/^\.?\//, '');
      // macOS adds a file `._data.ndjson` to each file that has attributes.
      if (entry.type === 'Directory' || isHidden(basename(name))) {
        entry.resume();
        return;
      }
      sizes.set(name, entry.size);
      if (!jsonFile.test(name)) {
        entry.resume();
        return;
      }
      const file = join(folder, String(unpackedPaths.size));
      unpackedPaths.set(name, file);
      const stream = createWriteStream(file);
      streams.push(stream);
      const pendingWrite = pipeline(entry, stream);
      // All writes are awaited at the end; until then a failure must not end the process as unhandled.
      pendingWrite.catch(() => undefined);
      pendingWrites.push(pendingWrite);
    },
  });
  parser.on('error', (error: Error) => {
    failure ??= error;
  });
  const parserEnd = once(parser, 'end').catch(() => undefined);
  try {
    for await (const chunk of bytesOf(path, (done, total) => intake.progress('unpacking', done, total))) {
      if (failure !== undefined) break;
      if (!parser.write(chunk)) await once(parser, 'drain');
    }
    if (failure === undefined) parser.end();
    if (failure === undefined) await parserEnd;
    if (failure !== undefined) {
      throw new OperationError(
        `${path} is cut short or damaged (${failure.message}). Export it again. Nothing was written.`,
      );
    }
    await Promise.all(pendingWrites);
  } catch (error) {
    // The caller removes the folder, so no more file may be created in it.
    for (const stream of streams) stream.destroy();
    await Promise.allSettled(pendingWrites);
    throw error;
  }
  return {
    names: [...sizes.keys()].sort(),
    sizes,
    text: (name) => {
      const file = unpackedPaths.get(name);
      if (file === undefined) throw new InvariantError(`${name} of ${path} was not unpacked`);
      return decoded(bytesOf(file), name);
    },
  };
}
