/**
 * A folder of JSON: each file is a type; each object in an array, line of NDJSON or member of an object is an item.
 *
 * Elsewhere: the member that becomes the id (ids), types of fields (core/model).
 */
import { OperationError, reasonOf } from '../../../../src/content/errors/index.js';
import { singularForms } from '../../core/declarations/names.js';
import type { FieldValue, Intake, Source, TypeIntake } from '../../core/intake/source.js';
import type { Verdict } from '../../core/privacy/publication/index.js';
import { linesIn, textOf } from '../../input/bytes.js';
import { valuesIn } from '../../input/json-stream.js';
import { readImages } from '../../value/image.js';
import { isList, isObject, type Json, type JsonObject, parseJson, TOO_DEEP } from '../../value/json.js';
import { list, readAddress, text, toValue } from '../../value/value.js';
import { findTableFiles, type TableFile } from './files.js';
import {
  buildJoinedId,
  buildRepeatedIdError,
  findIdCandidates,
  findJoinKeys,
  type IdFaults,
  IdOption,
  isIdOnly,
} from './ids.js';

export const jsonTables: Source = {
  space: 'json',
  infersLinks: true,
  options: ['ids'],
  async read(input, intake) {
    const idOption = new IdOption(intake.options.ids);
    const files: ItemFile[] = [];
    for (const file of await findTableFiles(input, ['json', 'ndjson', 'jsonl'], intake))
      files.push(await classifyFile(file));
    for (const { type } of files) intake.type(type);
    for (const file of files) await readFile(file, intake, idOption);
    idOption.refuseUnused();
    return undefined;
  },
};

interface ItemFile extends TableFile {
  /** The id of the item, if the whole file is one item and has no id. */
  readonly id?: string;
}

/** Number of members that are read to tell one item from an object of items. */
const examinedMembers = 100;

/** @returns the file; with an id if it is a single item, whose type is named by its folder or by the file */
async function classifyFile(file: TableFile): Promise<ItemFile> {
  if (isLines(file)) return file;
  let memberCount = 0;
  try {
    for await (const { path, value } of valuesIn(removeByteOrderMark(textOf(file.path)), ['$.*'], file.name)) {
      memberCount += 1;
      if (typeof path[0] === 'number' || memberCount > examinedMembers) return file;
      if (typeof value === 'object') continue;
      const name = file.type.replace(/(?<=\/.+)\/index$/, '');
      const [, type = name, id = name] = /^(.+)\/([^/]+)$/.exec(name) ?? [];
      return { ...file, type, id };
    }
  } catch (error) {
    // `readFile` reports it.
    if (!(error instanceof OperationError)) throw error;
  }
  return file;
}

interface Entry {
  readonly value: Json;
  /** The member's name, if the items are members of an object. */
  readonly key: string | undefined;
  readonly place: string;
}

/** Digits that a binary float may not hold. */
const longNumber = /\d{16}|\d[eE]|\d\.\d{15}/;

const isLines = ({ name }: TableFile): boolean => /\.(?:ndjson|jsonl)(?:\.gz)?$/i.test(name);

