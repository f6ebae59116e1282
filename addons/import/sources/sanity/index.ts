/**
 * A Sanity dataset: the archive or the NDJSON that `sanity dataset export` writes.
 *
 * Two passes: the first collects types, files and targets of references (dataset); the second adds the documents one at a time
 * (document-reader).
 */
import { INSTANT } from '../../core/declarations/shape.js';
import type { Intake, Source } from '../../core/intake/source.js';
import { refuseInput } from '../../input/wrong-input.js';
import { Dataset } from './dataset.js';
import { DocumentReader } from './document-reader.js';
import { EXPECTED, openDocuments } from './documents.js';

export const sanity: Source = {
  space: 'sanity',
  async read(input, intake) {
    const dataset = new Dataset(intake);
    const { name, readDocuments } = await openDocuments(input, intake, dataset);
    let count = 0;
    for await (const { value } of readDocuments('looking at the documents')) {
      dataset.survey(value);
      count += 1;
    }
    if (count === 0) await refuseInput(input, EXPECTED);
    reportMissingDocuments(dataset, name, intake);
    intake.locales(dataset.locales);
    for (const key of [...dataset.types].sort()) {
      const type = intake.type(key);
      type.field('_createdAt', { name: 'createdAt', shape: INSTANT });
      type.field('_updatedAt', { name: 'updatedAt', shape: INSTANT });
    }
    for (const key of dataset.componentTypes)
      intake.type(key, key.replace(/^(?:component:)+/, '').replaceAll('.', '-'));
    const reader = new DocumentReader(dataset, intake);
    for await (const { value, place } of readDocuments('reading the documents', (at, reason) =>
      intake.faulty(at, reason),
    )) {
      await reader.read(value, place);
    }
    await reader.addAssets();
    return undefined;
  },
};

/** Reports an incomplete file: one cut at the end of a line is valid NDJSON, but targets of its references are missing. */
function reportMissingDocuments({ missingIds, files }: Dataset, name: string, intake: Intake): void {
  if (missingIds.length === 0) return;
  const message = `references lead to ${missingIds.length} documents that are not there, such as ${missingIds[0]}; Sanity keeps none of that kind`;
  if (files.areIncluded) intake.faulty(name, `${message}, so the file was cut short. Export it again`);
  else intake.warn(`${name}: ${message}, so the file was cut short, or holds some types only`);
}
