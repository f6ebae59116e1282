/**
 * Finds the unique fields of an export that have repeated values, by the rule of the build, without refusing the export.
 *
 * Importers use it: they set "unique" only if the content of today agrees. Elsewhere: refusing repetitions (export).
 */
import { exportedTypes, isUnique } from '../../src/content/model/index.js';
import { BlockReader } from './blocks/block-reader.js';
import { type OpenExportOptions, openExport } from './export.js';
import { UniqueValues } from './unique-values.js';

/** A unique field with repeated values. */
export interface RepeatedField {
  readonly type: string;
  readonly field: string;
  /** The number of items whose value an earlier item has. */
  readonly count: number;
  /** The first such value. */
  readonly example: string;
}

/**
 * @param options with the model, which must name the unique fields
 * @throws ExportError if the model is invalid or a file is missing; errors of the disk
 * Cost: reading the files of types with unique fields; memory for the values of one type.
 */
export async function findRepeatedFields(
  folder: string,
  options: OpenExportOptions,
): Promise<readonly RepeatedField[]> {
  const source = await openExport(folder, options);
  const repeatedFields: RepeatedField[] = [];
  for (const type of exportedTypes(source.model)) {
    if (!type.fields.some(isUnique)) continue;
    const repeatedByField = new Map<string, RepeatedField>();
    const uniqueValues = new UniqueValues(type, ({ field, value }) => {
      const { count = 0, example = value } = repeatedByField.get(field) ?? {};
      repeatedByField.set(field, { type: type.name, field, count: count + 1, example });
    });
    const reader = source.readItems(type);
    const blockReader = new BlockReader(type);
    for await (const block of reader.blocks()) uniqueValues.append(blockReader.toColumns(reader.items(block)));
    uniqueValues.append(blockReader.toColumns(reader.end()));
    repeatedFields.push(...repeatedByField.values());
  }
  return repeatedFields;
}