async function* readEntries(file: TableFile, intake: Intake): AsyncGenerator<Entry> {
  const reportTooDeep = (place: string): void => intake.faulty(place, TOO_DEEP);
  const texts = textOf(file.path, (done, total) => intake.progress(`reading ${file.name}`, done, total));
  if (!isLines(file)) {
    try {
      for await (const { path, value } of valuesIn(
        removeByteOrderMark(texts),
        ['$.*'],
        file.name,
        undefined,
        reportTooDeep,
      )) {
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
  for await (const { line, number } of linesIn(removeByteOrderMark(texts))) {
    const place = `${file.name}, line ${number}`;
    try {
      yield { value: await parseLine(line, place), key: undefined, place };
    } catch (error) {
      if (!(error instanceof OperationError)) throw error;
      intake.faulty(place, error.message);
    }
  }
}

async function parseLine(line: string, place: string): Promise<Json> {
  if (!longNumber.test(line)) {
    try {
      return parseJson(line);
    } catch (error) {
      throw new OperationError(reasonOf(error));
    }
  }
  for await (const { value } of valuesIn(yieldOnce(`[${line}]`), ['$.*'], place)) return value;
  return null;
}

async function* yieldOnce(text: string): AsyncGenerator<string> {
  yield text;
}

async function* removeByteOrderMark(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let isFirst = true;
  for await (const text of texts) {
    yield isFirst ? text.replace(/^\uFEFF/, '') : text;
    isFirst = false;
  }
}

/** @returns the one item of a file, made of all its members */
async function* readSingleEntry(file: ItemFile, intake: Intake): AsyncGenerator<Entry> {
  const members: [string, Json][] = [];
  for await (const { key, value } of readEntries(file, intake)) members.push([key ?? '', value]);
  yield { value: Object.fromEntries(members), key: undefined, place: file.name };
}

async function readFile(file: ItemFile, intake: Intake, idOption: IdOption): Promise<void> {
  const type = intake.type(file.type);
  let number = 0;
  let unnamed = 0;
  let idMember = '';
  let faults: IdFaults = { count: 0, example: '' };
  for await (const { value, key, place } of (file.id === undefined ? readEntries : readSingleEntry)(file, intake)) {
    number += 1;
    if (!isObject(value)) {
      intake.faulty(
        place,
        `it is not an object. ${file.name} must be an array of objects, an object that holds them by id, or one object on each line`,
      );
      continue;
    }
    const names = Object.keys(value);
    const wanted = idOption.findColumn(type.ownName, names);
    const isNumbered = wanted === '#';
    const named = wanted ?? (key === undefined ? findIdCandidates(names, type.name)[0] : undefined);
    const name =
      named !== undefined && (wanted !== undefined || file.id === undefined || isIdOnly(named)) ? named : undefined;
    const joined = isNumbered ? [] : findJoinKeys(names).map((object) => readIdText(value[object]) ?? '');
    const ownId = readIdText(name === undefined ? undefined : value[name]);
    let id: string | undefined;
    if (isNumbered) id = String(number);
    else if (wanted !== undefined) id = ownId ?? '';
    else id = key ?? ownId ?? file.id ?? readIdInAddress(value, type);
    if (ownId !== undefined && id === ownId && type.has(ownId)) {
      idMember = name ?? '';
      faults = { count: faults.count + 1, example: faults.example || `${JSON.stringify(ownId)} in ${place}` };
    }
    if (id === undefined && joined.length === 0) unnamed += 1;
    const replacementId = joined.length > 0 ? buildJoinedId(type, joined, number) : String(number);
    const verdict = intake.publication.judge(Object.entries(value), { type: type.ownName, isSurveyed: false });
    if (verdict.is === 'private' || verdict.is === 'doubt')
      intake.keepOut(type.ownName, id ?? replacementId, verdict, place);
    else
      await addItem(
        type,
        id ?? replacementId,
        value,
        name !== undefined && isIdOnly(name) ? name : undefined,
        place,
        verdict,
      );
  }
  if (faults.count > 1) throw buildRepeatedIdError(file.name, type.ownName, idMember, faults);
  intake.note(`${file.name}: items without an id; their position is the id`, unnamed);
}

/** @returns `12` if an item of an API has the address `https://api.example.org/type/12/` */
function readIdInAddress({ url }: JsonObject, type: TypeIntake): string | undefined {
  const [, name = '', id] = typeof url === 'string' ? (/^https?:.*\/([^/]+)\/([^/?#]+)\/?$/.exec(url) ?? []) : [];
  return singularForms(type.name.toLowerCase()).includes(name.toLowerCase()) ? id : undefined;
}

const readIdText = (value: Json | undefined): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

async function addItem(
  type: TypeIntake,
  id: string,
  item: JsonObject,
  idMember: string | undefined,
  place: string,
  verdict: Verdict,
): Promise<void> {
  const values: FieldValue[] = [];
  for (const [field, value] of Object.entries(item)) {
    if (field === idMember) continue;
    const fieldValue = readImages(value) ?? toValue(value);
    values.push({ field, value: fieldValue });
    const addresses = new Map<string, Set<string>>();
    if (fieldValue?.kind === 'json') addAddresses(value, field, depthMaximum, addresses);
    if (addresses.size > addressesMaximum) continue;
    for (const [path, targets] of addresses) {
      type.field(path, { onlyLinks: true });
      values.push({ field: path, value: list([...targets].map(text)) });
    }
  }
  await type.add(id, values, place, verdict);
}

const depthMaximum = 3;
/** More different paths are keys of a table rather than members. */
const addressesMaximum = 16;

/** Collects addresses of items deeper inside a value: `types[].type` becomes the links `types_type`, next to the JSON. */
function addAddresses(value: Json, path: string, depth: number, addressesByPath: Map<string, Set<string>>): void {
  for (const object of isList(value) ? value : [value]) {
    if (!isObject(object)) continue;
    const address = depth < depthMaximum ? readAddress(object) : undefined;
    if (address !== undefined) addressesByPath.set(path, (addressesByPath.get(path) ?? new Set()).add(address));
    else if (depth > 0)
      for (const [name, inner] of Object.entries(object))
        addAddresses(inner, `${path}_${name}`, depth - 1, addressesByPath);
  }
}
