/**
 * A folder of JSON: a file is a type, an array of objects in it (or a line of NDJSON, or a member of one object) an item.
 */
import { OperationError } from '../../../../src/content/errors/index.js';
import type { FieldValue, Intake, Source, TypeIntake } from '../../frame/source.js';
import { linesIn, textOf } from '../../input/bytes.js';
import { valuesIn } from '../../input/json-stream.js';
import { imageOf } from '../../value/image.js';
import { isObject, type Json, type JsonObject, parseJson } from '../../value/json.js';
import { asValue, looksLikeImage, type Value } from '../../value/value.js';
import { idName, isIdOnly, type TableFile, tableFiles } from './files.js';

export const jsonTables: Source = {
  space: 'json',
  infersLinks: true,
  async read(input, intake) {
    const files = await tableFiles(input, ['json', 'ndjson', 'jsonl'], intake);
    for (const { type } of files) intake.type(type);
    for (const file of files) await readFile(file, intake);
    return undefined;
  },
};

interface Entry {
  readonly value: Json;
  /** Where the items are members of an object. */
  readonly key: string | undefined;
  readonly place: string;
}

/** Digits that a binary float may not hold. */
const longNumber = /\d{16}|\d[eE]|\d\.\d{15}/;

async function* entriesOf(file: TableFile, intake: Intake): AsyncGenerator<Entry> {
  const texts = textOf(file.path, (done, total) => intake.progress(`reading ${file.name}`, done, total));
  if (!/\.(?:ndjson|jsonl)(?:\.gz)?$/i.test(file.name)) {
    try {
      for await (const { path, value } of valuesIn(withoutMark(texts), ['$.*'], file.name)) {
        const [key] = path;
        const isIndex = typeof key === 'number';
        yield {
          value,
          key: isIndex ? undefined : key,
          place: `${file.name}, ${isIndex ? `item ${key + 1}` : `"${key}"`}`,
        };
      }
    } catch (error) {
      if (!(error instanceof OperationError)) throw error;
      intake.options.signal?.throwIfAborted();
      intake.faulty(file.name, `${error.message} What stands before is kept`);
    }
    return;
  }
  for await (const { line, number } of linesIn(withoutMark(texts))) {
    const place = `${file.name}, line ${number}`;
    try {
      yield { value: await lineValue(line, place), key: undefined, place };
    } catch (error) {
      if (!(error instanceof OperationError)) throw error;
      intake.faulty(place, error.message);
    }
  }
}

async function lineValue(line: string, place: string): Promise<Json> {
  if (!longNumber.test(line)) {
    try {
      return parseJson(line);
    } catch (error) {
      throw new OperationError(error instanceof Error ? error.message : String(error));
    }
  }
  for await (const { value } of valuesIn(once(`[${line}]`), ['$.*'], place)) return value;
  return null;
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}

async function* withoutMark(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let first = true;
  for await (const text of texts) {
    yield first ? text.replace(/^\uFEFF/, '') : text;
    first = false;
  }
}

async function readFile(file: TableFile, intake: Intake): Promise<void> {
  const type = intake.type(file.type);
  let number = 0;
  let unnamed = 0;
  for await (const { value, key, place } of entriesOf(file, intake)) {
    number += 1;
    if (!isObject(value)) {
      intake.faulty(
        place,
        `it is not an object. ${file.name} must be an array of objects, an object that holds them by id, or one object on each line`,
      );
      continue;
    }
    const name = key === undefined ? idName(Object.keys(value), type.name) : undefined;
    const id = key ?? idText(name === undefined ? undefined : value[name]);
    if (id === undefined) unnamed += 1;
    await addItem(type, id ?? String(number), value, name !== undefined && isIdOnly(name) ? name : undefined, place);
  }
  intake.note(`${file.name}: items without an id; their position is the id`, unnamed);
}

const idText = (value: Json | undefined): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

async function addItem(
  type: TypeIntake,
  id: string,
  item: JsonObject,
  idMember: string | undefined,
  place: string,
): Promise<void> {
  const values: FieldValue[] = [];
  for (const [field, value] of Object.entries(item)) {
    if (field !== idMember) values.push({ field, value: valueIn(value) });
  }
  await type.add(id, values, place);
}

function valueIn(value: Json): Value | undefined {
  return looksLikeImage(value) ? imageOf(value) : asValue(value);
}
