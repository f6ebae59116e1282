/**
 * Bytes and texts of input files, as streams. Gzip is decompressed; progress counts the bytes of the file.
 *
 * Elsewhere: encodings (encoding), JSON (json-stream), archives (bundle).
 */
import { createReadStream } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { OperationError, reasonOf } from '../../../src/content/errors/index.js';
import type { Intake } from '../core/intake/source.js';
import { encodingOf, TextReader } from './encoding.js';

const chunkBytes = 1 << 17;

/** Called with bytes of the file, before decompression. */
export type Progress = (done: number, total: number) => void;

/** Looks at the path. @throws OperationError if it does not exist, or is neither a file nor a folder */
export async function kindOf(path: string): Promise<'file' | 'folder'> {
  const entry = await stat(path).catch(() => undefined);
  if (entry === undefined) throw new OperationError(`${path} does not exist; give the file or folder to import`);
  if (entry.isDirectory()) return 'folder';
  if (entry.isFile()) return 'file';
  throw new OperationError(`${path} is neither a file nor a folder; give the file or folder to import`);
}

const compareNames = (a: { readonly name: string }, b: { readonly name: string }): number => {
  if (a.name === b.name) return 0;
  return a.name < b.name ? -1 : 1;
};

/**
 * @param onLink called with the path of each symbolic link; links are not followed
 * @returns paths of all files below the folder, relative to it with `/`, in the order of their names
 */
async function filesBelow(folder: string, onLink: (path: string) => void, subfolder = ''): Promise<readonly string[]> {
  const entries = await readdir(join(folder, subfolder), { withFileTypes: true });
  const paths: string[] = [];
  for (const entry of entries.sort(compareNames)) {
    const path = subfolder === '' ? entry.name : `${subfolder}/${entry.name}`;
    if (entry.isDirectory()) paths.push(...(await filesBelow(folder, onLink, path)));
    else if (entry.isFile()) paths.push(path);
    else if (entry.isSymbolicLink()) onLink(path);
  }
  return paths;
}

/** Whether the name of the file, or of a folder above it, begins with a dot: settings of tools, copies of editors and of macOS. */
export const isHidden = (path: string): boolean => /(?:^|\/)\.[^/]/.test(path);

/** @returns the files below a folder that are not hidden; hidden files and symbolic links are reported */
export async function findInputFiles(
  folder: string,
  report: Pick<Intake, 'leaveOut' | 'lose'>,
): Promise<readonly string[]> {
  const links: string[] = [];
  const names = await filesBelow(folder, (path) => links.push(path));
  const visibleNames = names.filter((name) => !isHidden(name));
  const visibleLinks = links.filter((name) => !isHidden(name));
  if (names.length > visibleNames.length)
    report.leaveOut(
      'hidden files',
      'their names, or those of their folders, begin with a dot',
      names.length - visibleNames.length,
    );
  if (visibleLinks.length > 0)
    report.lose(
      'symbolic links',
      `links are not followed, such as ${visibleLinks[0]}; copy what they lead to`,
      visibleLinks.length,
    );
  return visibleNames;
}

/** @returns the first bytes of the file, not decompressed */
export async function headOf(path: string, length = 4096): Promise<Buffer> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

export const isGzip = (head: Uint8Array): boolean => head[0] === 0x1f && head[1] === 0x8b;

/** Yields the bytes of a file, decompressed. @throws OperationError if a gzip file ends too early or is damaged */
export async function* bytesOf(path: string, progress?: Progress): AsyncGenerator<Buffer> {
  const { size } = await stat(path);
  const isCompressed = isGzip(await headOf(path, 2));
  const fileStream = createReadStream(path, { highWaterMark: chunkBytes });
  const stream = isCompressed ? fileStream.pipe(createGunzip()) : fileStream;
  if (isCompressed) fileStream.on('error', (error) => stream.destroy(error));
  try {
    for await (const chunk of stream) {
      progress?.(fileStream.bytesRead, size);
      yield chunk;
    }
  } catch (error) {
    if (!isCompressed) throw error;
    throw new OperationError(
      `${path} is cut short or damaged (${reasonOf(error)}); export it again. Nothing was written.`,
    );
  } finally {
    fileStream.destroy();
  }
}

/** Yields the text of a file. @throws OperationError if the bytes are not text in UTF-8 or UTF-16 */
export async function* textOf(path: string, progress?: Progress): AsyncGenerator<string> {
  yield* decoded(bytesOf(path, progress), basename(path));
}

/** @returns the characters of a file's first chunk; an empty text for a folder */
export async function firstText(path: string): Promise<string> {
  if ((await kindOf(path)) === 'folder') return '';
  for await (const chunk of bytesOf(path)) return new TextDecoder(encodingOf(chunk)).decode(chunk);
  return '';
}

/**
 * Decodes UTF-8, or UTF-16 with a byte order mark; the mark is removed.
 *
 * @param name for messages
 * @throws OperationError if the bytes are not text in that encoding, with the line
 */
export async function* decoded(chunks: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<string> {
  const reader = new TextReader(name);
  for await (const chunk of chunks) yield reader.read(chunk);
  yield reader.end();
}

/** Yields lines with their numbers, from 1. Blank lines are counted and left out. */
export async function* linesIn(
  chunks: AsyncIterable<string>,
): AsyncGenerator<{ readonly line: string; readonly number: number }> {
  let number = 0;
  /** Pieces of the current line, which may span many chunks. */
  const parts: string[] = [];
  for await (const chunk of chunks) {
    const pieces = chunk.split('\n');
    for (const piece of pieces.slice(0, -1)) {
      parts.push(piece);
      number += 1;
      const line = parts.join('').replace(/\r$/, '');
      parts.length = 0;
      if (line.trim() !== '') yield { line, number };
    }
    parts.push(pieces.at(-1) ?? '');
  }
  const lastLine = parts.join('');
  if (lastLine.trim() !== '') yield { line: lastLine, number: number + 1 };
}
