/**
 * Opens a content export: its checked model, and the items of each content type as a stream.
 *
 * Opening reads the model and finds the files. Items are read once, in constant memory except for the ids. Problems are
 * collected in `problems`: the builder adds those of links, and calls `problems.throwIfAny()` before it publishes.
 */
import { isUtf8 } from 'node:buffer';
import { InvariantError } from '../../src/content/errors/index.js';
import { type ContentModel, type ContentType, exportedTypes, readContentModel } from '../../src/content/model/index.js';
import { type Files, readSmallFile } from '../../src/format/files/index.js';
import { tuningProblems } from '../../src/index/search/index.js';
import { type BlockColumns, cutsOf } from './blocks/block-columns.js';
import { type ContentHash, hashContent } from './files/content-hash.js';
import { ExportFolder, type ItemsFile, MODEL_FILE } from './files/export-folder.js';
import type { Line } from './files/line-cutter.js';
import { type Block, LinesFile } from './files/lines.js';
import type { SeenIds } from './ids/seen-ids.js';
import type { ExportItem } from './item.js';
import { ItemReader } from './item-reader.js';
import { ProblemLog } from './problems.js';
import { cutInstant } from './values/choose-reader.js';
import { readJson } from './values/json-reader.js';
import { JsonProblem, withPlainNumbers } from './values/json-value.js';

/** The file with one content type's items. */
export interface ItemsSource {
  readonly type: ContentType;
  /** Name within the export folder. */
  readonly file: string;
  /** As it stands on the disk, compressed or not. */
  readonly byteLength: number;
}

export interface ExportSource {
  readonly model: ContentModel;
  readonly problems: ProblemLog;
  /** One per content type that an export has files of, in the model's order. */
  readonly sources: readonly ItemsSource[];
  /**
   * The items of one content type in the file's order, block by block, for who can read blocks in another way too. Read
   * each type once.
   *
   * A string of an item may be a slice that keeps its whole line in memory: who keeps values should keep bytes.
   */
  reading(type: ContentType, options?: ReadingOptions): ItemsReading;
  /**
   * What tells whether a type's file says the same as another: compressed or not makes no difference.
   *
   * @returns undefined where the file cannot be inflated; reading its items then says why
   * @throws what the disk throws
   * Cost: reading and inflating the file, and a SHA-256 of it.
   */
  contentOf(type: ContentType, onBytes?: (byteLength: number) => void): Promise<ContentHash | undefined>;
  /**
   * Reports an export without any item, where nothing else is wrong that would explain it.
   *
   * @param items of all types together
   */
  checkNotEmpty(items: number): void;
}

export interface ReadingOptions {
  /** The ids of the items that are read are added. */
  readonly ids?: SeenIds;
  /** Told how many more bytes of the file were read, up to `byteLength` in sum. */
  readonly onBytes?: (byteLength: number) => void;
  /** Where its problems go; the export's own by default. */
  readonly problems?: ProblemLog;
  /** Told the file's bytes, inflated, from the first to the last where nothing is wrong. */
  readonly onContent?: (bytes: Uint8Array) => void;
}

/** The items of one content type while they are read: every block is read here, or passed over, in order. */
export interface ItemsReading {
  /** @throws what the disk throws */
  blocks(): AsyncGenerator<Block>;
  /** Lines of the blocks before. */
  readonly lineCount: number;
  /** Reads the next block line by line. */
  items(block: Block): readonly ExportItem[];
  /** Counts the next block, a whole one, whose items are known already, their ids among them, and tells of its cuts. */
  skip(columns: BlockColumns): void;
  /** To be called behind the last block. @returns the item of a line that does not end */
  end(): readonly ExportItem[];
}

export interface OpenExportOptions {
  readonly files: Files;
  /** Whether warnings count as errors. */
  readonly strict: boolean;
  /** The bytes of a model that counts in place of the folder's own. */
  readonly model?: Uint8Array | undefined;
}

export const modelBytesMaximum = 16 * 1024 * 1024;
const byteOrderMark = '\ufeff';

/**
 * Opens the export in a folder.
 *
 * @throws ExportError when the folder is no export, its model is wrong, or a content type's file is missing or
 *         doubtful; every such problem is in its text. What the disk throws.
 */
