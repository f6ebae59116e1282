/**
 * The interface of the add-on `import`: an import before a build, for `stele build --from` and `stele serve --dev --from`.
 */
import type { CommandUnknownOpts } from 'commander';
import type { TakenDown } from '../../../build/publish/index.js';
import { hasFunctions, loadPart, missingAddOn } from '../../addons/index.js';
import { contentModelToJson } from '../../content/model/index.js';
import { diskFiles } from '../../format/files/index.js';
import { readCurrent, readManifest } from '../../index/snapshot/index.js';

/** The result of an import. */
export interface Imported {
  /** Folder of the export; it is removed after use. */
  readonly folder: string;
  /** As JSON, for reports. */
  readonly report: object;
  /** Lines for stdout. */
  readonly summary: string;
  /** Lines for stderr, one for each lost part of the content that readers may notice. */
  readonly losses: string;
  /** Content that the import left out because it is not public. */
  readonly takenDown: TakenDown | undefined;
}

export interface ImportStep {
  readonly step: string;
  readonly done: number;
  readonly total: number;
  readonly unit: 'bytes' | 'steps';
}

export interface ImportRun {
  readonly source: string;
  /** A file, a folder or a URL, depending on the source. */
  readonly input: string;
  /** Parent of the temporary folder of the export. */
  readonly beside: string;
  /** Values of the options in `flags`, by the names that commander uses for them. */
  readonly options: Readonly<Record<string, unknown>>;
  /** The model of the current snapshot, as JSON, by which fields keep their types; undefined if there is none. */
  readonly earlierModel: string | undefined;
  readonly signal: AbortSignal;
  readonly onProgress?: ((step: ImportStep) => void) | undefined;
}

export interface Importer {
  /** A command without an action: the options of an import. */
  readonly flags: () => CommandUnknownOpts;
  /** Names of the sources, such as `contentful`. */
  readonly sources: readonly string[];
  /** @throws OperationError or ExportError as `stele import` does */
  readonly withImported: <Result>(run: ImportRun, use: (imported: Imported) => Promise<Result>) => Promise<Result>;
}

/** @returns the model of the current snapshot of a folder, as JSON; undefined if it has none that can be read */
export async function readEarlierModel(snapshots: string): Promise<string | undefined> {
  try {
    const current = await readCurrent(diskFiles, snapshots);
    if (current === undefined) return undefined;
    const { model } = await readManifest(diskFiles, snapshots, current);
    return JSON.stringify(contentModelToJson(model));
  } catch {
    // The build says so, and replaces the snapshot.
    return undefined;
  }
}

const isImporter = (value: unknown): value is Importer => hasFunctions(value, ['flags', 'withImported']);

/** @returns undefined if the add-on is not installed */
export const loadImporter = (): Promise<Importer | undefined> => loadPart('import', 'importer', isImporter);

/** @throws OperationError if the add-on is not installed */
export async function requireImporter(): Promise<Importer> {
  const importer = await loadImporter();
  if (importer === undefined) throw missingAddOn('import', '--from');
  return importer;
}
