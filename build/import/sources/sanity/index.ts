/**
 * A Sanity dataset: the archive or the NDJSON that `sanity dataset export` writes.
 *
 * Read twice: first for types, files and what references lead to; then the documents, one at a time.
 */

import { OperationError } from '../../../../src/content/errors/index.js';
import { INSTANT } from '../../frame/shape.js';
import type { FieldValue, Intake, Source } from '../../frame/source.js';
import { openBundle } from '../../input/bundle.js';
import { firstText, kindOf, linesIn, textOf } from '../../input/bytes.js';
import { refuseInput } from '../../input/wrong-input.js';
import { isList, isObject, type Json, type JsonObject, membersOf, parseJson, textAt } from '../../value/json.js';
import { assetJson, asValue, json, link, list, markdown, plainOf, text, type Value } from '../../value/value.js';
import { byLocale, Dataset, FILE_ASSET, hiddenBecause, IMAGE_ASSET } from './dataset.js';
import { isPortableText, portableTextToMarkdown } from './portable-text.js';

const EXPECTED =
  'the tar.gz or the NDJSON that "sanity dataset export" writes, with an _id and a _type in each document';

export const sanity: Source = {
  space: 'sanity',
  async read(input, intake) {
    const dataset = new Dataset(intake);
    const lines = await documentsOf(input, intake, dataset);
    for await (const document of lines('looking at the documents')) dataset.survey(document.value);
    intake.locales(dataset.locales);
    for (const key of [...dataset.types].sort()) {
      const type = intake.type(key);
      type.field('_createdAt', { name: 'createdAt', shape: INSTANT });
      type.field('_updatedAt', { name: 'updatedAt', shape: INSTANT });
    }
    const reader = new DocumentReader(dataset, intake);
    for await (const { value, place } of lines('reading the documents')) await reader.read(value, place);
    await reader.assets();
    return undefined;
  },
};

interface Document {
  readonly value: JsonObject;
  readonly place: string;
}

