/**
 * Opens a content export: its checked model, and the items of each content type as a stream.
 *
 * Opening reads the model and finds the files. Items are read once, in constant memory except for the ids. Problems are
 * collected in `problems`; the builder adds problems of links, and calls `problems.throwIfAny()` before it publishes.
 */
import { isUtf8 } from 'node:buffer';
import { InvariantError } from '../../src/content/errors/index.js';
import { type ContentModel, type ContentType, exportedTypes, readContentModel } from '../../src/content/model/index.js';
import { type Files, readSmallFile } from '../../src/format/files/index.js';
import { findTuningProblems } from '../../src/index/search/index.js';
import { type BlockColumns, findCutInstants, type ItemColumns } from './blocks/block-columns.js';
import { type ContentHash, hashContent } from './files/content-hash.js';
import { ExportFolder, type ItemsFile, MODEL_FILE } from './files/export-folder.js';
import type { Line } from './files/line-cutter.js';
import { type Block, LinesFile } from './files/lines.js';
import { IdTable } from './ids/id-table.js';
import type { ExportItem } from './item.js';
import { ItemReader } from './item-reader.js';
import { ProblemLog, type ReadingCommand } from './problems.js';
import { explainRepeatedValue, UniqueValues } from './unique-values.js';
import { readJson } from './values/json-reader.js';
import { JsonProblem, toPlainNumbers } from './values/json-value.js';
import { describeCutInstant } from './values/reader-table.js';

/** The file with one content type's items. */
export interface ItemsSource {
  readonly type: ContentType;
  /** Name within the export folder. */
  readonly file: string;
  /** Size on disk, compressed if the file is. */
  readonly byteLength: number;
}

export interface ExportSource {
  readonly model: ContentModel;
  readonly problems: ProblemLog;
  /** One per content type that an export has files of, in the model's order. */
  readonly sources: readonly ItemsSource[];
  /**
   * The items of one content type in the file's order, block by block. Read each type once.
   *
   * A caller may read a block by itself and `skip` it here. A string of an item may be a slice that keeps its whole line in
   * memory: code that stores values must store bytes.
   */
  readItems(type: ContentType, options?: ReadItemsOptions): ItemsReader;
  /**
   * The hash of a type's items file, inflated if it is compressed: equal content has an equal hash.
   *
   * @returns undefined if the file cannot be inflated; reading its items then reports the reason
   * @throws errors of the disk
   * Cost: reading and inflating the file, and a SHA-256 of it.
   */
  hashContentOf(type: ContentType, onBytes?: (byteLength: number) => void): Promise<ContentHash | undefined>;
  /**
   * Reports an export without any item, unless another error is recorded already, which would explain it.
   *
   * @param itemCount items of all types together
   */
  checkNotEmpty(itemCount: number): void;
}

export interface ReadItemsOptions {
  /** Receives the ids of the items that are read. */
  readonly ids?: IdTable;
  /** Called with the number of bytes that each read took from the file; their sum is at most `byteLength`. */
  readonly onBytes?: (byteLength: number) => void;
  /** Receives the problems; the log of the export by default. */
  readonly problems?: ProblemLog;
  /** Called with each chunk of the file, inflated, in order. */
  readonly onContent?: (bytes: Uint8Array) => void;
}

/** The items of one content type while they are read. Pass every block, in order, to either `items` or `skip`. */
export interface ItemsReader {
  /** @throws errors of the disk */
  blocks(): AsyncGenerator<Block>;
  /** Lines of the preceding blocks. */
  readonly lineCount: number;
  /** Reads the next block line by line. */
  items(block: Block): readonly ExportItem[];
  /** Counts the lines of the next block, which the caller has read already, and reports its cut instants. */
  skip(columns: BlockColumns): void;
  /** Reports values that are not unique in unique fields. Pass the columns of all items, in order. */
  checkUnique(columns: ItemColumns): void;
  /** Memory in use for the values of unique fields, until `release`. */
  readonly uniqueBytes: number;
  /** Call it after the last block. @returns the item of a last line without a line feed */
  end(): readonly ExportItem[];
  /** Releases memory. Call it after the items of `end` are checked. */
  release(): void;
}

export interface OpenExportOptions {
  /** For the words of a refusal; default: build. */
  readonly command?: ReadingCommand;
  readonly files: Files;
  /** Whether warnings count as errors. */
  readonly strict: boolean;
  /** The bytes of a model that replaces the model of the folder. */
  readonly model?: Uint8Array | undefined;
}

export const modelBytesMaximum = 16 * 1024 * 1024;
const byteOrderMark = '\ufeff';

/**
 * Opens the export in a folder.
 *
 * @throws ExportError if the folder is not an export, its model is invalid, or a content type's file is missing or
 *         ambiguous; its text lists every problem. Errors of the disk.
 */
