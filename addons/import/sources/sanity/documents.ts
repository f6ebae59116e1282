/**
 * Reads the documents of a Sanity export in the order of its lines: from an NDJSON file, or from `data.ndjson` in an archive.
 *
 * Elsewhere: the other files of an archive (files), reading the members of a document (document-reader).
 */
import type { Intake } from '../../core/intake/source.js';
import { openBundle } from '../../input/bundle.js';
import { firstText, kindOf, textOf } from '../../input/bytes.js';
import { jsonLines } from '../../input/json-stream.js';
import { refuseInput } from '../../input/wrong-input.js';
import { isObject, type JsonObject, textAt } from '../../value/json.js';
import type { Dataset } from './dataset.js';

export const EXPECTED = 'the tar.gz or the NDJSON that "sanity dataset export" writes, with a _type in each document';

interface Document {
  readonly value: JsonObject;
  readonly place: string;
}

/** Reads all documents, each time it is called. A line that cannot be read is left out, and passed to `reportFaulty` if given. */
type ReadDocuments = (step: string, reportFaulty?: (place: string, reason: string) => void) => AsyncGenerator<Document>;

/** @returns the name of the file, and a function that reads its documents */
export async function openDocuments(
  input: string,
  intake: Intake,
  dataset: Dataset,
): Promise<{ readonly name: string; readonly readDocuments: ReadDocuments }> {
  const bundle = await openBundle(input, intake);
  if (bundle === undefined) {
    if (!/^\s*\{/.test(await firstText(input))) await refuseInput(input, EXPECTED);
    return {
      name: input,
      readDocuments: (step, reportFaulty) =>
        parseDocuments(
          textOf(input, (done, total) => intake.progress(step, done, total)),
          input,
          reportFaulty,
        ),
    };
  }
  const dataFile =
    bundle.names.find((name) => /(?:^|\/)data\.ndjson$/.test(name)) ??
    bundle.names.find((name) => name.endsWith('.ndjson'));
  if (dataFile === undefined) {
    const kind = (await kindOf(input)) === 'folder' ? 'a folder' : 'an archive';
    return refuseInput(
      input,
      EXPECTED,
      `${kind} without data.ndjson${bundle.names.some((name) => name.startsWith('schemas/')) ? ', as Strapi writes' : ''}`,
      { source: 'sanity', pattern: /\.(?:tar\.gz|tgz)$/i },
    );
  }
  await dataset.files.surveyBundle(bundle);
  return {
    name: dataFile,
    readDocuments: (step, reportFaulty) => {
      intake.progress(step, 0, bundle.sizes.get(dataFile) ?? 0);
      return parseDocuments(bundle.text(dataFile), dataFile, reportFaulty);
    },
  };
}

async function* parseDocuments(
  texts: AsyncIterable<string>,
  name: string,
  reportFaulty: (place: string, reason: string) => void = () => undefined,
): AsyncGenerator<Document> {
  for await (const { value, number, place } of jsonLines(texts, name, reportFaulty)) {
    // Files written for "sanity dataset import" may lack ids, which the import creates.
    if (isObject(value) && textAt(value, '_type') !== undefined)
      yield { value: { _id: `line-${number}`, ...value }, place };
    else reportFaulty(place, 'has no _type');
  }
}
