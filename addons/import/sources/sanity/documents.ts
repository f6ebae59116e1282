/**
 * The documents of a Sanity export, in the order of its lines: from an NDJSON file, or from the one in an archive or folder.
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

/** Reads all documents, each time it is called; what cannot be read is left out, and told where somebody listens. */
type Lines = (step: string, faulty?: (place: string, reason: string) => void) => AsyncGenerator<Document>;

/** @returns the name of the file, and what reads it */
export async function documentsOf(
  input: string,
  intake: Intake,
  dataset: Dataset,
): Promise<{ readonly name: string; readonly lines: Lines }> {
  const bundle = await openBundle(input, intake);
  if (bundle === undefined) {
    if (!/^\s*\{/.test(await firstText(input))) await refuseInput(input, EXPECTED);
    return {
      name: input,
      lines: (step, faulty) =>
        documentsIn(
          textOf(input, (done, total) => intake.progress(step, done, total)),
          input,
          faulty,
        ),
    };
  }
  const data =
    bundle.names.find((name) => /(?:^|\/)data\.ndjson$/.test(name)) ??
    bundle.names.find((name) => name.endsWith('.ndjson'));
  if (data === undefined) {
    const kind = (await kindOf(input)) === 'folder' ? 'a folder' : 'an archive';
    return refuseInput(
      input,
      EXPECTED,
      `${kind} without data.ndjson${bundle.names.some((name) => name.startsWith('schemas/')) ? ', as Strapi writes' : ''}`,
    );
  }
  await dataset.files.survey(bundle);
  return {
    name: data,
    lines: (step, faulty) => {
      intake.progress(step, 0, bundle.sizes.get(data) ?? 0);
      return documentsIn(bundle.text(data), data, faulty);
    },
  };
}

async function* documentsIn(
  texts: AsyncIterable<string>,
  name: string,
  faulty: (place: string, reason: string) => void = () => undefined,
): AsyncGenerator<Document> {
  for await (const { value, number, place } of jsonLines(texts, name, faulty)) {
    // What was written for "sanity dataset import" may leave ids to it.
    if (isObject(value) && textAt(value, '_type') !== undefined)
      yield { value: { _id: `line-${number}`, ...value }, place };
    else faulty(place, 'has no _type');
  }
}
