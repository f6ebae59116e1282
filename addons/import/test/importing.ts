/**
 * Importing in tests: a folder to write into, what came of it, and sources made of texts.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { diskFiles } from '../../../src/format/files/index.js';
import { type ImportOptions, type ImportReport, importExport } from '../index.js';

const folders: string[] = [];

/** @returns a new folder; `removeFolders` takes it away */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'stele-import-test-'));
  folders.push(folder);
  return folder;
}

export function removeFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** @param files path → text. @returns a folder that has them */
export function folderOf(files: Readonly<Record<string, string | Buffer>>): string {
  const folder = newFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

export interface FieldOfModel {
  readonly name: string;
  readonly type: string;
  readonly [option: string]: unknown;
}
export type Item = Readonly<Record<string, unknown>> & { readonly id: string };

export class Imported {
  readonly out: string;
  readonly report: ImportReport;

  constructor(out: string, report: ImportReport) {
    this.out = out;
    this.report = report;
  }

  get model(): {
    readonly space: string;
    readonly locales?: unknown;
    readonly contentTypes: readonly { readonly name: string; readonly fields: readonly FieldOfModel[] }[];
  } {
    return JSON.parse(readFileSync(join(this.out, 'model.json'), 'utf8'));
  }

  field(type: string, name: string): FieldOfModel | undefined {
    return this.model.contentTypes.find((each) => each.name === type)?.fields.find((each) => each.name === name);
  }

  items(type: string): readonly Item[] {
    const lines = readFileSync(join(this.out, `${type}.ndjson`), 'utf8').split('\n');
    return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
  }

  item(type: string, id: string): Item | undefined {
    return this.items(type).find((item) => item.id === id);
  }

  /** @returns how many of each type are in the export */
  get counts(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.model.contentTypes.map(({ name }) => [name, this.items(name).length]));
  }

  /** @returns how many of what, for that reason, were left out; 0 where nothing is said of it */
  leftOut(what: string, reason: RegExp): number {
    return this.report.leftOut
      .filter((each) => each.what === what && reason.test(each.reason))
      .reduce((sum, { count }) => sum + count, 0);
  }

  /** @returns the bytes of every file, by name */
  get bytes(): Readonly<Record<string, string>> {
    return Object.fromEntries(
      readdirSync(this.out)
        .sort()
        .map((name) => [name, readFileSync(join(this.out, name), 'utf8')]),
    );
  }
}

/** Imports into a folder of its own, or into the one given. */
export async function imported(
  source: string,
  input: string,
  options: Partial<ImportOptions> & { readonly out?: string } = {},
): Promise<Imported> {
  const { out = join(newFolder(), 'export'), ...rest } = options;
  return new Imported(out, await importExport(source, input, out, { files: diskFiles, ...rest }));
}