export async function openExport(folder: string, options: OpenExportOptions): Promise<ExportSource> {
  const problems = new ProblemLog({ strict: options.strict });
  const exportFolder = await ExportFolder.open(folder, options.files, problems);
  const model = await readModel(exportFolder, options, problems);
  if (model === undefined) return refuse(problems);
  const itemFiles = await exportFolder.findItems(model);
  if (itemFiles.length < exportedTypes(model).length) return refuse(problems);
  const sourceOf = (type: ContentType): ItemsFile => {
    const source = itemFiles.find((candidate) => candidate.type.name === type.name);
    if (source === undefined) throw new InvariantError(`the export has no content type ${type.name}`);
    return source;
  };

  function reading(type: ContentType, readingOptions: ReadingOptions = {}): ItemsReading {
    const { ids, onBytes, onContent } = readingOptions;
    const source = sourceOf(type);
    const { path, name } = source;
    const log = readingOptions.problems ?? problems;
    const reader = new ItemReader(source.type, name, log, ids);
    const file = new LinesFile({ files: options.files, path, name, problems: log, onBytes, onContent });
    const read = (lines: readonly Line[]): readonly ExportItem[] => lines.flatMap((line) => reader.read(line) ?? []);
    return {
      async *blocks() {
        for await (const block of file.blocks()) {
          yield block;
          if (file.unreadable) return;
        }
      },
      get lineCount() {
        return file.lineCount;
      },
      items: (block) => (file.unreadable ? [] : read(file.lines(block))),
      skip: (columns) => {
        for (const { field, line, value, count } of cutsOf(source.type, columns)) {
          const place = { file: name, line: file.lineCount + 1 + line, field };
          log.warning('cutInstant', place, cutInstant(value), count);
        }
        file.skip(columns.lineCount);
      },
      end: () => (file.unreadable ? [] : read(file.end())),
    };
  }

  const contentOf = (type: ContentType, onBytes?: (byteLength: number) => void) => {
    const { path, name } = sourceOf(type);
    return hashContent(options.files, path, name, onBytes);
  };
  const checkNotEmpty = (itemCount: number): void => {
    if (itemCount > 0 || problems.errorCount > 0) return;
    problems.error({ file: folder }, 'the export has no item in any content type; was it cut short?');
  };

  const sources = itemFiles.map(({ type, name, byteLength }) => ({ type, file: name, byteLength }));
  return { model, problems, sources, reading, contentOf, checkNotEmpty };
}

/**
 * Reads the model of the export in a folder, and nothing else of it.
 *
 * @throws as openExport does, for what is wrong with the model
 */
export async function readExportModel(folder: string, files: Files): Promise<ContentModel> {
  const problems = new ProblemLog({ strict: false });
  return (
    (await readModel(await ExportFolder.open(folder, files, problems), { files, strict: false }, problems)) ??
    refuse(problems)
  );
}

function refuse(problems: ProblemLog): never {
  problems.throwIfAny();
  throw new InvariantError('an export was refused without a reason');
}

/** @returns the model, or undefined where what is wrong with it is in `problems` */
async function readModel(
  folder: ExportFolder,
  { files, model: modelBytes }: OpenExportOptions,
  problems: ProblemLog,
): Promise<ContentModel | undefined> {
  const file = MODEL_FILE;
  const modelFile = await folder.find(file);
  if (modelFile === undefined) return undefined;
  if (modelFile.byteLength > modelBytesMaximum) {
    problems.error({ file }, `the model has ${modelFile.byteLength} bytes; at most ${modelBytesMaximum} are read`);
    return undefined;
  }
  const bytes = Buffer.from(modelBytes ?? (await readSmallFile(files, modelFile.path, modelBytesMaximum)) ?? []);
  if (!isUtf8(bytes)) {
    problems.error({ file }, 'invalid UTF-8; save the file as UTF-8, not as Latin-1 or UTF-16');
    return undefined;
  }
  const text = bytes.toString('utf8');
  const json = readJson(text.startsWith(byteOrderMark) ? text.slice(byteOrderMark.length) : text);
  if (json instanceof JsonProblem) {
    problems.error({ file, line: json.line }, `column ${json.column}: ${json.message}`);
    return undefined;
  }
  const parsed = readContentModel(withPlainNumbers(json));
  const modelProblems = 'model' in parsed ? tuningProblems(parsed.model) : parsed.problems;
  for (const { path, reason } of modelProblems) problems.error({ file }, path === '' ? reason : `${path}: ${reason}`);
  return 'model' in parsed && modelProblems.length === 0 ? parsed.model : undefined;
}
