/**
 * Two nights at an origin: an export, and the same with one in a hundred items of one type changed. At a million items
 * that takes minutes, so it is kept, and made again only where it is missing.
 */
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { OperationError } from '../../src/errors/index.js';
import { diskFiles } from '../../src/files/index.js';
import { isRecord } from '../../src/format/index.js';
import { type SnapshotId, snapshotId } from '../../src/model/index.js';
import { readManifest, requireCurrent, writeCurrent } from '../../src/snapshot/index.js';
import { buildNight, CHANGED_TYPE, changedExport } from '../build/night.js';
import { prepareExport } from '../harness/input/prepare.js';
import type { PullBenchOptions } from './options.js';

export interface Nights {
  /** The origin's folder of snapshots. */
  readonly folder: string;
  readonly first: SnapshotId;
  readonly second: SnapshotId;
  /** Files of the second night that the first does not have. */
  readonly changedFiles: readonly string[];
  /** Of the segments of the types that changed. */
  readonly changedBytes: number;
  /** Of all segments. */
  readonly byteLength: number;
}

/** What the folder holds; written last. */
const NOTE = 'nights.json';

/** @returns the nights that are kept in the folder, made where they are missing. @throws OperationError for other content */
export async function prepareNights({ items, seed, content }: PullBenchOptions): Promise<Nights> {
  const note = join(content, NOTE);
  if (!existsSync(note)) {
    const made = await makeNights(items, seed, content);
    writeFileSync(note, `${JSON.stringify({ items, seed, ...made })}\n`);
  }
  const kept: unknown = JSON.parse(readFileSync(note, 'utf8'));
  const found = isRecord(kept) ? kept : {};
  const [first, second] = [found['first'], found['second']].map((id) => snapshotId(String(id)));
  if (found['items'] !== items || found['seed'] !== seed || first === undefined || second === undefined) {
    throw new OperationError(`${content} holds other content. Name another folder with --content, or remove this one.`);
  }
  return describeNights(join(content, 'origin'), first, second);
}

async function makeNights(items: number, seed: number, content: string) {
  const source = await prepareExport(items, seed);
  const folder = join(content, 'origin');
  const other = join(content, 'export');
  // Half of them may lie there.
  for (const left of [folder, other]) rmSync(left, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const options = { threads: availableParallelism(), memoryBytes: 2 ** 30 };
  buildNight('the first night', source, folder, options);
  const first = await requireCurrent(diskFiles, folder);
  const changed = await changedExport(source, other);
  buildNight('the second night', changed, folder, options);
  rmSync(changed, { recursive: true });
  return { first, second: await requireCurrent(diskFiles, folder) };
}

async function describeNights(folder: string, first: SnapshotId, second: SnapshotId): Promise<Nights> {
  const had = new Set(readdirSync(join(folder, first)));
  const { segments } = await readManifest(diskFiles, folder, second);
  const isChangedType = (file: string): boolean => file.startsWith(`${CHANGED_TYPE}-`);
  const changedFiles = segments.map(({ file }) => file).filter((file) => !had.has(file));
  const size = (file: string): number => statSync(join(folder, second, file)).size;
  return {
    folder,
    first,
    second,
    changedFiles,
    changedBytes: changedFiles.filter(isChangedType).reduce((sum, file) => sum + size(file), 0),
    byteLength: segments.reduce((sum, { byteLength }) => sum + byteLength, 0),
  };
}

/** The origin names this night from now on. */
export const nameNight = ({ folder }: Nights, id: SnapshotId): Promise<void> => writeCurrent(diskFiles, folder, id);
