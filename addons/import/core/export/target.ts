/**
 * The target folder of an export: written under a temporary name in the same parent, and renamed when it is complete.
 *
 * A target with files that no import wrote is refused.
 */
import { createHash } from 'node:crypto';
import { mkdtemp, readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { OperationError } from '../../../../src/content/errors/index.js';
import type { Files } from '../../../../src/format/files/index.js';
import { type Json, memberAt, parseJson, textAt } from '../../value/json.js';
import { removeLeftovers, temporaryPrefix } from './leftovers.js';

/** The report of the import, next to the model. An export with this file was written by an import. */
export const REPORT_FILE = 'import.json';
export const MODEL_FILE = 'model.json';
const MADE_BY = 'stele import';
/** The earlier export, in the temporary folder, while the new one is renamed. */
const BEFORE = 'before';

/** Identifies a folder that stele wrote: a JSON file in it has this text as `madeBy`. */
export interface FolderMark {
  readonly file: string;
  readonly madeBy: string;
}
const IMPORT_MARK: FolderMark = { file: REPORT_FILE, madeBy: MADE_BY };

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The export that an earlier import wrote to the same target. */
export interface Earlier {
  /** Text of its `model.json`; undefined if there is none. */
  readonly model: string | undefined;
  /** Whether the user changed the model, or gave it. */
  readonly edited: boolean;
}

export class Target {
  readonly path: string;
  /** Temporary folder of this import; removed at its end. */
  readonly workFolder: string;
  readonly earlier: Earlier | undefined;
  private readonly files: Files;

  private constructor(path: string, workFolder: string, earlier: Earlier | undefined, files: Files) {
    this.path = path;
    this.workFolder = workFolder;
    this.earlier = earlier;
    this.files = files;
  }

  /** @throws OperationError if the target has files that no import wrote, or cannot be written */
  static async prepare(out: string, files: Files, mark = IMPORT_MARK): Promise<Target> {
    const path = resolve(out);
    const base = `.${basename(path)}-importing-`;
    await removeLeftovers(dirname(path), base, (leftover) => restoreEarlier(join(leftover, BEFORE), path, files));
    const earlier = await readEarlier(path, files, mark);
    await files.makeFolder(dirname(path));
    await files.checkWritable(dirname(path));
    const workFolder = await mkdtemp(join(dirname(path), temporaryPrefix(base)));
    await files.makeFolder(join(workFolder, 'waiting'));
    await files.makeFolder(join(workFolder, 'export'));
    return new Target(path, workFolder, earlier, files);
  }

  get waitingFolder(): string {
    return join(this.workFolder, 'waiting');
  }
  get exportFolder(): string {
    return join(this.workFolder, 'export');
  }

  /** Renames the export to the target's name. An earlier export is removed only after that. */
  async publish(): Promise<void> {
    const earlierFolder = join(this.workFolder, BEFORE);
    await this.files.syncFolder(this.exportFolder);
    const hasEarlier = (await this.files.stat(this.path)) !== undefined;
    if (hasEarlier) await this.files.rename(this.path, earlierFolder);
    try {
      await this.files.rename(this.exportFolder, this.path);
    } catch (error) {
      if (hasEarlier) await this.files.rename(earlierFolder, this.path);
      throw error;
    }
    await this.files.syncFolder(dirname(this.path));
  }

  /** Removes the temporary folder. */
  async discard(): Promise<void> {
    await this.files.remove(this.workFolder);
  }
}

/** Puts back the export of an import that was killed after it had moved the export away, with the model that a user may have edited. */
async function restoreEarlier(earlierFolder: string, path: string, files: Files): Promise<void> {
  if ((await files.stat(path)) !== undefined || (await files.stat(earlierFolder)) === undefined) return;
  await files.rename(earlierFolder, path);
}

async function readEarlier(path: string, files: Files, { file, madeBy }: FolderMark): Promise<Earlier | undefined> {
  const entry = await files.stat(path);
  if (entry === undefined) return undefined;
  const refusal = (problem: string): OperationError =>
    new OperationError(`${path} ${problem}, and was not changed. Give a new folder.`);
  if (entry.kind !== 'folder') throw refusal('is not a folder');
  if ((await files.list(path)).length === 0) return undefined;
  const report = await readJsonFile(join(path, file));
  // A file that is not JSON was cut off while an import wrote it.
  if (report !== null && textAt(report, 'madeBy') !== madeBy) throw refusal(`was not written by ${madeBy}`);
  const model = await readFile(join(path, MODEL_FILE), 'utf8').catch(() => undefined);
  if (model === undefined) return { model, edited: false };
  const isUsersModel = memberAt(report, 'modelKept') === true;
  return { model, edited: isUsersModel || hashOf(model) !== textAt(report, 'model') };
}

/** @returns undefined if there is no file, null if it is not JSON */
async function readJsonFile(path: string): Promise<Json | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  try {
    return text === undefined ? undefined : parseJson(text);
  } catch {
    return null;
  }
}

/** @returns `import.json`: the same bytes for the same input */
export const reportFile = (report: object, model: string): string =>
  `${JSON.stringify({ madeBy: MADE_BY, model: hashOf(model), ...report }, undefined, 2)}\n`;
