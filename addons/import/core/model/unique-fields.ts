/**
 * Unique fields of a planned export: a field that the source calls unique stays unique only if its values are, today.
 *
 * A source may allow repetitions that an export has: drafts are left out, locales fall back, and old rows may be older than
 * the rule. A model that a build refuses would cost a night, so "unique" is left out of the model and the report says so.
 * Elsewhere: the rule of the build (build/read), fields that a source declares (intake/source).
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findRepeatedFields, type RepeatedField } from '../../../../build/read/index.js';
import type { Files } from '../../../../src/format/files/index.js';
import { MODEL_FILE } from '../export/target.js';
import type { ContentIntake } from '../intake/content-intake.js';
import { modelText, type Plan } from './plan.js';
import type { PlannedField } from './plan-type.js';

/**
 * @param folder of the export, with the items of all types
 * @returns the plan without "unique" on fields with repeated values, except where an override of the user sets it
 * Cost: reading the files of types with unique fields.
 */
export async function withoutRepeatedUnique(
  content: ContentIntake,
  plan: Plan,
  folder: string,
  files: Files,
): Promise<Plan> {
  const hasUnique = plan.types.some(({ isKept, fields }) => isKept && fields.some(isUniqueBySource(content)));
  if (!hasUnique) return plan;
  // An export has a model; the final one replaces it.
  await writeFile(join(folder, MODEL_FILE), plan.model);
  const repeatedFields = await findRepeatedFields(folder, { files, strict: false });
  const types = plan.types.map((type) => ({
    ...type,
    fields: type.fields.map((planned): PlannedField => {
      const repeated = repeatedFields.find(
        ({ type: typeName, field }) => typeName === type.sourceType.name && field === planned.field?.name,
      );
      if (repeated === undefined || planned.field === undefined || !isUniqueBySource(content)(planned)) return planned;
      content.note(describeRepeated(planned.path, repeated));
      const { unique: _, ...json } = planned.field.json;
      return { ...planned, field: { ...planned.field, json } };
    }),
  }));
  return { ...plan, types, model: modelText(content, plan.space, types, plan.locales) };
}

/** Whether the field is unique because the source says so, and not because the user does. */
const isUniqueBySource =
  (content: ContentIntake) =>
  ({ field, path }: PlannedField): boolean =>
    field?.json['unique'] === true && content.options.overrides.of(path)?.model?.['unique'] === undefined;

const describeRepeated = (path: string, { count, example }: RepeatedField): string =>
  `${path}: the source says that it is unique, but ${count} ${count === 1 ? 'item repeats' : 'items repeat'} a value, such as ${JSON.stringify(example)}; the model does not say "unique"`;
