/**
 * An export as a snapshot that is only there while something else is made of it: items, links, what is rendered and the
 * words of searches, read and checked as for any snapshot, and no other index.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  CHOICE_LIMITS,
  type ContentModel,
  contentModelToJson,
  exportedTypes,
  type Field,
  type FieldJson,
  fieldToJson,
  type ModelJson,
  similarFields,
  structuresOf,
} from '../../src/content/model/index.js';
import type { Files } from '../../src/format/files/index.js';
import { openCurrent, type Space } from '../../src/index/snapshot/index.js';
import { readExportModel } from '../read/index.js';
import { type BuildOptions, buildSnapshot } from './build.js';
import type { BuildReport } from './report.js';

export type LeanOptions = Pick<
  BuildOptions,
  'files' | 'strict' | 'threads' | 'memoryBytes' | 'temporaryFolder' | 'onProgress' | 'signal'
>;

export interface LeanSnapshot {
  /** Its model has no structures but those of searches; what else it says of content is that of the export. */
  readonly space: Space;
  /** That of the export. */
  readonly model: ContentModel;
  readonly report: BuildReport;
}

/**
 * @param parent where the snapshot lies meanwhile; it is removed in any case
 * @throws what `buildSnapshot` and `use` throw
 * Cost: reading the export. Memory: what is rendered, the links, and the words of searches.
 */
export async function withLeanSnapshot<Result>(
  exportFolder: string,
  parent: string,
  options: LeanOptions,
  use: (lean: LeanSnapshot) => Promise<Result>,
): Promise<Result> {
  const model = await readExportModel(exportFolder, options.files);
  const folder = await temporaryIn(options.files, parent);
  try {
    const [quantiles] = CHOICE_LIMITS.quantiles;
    const [quantilesFrom] = CHOICE_LIMITS.quantilesFrom;
    const [firstItems] = CHOICE_LIMITS.firstItems;
    const [firstItemsAbove] = CHOICE_LIMITS.firstItemsAbove;
    const [substringSets] = CHOICE_LIMITS.substringSets;
    const report = await buildSnapshot(exportFolder, folder, {
      ...options,
      model: Buffer.from(JSON.stringify(leanModel(model))),
      choices: { quantiles, quantilesFrom, firstItems, firstItemsAbove, substringSets },
    });
    return await use({ space: await openCurrent(options.files, folder), model, report });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function temporaryIn(files: Files, parent: string): Promise<string> {
  await files.makeFolder(parent);
  return mkdtemp(join(parent, '.stele-load-'));
}

/** @returns the model as JSON, with every structure off that can be, but for searches and what similar items are found by */
export function leanModel(model: ContentModel): ModelJson {
  return {
    ...contentModelToJson(model),
    contentTypes: exportedTypes(model).map((type) => ({
      name: type.name,
      ...(type.similar && { similar: true }),
      fields: type.fields.map((field) =>
        leanField(field, type.similar === true && similarFields(type).includes(field)),
      ),
    })),
  };
}

/** What can be asked of a field is left out; how it is shown stays. */
function leanField(field: Field, isCompared: boolean): FieldJson {
  const shown = { ...fieldToJson(field), ...NOTHING_ASKED };
  const off = structuresOf(field).filter((name) => name === 'sort' || (name === 'filter' && !isCompared));
  return { ...shown, ...Object.fromEntries(off.map((name) => [name, false as const])) };
}

const NOTHING_ASKED = {
  fold: undefined,
  order: undefined,
  contains: undefined,
  endsWith: undefined,
};
