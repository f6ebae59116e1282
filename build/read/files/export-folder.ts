/**
 * Finds the files of an export, before any item is read.
 *
 * Names must match exactly, so that an export builds on case-sensitive and case-insensitive disks alike. A symbolic link
 * must stay within the folder.
 */
import { isAbsolute, join, relative, sep } from 'node:path';
import { didYouMean, ExportError, excerpt } from '../../../src/content/errors/index.js';
import { type ContentModel, type ContentType, exportedTypes } from '../../../src/content/model/index.js';
import type { Files } from '../../../src/format/files/index.js';
import { type ProblemLog, quoted } from '../problems.js';
import { adviseForFile, adviseForFolder, NotAnExport } from './import-advice.js';

export const MODEL_FILE = 'model.json';

/** Where `stele init` puts the export. */
const EXPORT_SUBFOLDER = 'export';

const LAYOUT = `A content export is a folder with ${MODEL_FILE} and one <contentType>.ndjson (or .ndjson.gz) for each content type.`;

const itemsName = /^(.*)\.ndjson(?:\.gz)?$/s;

/** A file of the export. It exists, and lies inside the export's folder. */
export interface ExportFile {
  /** Name within the folder. */
  readonly name: string;
  /** Absolute path, with symbolic links resolved. */
  readonly path: string;
  readonly byteLength: number;
}

/** The file with the items of one content type. */
export interface ItemsFile extends ExportFile {
  readonly type: ContentType;
}

export class ExportFolder {
  private readonly files: Files;
  private readonly root: string;
  private readonly names: readonly string[];
  private readonly problems: ProblemLog;

  private constructor(files: Files, root: string, names: readonly string[], problems: ProblemLog) {
    this.files = files;
    this.root = root;
    this.names = names;
    this.problems = problems;
  }

  /** @throws ExportError if there is no folder, or it has no `model.json`; errors of the disk */
  static async open(folder: string, files: Files, problems: ProblemLog): Promise<ExportFolder> {
    const stat = await files.stat(folder);
    if (stat?.kind !== 'folder') {
      if (/^https?:/.test(folder)) {
        throw new ExportError(`${folder} is an address. To import from a JSON:API server, add: --from jsonapi`);
      }
      if (stat === undefined)
        throw new ExportError(
          `${folder} does not exist. ${LAYOUT} Check the path, or begin with a small export: stele init <folder>`,
        );
      throw new NotAnExport(`${folder} is not a folder. ${LAYOUT}`, (command) => adviseForFile(folder, command));
    }
    const names = await files.list(folder);
    if (!names.includes(MODEL_FILE)) {
      const other = names.find((name) => name.toLowerCase() === MODEL_FILE);
      const inner = join(folder, EXPORT_SUBFOLDER);
      if (names.includes(EXPORT_SUBFOLDER) && (await files.stat(join(inner, MODEL_FILE)))?.kind === 'file') {
        throw new ExportError(`${folder} has no ${MODEL_FILE}, but ${inner} has. Give that folder: ${inner}`);
      }
      throw new NotAnExport(`${folder} has no ${MODEL_FILE}. ${LAYOUT}`, (command) =>
        other === undefined ? adviseForFolder(folder, names, command) : ` Rename ${other} to ${MODEL_FILE}.`,
      );
    }
    return new ExportFolder(files, await files.realPath(folder), names, problems);
  }

  /** @returns the file, or undefined if it is not a file inside the folder; that is reported then */
  async findFile(name: string): Promise<ExportFile | undefined> {
    const stat = await this.files.stat(join(this.root, name));
    if (stat?.kind !== 'file') {
      this.problems.error(
        { file: name },
        stat === undefined
          ? 'the symbolic link has no target; put the file itself there'
          : 'this is not a file; put a file of this name here',
      );
      return undefined;
    }
    const path = await this.files.realPath(join(this.root, name));
    const fromRoot = relative(this.root, path);
    if (fromRoot === '..' || fromRoot.startsWith(`..${sep}`) || isAbsolute(fromRoot)) {
      this.problems.error(
        { file: name },
        'the symbolic link leads out of the export folder; put the file itself there',
      );
      return undefined;
    }
    return { name, path, byteLength: stat.byteLength };
  }

  /** @returns the files of the content types in the model's order; missing and ambiguous files are reported instead */
  async findItems(model: ContentModel): Promise<readonly ItemsFile[]> {
    const sources: ItemsFile[] = [];
    for (const type of exportedTypes(model)) {
      const name = this.findItemsName(type.name, model);
      const file = name === undefined ? undefined : await this.findFile(name);
      if (file !== undefined) sources.push({ ...file, type });
    }
    this.reportUnknownFiles(model);
    return sources;
  }

  private findItemsName(type: string, model: ContentModel): string | undefined {
    const plain = `${type}.ndjson`;
    const compressed = `${plain}.gz`;
    const [name, second] = this.names.filter((candidate) => candidate === plain || candidate === compressed);
    if (second !== undefined) {
      this.problems.error(
        { file: plain },
        `${compressed} exists too; keep one of them, so that it is clear which counts`,
      );
      return undefined;
    }
    if (name !== undefined) return name;
    const lowerCase = [plain.toLowerCase(), compressed.toLowerCase()];
    const misspeltName = this.names.find(
      (candidate) =>
        lowerCase.includes(candidate.toLowerCase()) && !model.contentTypes.has(itemsName.exec(candidate)?.[1] ?? ''),
    );
    this.problems.error(
      { file: plain },
      misspeltName === undefined
        ? `the file is missing; each content type needs one, even if it is empty.${didYouMean(plain, this.names)}`
        : `the file is missing; rename ${quoted(misspeltName)}, whose letters differ in case`,
    );
    return undefined;
  }

  private reportUnknownFiles(model: ContentModel): void {
    const types = exportedTypes(model).map((type) => type.name);
    for (const name of this.names) {
      const stem = itemsName.exec(name)?.[1];
      if (stem === undefined || types.includes(stem)) continue;
      const type = types.find((candidate) => candidate.toLowerCase() === stem.toLowerCase());
      if (type !== undefined) {
        // If the type's own file is missing, the error about it names this file already.
        const isReported = ![`${type}.ndjson`, `${type}.ndjson.gz`].some((ownFile) => this.names.includes(ownFile));
        if (!isReported)
          this.problems.error(
            { file: excerpt(name) },
            `the name differs from ${type} in case only; rename it or remove it`,
          );
        continue;
      }
      this.problems.warning(
        'unknownFile',
        { file: excerpt(name) },
        (ifRepaired) =>
          `the model has no content type ${quoted(stem)}${ifRepaired(', so the file is left out')}.${didYouMean(stem, types)}`,
      );
    }
  }
}
