/**
 * A lean, temporary snapshot for commands that read an export through the engine.
 *
 * It has items, links, documents and the words of searches, with the same checks as any snapshot, and no other index.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  CHOICE_LIMITS,
  type ContentModel,
  type ContentType,
  contentModelToJson,
  exportedFields,
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
import { buildSnapshot } from './build.js';
import type { BuildOptions } from './build-options.js';
import type { BuildReport } from './report/report.js';

export type LeanOptions = Pick<
  BuildOptions,
  'files' | 'strict' | 'threads' | 'memoryBytes' | 'temporaryFolder' | 'onProgress' | 'signal'
>;

export interface LeanSnapshot {
  /** The opened snapshot. In its model, all structures except those of searches are off. */
  readonly space: Space;
  /** The model of the export, unchanged. */
  readonly model: ContentModel;
  readonly report: BuildReport;
}

/**
 * Builds the snapshot, calls `use`, and removes the snapshot, even if `use` fails.
 *
 * @param parent folder for the snapshot
 * @throws the errors of `buildSnapshot` and of `use`
 * Cost: reading the export. Memory: the rendered documents, the links, and the words of searches.
 */
export async function withLeanSnapshot<Result>(
  exportFolder: string,
  parent: string,
  options: LeanOptions,
  use: (lean: LeanSnapshot) => Promise<Result>,
): Promise<Result> {
  const model = await readExportModel(exportFolder, options.files);
  const folder = await createTemporaryFolder(options.files, parent);
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

async function createTemporaryFolder(files: Files, parent: string): Promise<string> {
  await files.makeFolder(parent);
  return mkdtemp(join(parent, '.stele-load-'));
}

/** @returns the model as JSON, with all optional structures off except those of searches and of similar items */
export const leanModel = (model: ContentModel): ModelJson => ({
  ...contentModelToJson(model),
  contentTypes: exportedTypes(model).map((type) => leanType(type, inverseSortKeys(model, type))),
});

/** @returns the fields of the type that an inverse of one of its relationships is sorted by */
const inverseSortKeys = (model: ContentModel, { name }: ContentType): ReadonlySet<string> =>
  new Set(
    [...model.contentTypes.values()].flatMap(({ relationships }) =>
      relationships.flatMap(({ inverseOf }) =>
        inverseOf?.type === name ? inverseOf.sort.map(({ field }) => field) : [],
      ),
    ),
  );

/** @param sortKeys fields that must stay sortable */
function leanType(type: ContentType, sortKeys: ReadonlySet<string>): ModelJson['contentTypes'][number] {
  const comparedFields = type.similar === true ? similarFields(type) : [];
  const fields = exportedFields(type).map((field) => {
    const lean = leanField(field, comparedFields.includes(field));
    if (!sortKeys.has(field.name)) return lean;
    const { order } = fieldToJson(field);
    return { ...lean, sort: undefined, order };
  });
  return type.similar === true ? { name: type.name, similar: true, fields } : { name: type.name, fields };
}

/**
 * Turns off the structures that answer queries on the field; its rendering stays.
 *
 * @param isCompared whether the field's values are compared to find similar items, which needs the structure `filter`
 */
function leanField(field: Field, isCompared: boolean): FieldJson {
  const disabled: { sort?: false; filter?: false } = {};
  for (const structure of structuresOf(field)) {
    if (structure === 'sort') disabled.sort = false;
    if (structure === 'filter' && !isCompared) disabled.filter = false;
  }
  return { ...fieldToJson(field), ...NO_QUERY_OPTIONS, ...disabled };
}

const NO_QUERY_OPTIONS = {
  fold: undefined,
  order: undefined,
  contains: undefined,
  endsWith: undefined,
};
