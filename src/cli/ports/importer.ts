/**
 * Imports before a build: what the add-on `import` brings to `stele build --from` and `stele serve --dev --from`.
 */
import type { CommandUnknownOpts } from 'commander';
import type { TakenDown } from '../../../build/publish/index.js';
import { hasFunctions, loadPart, missingAddOn } from '../../addons/index.js';

/** An import that is done. */
export interface Imported {
  /** Folder of the export; it is removed once it was used. */
  readonly folder: string;
  /** As JSON, for reports. */
  readonly report: object;
  /** Lines for stdout. */
  readonly summary: string;
  /** Lines for stderr, one for each loss that readers may notice. */
  readonly losses: string;
  /** Content that the import has judged not to be public. */
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
  /** A file, a folder or a URL, as the source reads. */
  readonly input: string;
  /** The temporary folder of the export is made in this one. */
  readonly beside: string;
  /** Values of the options that `flags` has, by the names that commander gives them. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
  readonly onProgress?: ((step: ImportStep) => void) | undefined;
}

export interface Importer {
  /** A command that has no more than the options of an import. */
  readonly flags: () => CommandUnknownOpts;
  /** @throws OperationError if there is no such source */
  readonly checkSource: (source: string) => Promise<void>;
  /** @throws OperationError or ExportError as `stele import` does */
  readonly withImported: <Result>(run: ImportRun, use: (imported: Imported) => Promise<Result>) => Promise<Result>;
}

const isImporter = (value: unknown): value is Importer => hasFunctions(value, ['flags', 'checkSource', 'withImported']);

/** @returns undefined if this installation does not have the add-on */
export const loadImporter = (): Promise<Importer | undefined> => loadPart('import', 'importer', isImporter);

/** @throws OperationError if this installation cannot import */
export async function requireImporter(): Promise<Importer> {
  const importer = await loadImporter();
  if (importer === undefined) throw missingAddOn('import', '--from');
  return importer;
}