export async function openExport(folder: string, options: OpenExportOptions): Promise<ExportSource> {
  const problems = new ProblemLog({ strict: options.strict, command: options.command });
  const exportFolder = await ExportFolder.open(folder, options.files, problems);
  const model = await readModel(exportFolder, options, problems);
  if (model === undefined) return refuse(problems);
  const itemFiles = await exportFolder.findItems(model);
  if (itemFiles.length < exportedTypes(model).length) return refuse(problems);
  const findFile = (type: ContentType): ItemsFile => {
    const source = itemFiles.find((candidate) => candidate.type.name === type.name);
    if (source === undefined) throw new InvariantError(`the export has no content type ${type.name}`);
    return source;
  };

  const readItems = (type: ContentType, { problems: log = problems, ...reading }: ReadItemsOptions = {}): ItemsReader =>
    new ItemsFileReader(findFile(type), options.files, log, reading);
  const hashContentOf = (type: ContentType, onBytes?: (byteLength: number) => void) => {
    const { path, name } = findFile(type);
    return hashContent(options.files, path, name, onBytes);
  };
  const checkNotEmpty = (itemCount: number): void => {
    if (itemCount > 0 || problems.errorCount > 0) return;
    problems.error({ file: folder }, 'the export has no item in any content type; check that it is complete');
  };

  const sources = itemFiles.map(({ type, name, byteLength }) => ({ type, file: name, byteLength }));
  return { model, problems, sources, readItems, hashContentOf, checkNotEmpty };
}

/** Reads the items of one file. */
class ItemsFileReader implements ItemsReader {
  readonly #itemsFile: ItemsFile;
  readonly #lines: LinesFile;
  readonly #itemReader: ItemReader;
  readonly #problems: ProblemLog;
  readonly #uniqueValues: UniqueValues;

  constructor(
    itemsFile: ItemsFile,
    files: Files,
    problems: ProblemLog,
    { ids = new IdTable(), onBytes, onContent }: Omit<ReadItemsOptions, 'problems'>,
  ) {
    const { type, path, name } = itemsFile;
    this.#itemsFile = itemsFile;
    this.#problems = problems;
    this.#itemReader = new ItemReader(type, name, problems, ids);
    this.#uniqueValues = new UniqueValues(type, (repeated) => {
      const place = { file: name, line: ids.lineOf(repeated.item), field: repeated.field };
      problems.error(place, () => explainRepeatedValue(repeated, ids.lineOf(repeated.first)));
    });
    this.#lines = new LinesFile({ files, path, name, problems, onBytes, onContent });
  }

  async *blocks(): AsyncGenerator<Block> {
    for await (const block of this.#lines.blocks()) {
      yield block;
      if (this.#lines.isUnreadable) return;
    }
  }

  get lineCount(): number {
    return this.#lines.lineCount;
  }

  items(block: Block): readonly ExportItem[] {
    return this.#lines.isUnreadable ? [] : this.#read(this.#lines.lines(block));
  }

  skip(columns: BlockColumns): void {
    const { type, name } = this.#itemsFile;
    const firstLine = this.#lines.lineCount + 1;
    for (const { field, line, value, count } of findCutInstants(type, columns)) {
      const place = { file: name, line: firstLine + line, field };
      this.#problems.warning('cutInstant', place, describeCutInstant(value), count);
    }
    this.#lines.skip(columns.lineCount);
  }

  checkUnique(columns: ItemColumns): void {
    this.#uniqueValues.append(columns);
  }

  get uniqueBytes(): number {
    return this.#uniqueValues.byteLength;
  }

  release(): void {
    this.#uniqueValues.release();
  }

  end(): readonly ExportItem[] {
    return this.#lines.isUnreadable ? [] : this.#read(this.#lines.end());
  }

  #read(lines: readonly Line[]): readonly ExportItem[] {
    return lines.map((line) => this.#itemReader.read(line)).filter((item) => item !== undefined);
  }
}

/**
 * Reads only the model of the export in a folder.
 *
 * @throws ExportError if the folder is not an export or its model is invalid; errors of the disk
 */
export async function readExportModel(folder: string, files: Files): Promise<ContentModel> {
  const problems = new ProblemLog({ strict: false });
  const exportFolder = await ExportFolder.open(folder, files, problems);
  const model = await readModel(exportFolder, { files, strict: false }, problems);
  return model ?? refuse(problems);
}

function refuse(problems: ProblemLog): never {
  problems.throwIfAny();
  throw new InvariantError('an export was refused, but no problem was recorded');
}

/** @returns the model, or undefined if it is invalid; `problems` has the reasons then */
async function readModel(
  folder: ExportFolder,
  { files, model: modelBytes }: OpenExportOptions,
  problems: ProblemLog,
): Promise<ContentModel | undefined> {
  const file = MODEL_FILE;
  const modelFile = await folder.findFile(file);
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
  const parsed = readContentModel(toPlainNumbers(json));
  const modelProblems = 'model' in parsed ? findTuningProblems(parsed.model) : parsed.problems;
  for (const { path, reason } of modelProblems) problems.error({ file }, path === '' ? reason : `${path}: ${reason}`);
  return 'model' in parsed && modelProblems.length === 0 ? parsed.model : undefined;
}