/** @returns reads all documents, each time it is called */
async function documentsOf(
  input: string,
  intake: Intake,
  dataset: Dataset,
): Promise<(step: string) => AsyncGenerator<Document>> {
  const bundle = await openBundle(input, intake);
  if (bundle === undefined) {
    if (!/^\s*\{/.test(await firstText(input))) await refuseInput(input, EXPECTED);
    return (step) =>
      documentsIn(
        textOf(input, (done, total) => intake.progress(step, done, total)),
        input,
        input,
      );
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
  await dataset.surveyFiles(bundle);
  return (step) => {
    intake.progress(step, 0, bundle.sizes.get(data) ?? 0);
    return documentsIn(bundle.text(data), data, input);
  };
}

async function* documentsIn(texts: AsyncIterable<string>, name: string, input: string): AsyncGenerator<Document> {
  for await (const { line, number } of linesIn(texts)) {
    const place = `${name}, line ${number}`;
    let value: Json;
    try {
      value = parseJson(line);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (number === 1) await refuseInput(input, EXPECTED);
      throw new OperationError(`${place} is not complete JSON: ${reason}. Export it again; nothing was written.`);
    }
    if (!isObject(value) || textAt(value, '_id') === undefined || textAt(value, '_type') === undefined) {
      return refuseInput(
        input,
        EXPECTED,
        number === 1 && textAt(value, '_type') === undefined
          ? undefined
          : `NDJSON whose line ${number} has no _id or no _type`,
      );
    }
    yield { value, place };
  }
}

class DocumentReader {
  readonly #dataset: Dataset;
  readonly #intake: Intake;

  constructor(dataset: Dataset, intake: Intake) {
    this.#dataset = dataset;
    this.#intake = intake;
  }

  async read(document: JsonObject, place: string): Promise<void> {
    const [id, key] = [textAt(document, '_id') ?? '', textAt(document, '_type') ?? ''];
    const why = hiddenBecause(id, key);
    if (why !== undefined) return this.#intake.leaveOut(`${key}: items`, why);
    if (key === IMAGE_ASSET || key === FILE_ASSET) return;
    const type = this.#intake.type(key);
    const values: FieldValue[] = [];
    for (const [field, value] of membersOf(document)) {
      if (field === '_id' || field === '_type') continue;
      const what = `${type.name}.${field}`;
      if (field === '_rev') this.#intake.leaveOut('_rev', 'bookkeeping of the CMS');
      else {
        const localised = byLocale(value);
        if (localised === undefined) values.push({ field, value: this.#value(value, what) });
        else for (const [locale, each] of localised) values.push({ field, locale, value: this.#value(each, what) });
      }
    }
    await type.add(id, values, place);
  }

  #value(value: Json, what: string): Value | undefined {
    if (Array.isArray(value)) return this.#list(value, what);
    if (!isObject(value)) return asValue(value);
    const reference = textAt(value, '_ref');
    if (reference !== undefined && textAt(value, '_dataset') === undefined) return this.#reference(reference, what);
    if (isSlug(value)) return asValue(value['current']);
    if (isFile(value)) return this.#file(value, what);
    return json(this.#resolved(value, what));
  }

  #list(values: readonly Json[], what: string): Value | undefined {
    if (isPortableText(values)) {
      return markdown(
        portableTextToMarkdown(values, {
          target: (id) => {
            const found = this.#dataset.documents.get(id);
            return found && { title: found.title, url: this.#intake.path(found.type, id) };
          },
          asset: (value) => {
            const found = this.#dataset.assetOf(value);
            return found?.kind === 'asset' ? found : undefined;
          },
          lost: (reason) => this.#intake.lose(what, reason),
        }),
      );
    }
    const isReference = (each: Json): boolean =>
      textAt(each, '_ref') !== undefined && textAt(each, '_dataset') === undefined;
    if (values.length > 0 && values.every((each) => isReference(each) || isFile(each))) {
      return list(values.flatMap((each) => this.#value(each, what) ?? []));
    }
    return asValue(values.map((each) => this.#resolved(each, what)));
  }

  /** @returns the same, where files and references in it are what they lead to, and texts are Markdown */
  #resolved(value: Json, what: string): Json {
    if (!isObject(value) && !Array.isArray(value)) return value;
    const isReference = textAt(value, '_ref') !== undefined && textAt(value, '_dataset') === undefined;
    if (isReference || isPortableText(value) || isFile(value) || isSlug(value)) {
      const found = this.#value(value, what);
      return found === undefined ? null : plainOf(found);
    }
    if (isList(value)) return value.map((each) => this.#resolved(each, what));
    return Object.fromEntries(membersOf(value).map(([name, each]) => [name, this.#resolved(each, what)]));
  }

  #reference(given: string, what: string): Value | undefined {
    const id = given.replace(/^drafts\./, '');
    const asset = this.#dataset.assets.get(id);
    const type = this.#dataset.documents.get(id)?.type;
    if (asset !== undefined) return asset;
    if (type === undefined) this.#intake.lose(what, 'links to items that are not in the export');
    return type === undefined ? undefined : link(id, type);
  }

  #file(value: JsonObject, what: string): Value | undefined {
    const found = this.#dataset.assetOf(value);
    if (found === undefined && (value['asset'] !== undefined || value['_sanityAsset'] !== undefined)) {
      this.#intake.lose(what, 'links to files that are not in the export');
    }
    for (const key of Object.keys(value)) {
      if (['_type', '_key', 'asset', '_sanityAsset', 'alt', 'altText', '_upload'].includes(key)) continue;
      if (key === 'hotspot' || key === 'crop') this.#intake.leaveOut(`${what}: ${key}`, 'how a site crops an image');
      else this.#intake.lose(`${what}: ${key}`, 'images and files have no place for this member');
    }
    return found;
  }

  async assets(): Promise<void> {
    for (const [id, value] of this.#dataset.assets) {
      if (value.kind !== 'asset') continue;
      const isImage = value.item?.type === IMAGE_ASSET;
      const type = this.#intake.type(isImage ? IMAGE_ASSET : FILE_ASSET, isImage ? 'imageAsset' : 'fileAsset');
      const name = assetJson(value.asset)['fileName'];
      const values = [
        { field: 'fileName', value: typeof name === 'string' ? text(name) : undefined },
        { field: value.isImage ? 'image' : 'file', value },
      ];
      await type.add(id, values, id);
    }
  }
}

const isSlug = (value: Json): value is JsonObject => isObject(value) && textAt(value, '_type') === 'slug';

/** Whether the value is a field of an image or a file. */
const isFile = (value: Json): boolean =>
  isObject(value) &&
  (textAt(value, '_sanityAsset') !== undefined ||
    /^(?:image|file)-/.test(textAt(value, 'asset', '_ref') ?? '') ||
    ((value['_type'] === 'image' || value['_type'] === 'file') &&
      value['asset'] === undefined &&
      Object.keys(value).length === 1));
