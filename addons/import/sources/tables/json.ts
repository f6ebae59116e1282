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
import { valuesIn, writePlace } from '../../input/json-stream.js';
import { readImages } from '../../value/image.js';
import {
  hasRepeatedName,
  isList,
  isObject,
  type Json,
  type JsonObject,
  parseExactJson,
  TOO_DEEP,
} from '../../value/json.js';
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
    for (const file of files) await new ItemFileReader(file, intake, idOption).read();
    idOption.refuseUnused();
    return undefined;
  },
};

interface ItemFile extends TableFile {
  /** The id of the item, if the whole file is one item and has no id. */
  readonly id?: string;
}

/** Number of members that are read to tell one item from an object of items. */
const EXAMINED_MEMBER_MAXIMUM = 100;

/** The value of `--id` for which the row numbers are the ids. */
const ROW_NUMBERS = '#';

/** @returns the file; with an id if it is a single item, whose type is named by its folder or by the file */
async function classifyFile(file: TableFile): Promise<ItemFile> {
  if (isLines(file)) return file;
  let memberCount = 0;
  try {
    for await (const { path, value } of valuesIn(removeByteOrderMark(textOf(file.path)), ['$.*'], file.name)) {
      memberCount += 1;
      if (typeof path[0] === 'number' || memberCount > EXAMINED_MEMBER_MAXIMUM) return file;
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
  /** Whether an object has a name twice. */
  readonly hasRepeatedName: boolean;
}

const isLines = ({ name }: TableFile): boolean => /\.(?:ndjson|jsonl)(?:\.gz)?$/i.test(name);

async function* readEntries(file: TableFile, intake: Intake): AsyncGenerator<Entry> {
  const texts = removeByteOrderMark(
    textOf(file.path, (done, total) => intake.progress(`reading ${file.name}`, done, total)),
  );
  yield* isLines(file) ? readLineEntries(texts, file.name, intake) : readMemberEntries(texts, file.name, intake);
}

/** The elements of an array, or the members of an object; those that are nested too deep are reported and left out. */
async function* readMemberEntries(texts: AsyncIterable<string>, name: string, intake: Intake): AsyncGenerator<Entry> {
  const tooDeepPlaces = new Set<string>();
  const reportTooDeep = (place: string): void => {
    tooDeepPlaces.add(place);
    intake.faulty(place, TOO_DEEP);
  };
  let isRepeated = false;
  const noteRepeated = (): void => {
    isRepeated = true;
  };
  try {
    for await (const { path, value } of valuesIn(texts, ['$.*'], name, undefined, reportTooDeep, noteRepeated)) {
      if (tooDeepPlaces.delete(writePlace(name, path))) continue;
      const [key] = path;
      const place = typeof key === 'number' ? `${name}, item ${key + 1}` : `${name}, "${key}"`;
      yield { value, key: typeof key === 'number' ? undefined : key, place, hasRepeatedName: isRepeated };
      isRepeated = false;
    }
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    intake.options.signal?.throwIfAborted();
    intake.faulty(name, error.message.replace(/ Nothing was written\.$|; nothing was written\.$/, ''));
  }
}

/** The lines of NDJSON. */
async function* readLineEntries(texts: AsyncIterable<string>, name: string, intake: Intake): AsyncGenerator<Entry> {
  for await (const { line, number } of linesIn(texts)) {
    const place = `${name}, line ${number}`;
    try {
      const value = parseLine(line);
      yield { value, key: undefined, place, hasRepeatedName: hasRepeatedName(line, value) };
    } catch (error) {
      if (!(error instanceof OperationError)) throw error;
      intake.faulty(place, error.message);
    }
  }
}

function parseLine(line: string): Json {
  try {
    return parseExactJson(line);
  } catch (error) {
    throw new OperationError(reasonOf(error));
  }
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
  let isRepeated = false;
  for await (const entry of readEntries(file, intake)) {
    members.push([entry.key ?? '', entry.value]);
    isRepeated ||= entry.hasRepeatedName;
  }
  yield { value: Object.fromEntries(members), key: undefined, place: file.name, hasRepeatedName: isRepeated };
}

/** Reads one file: finds the id of each item, and reports items without an id and ids that repeat. */
class ItemFileReader {
  readonly #file: ItemFile;
  readonly #type: TypeIntake;
  readonly #intake: Intake;
  readonly #idOption: IdOption;
  /** Number of items so far: the id of an item that has no other. */
  #number = 0;
  #unnamedCount = 0;
  /** Of the first item with a name twice. */
  #repeatedNamePlace: string | undefined;
  /** The member whose id repeats. */
  #repeatedMember = '';
  #faults: IdFaults = { count: 0, example: '' };

  constructor(file: ItemFile, intake: Intake, idOption: IdOption) {
    this.#file = file;
    this.#type = intake.type(file.type);
    this.#intake = intake;
    this.#idOption = idOption;
  }

  async read(): Promise<void> {
    const { name, id } = this.#file;
    const entries =
      id === undefined ? readEntries(this.#file, this.#intake) : readSingleEntry(this.#file, this.#intake);
    for await (const { value, key, place, hasRepeatedName: isRepeated } of entries) {
      this.#number += 1;
      if (isRepeated) this.#reportRepeatedName(place);
      if (isObject(value)) await this.#readItem(value, key, place);
      else
        this.#intake.faulty(
          place,
          `it is not an object. ${name} must be an array of objects, an object that holds them by id, or one object on each line`,
        );
    }
    if (this.#faults.count > 1)
      throw buildRepeatedIdError(name, this.#type.ownName, this.#repeatedMember, this.#faults);
    this.#intake.note(`${name}: items without an id; their position is the id`, this.#unnamedCount);
  }

  #reportRepeatedName(place: string): void {
    this.#repeatedNamePlace ??= place;
    this.#intake.lose(
      `${this.#type.ownName}: items`,
      `an object has a name twice, and its last value is used, such as in ${this.#repeatedNamePlace}`,
    );
  }

  /** @param key the member's name, if the items are members of an object */
  async #readItem(item: JsonObject, key: string | undefined, place: string): Promise<void> {
    const type = this.#type;
    const optionColumn = this.#idOption.findColumn(type.ownName, Object.keys(item));
    const isNumbered = optionColumn === ROW_NUMBERS;
    const idMember = optionColumn ?? this.#findIdMember(item, key);
    const memberId = readIdText(idMember === undefined ? undefined : item[idMember]);
    let id: string | undefined;
    if (isNumbered) id = String(this.#number);
    else if (optionColumn !== undefined) id = memberId ?? '';
    else id = key ?? memberId ?? this.#file.id ?? readIdInAddress(item, type);
    if (memberId !== undefined && id === memberId) this.#noteRepeated(memberId, idMember ?? '', place);
    if (id === undefined) id = this.#makeId(item);

    const verdict = this.#intake.admit(type, id, Object.entries(item), place);
    if (verdict === undefined) return;
    // A member that is the id and nothing else is no field.
    const isPlainId = idMember !== undefined && isIdOnly(idMember);
    await addItem(type, id, item, isPlainId ? idMember : undefined, place, verdict);
  }

  /** @returns the member that is the id by its name; undefined if there is none, or if the item is named otherwise */
  #findIdMember(item: JsonObject, key: string | undefined): string | undefined {
    if (key !== undefined) return undefined;
    const [candidate] = findIdCandidates(Object.keys(item), this.#type.name);
    const isNamedByFile = this.#file.id !== undefined;
    return candidate !== undefined && isNamedByFile && !isIdOnly(candidate) ? undefined : candidate;
  }

  #noteRepeated(id: string, member: string, place: string): void {
    if (!this.#type.has(id)) return;
    this.#repeatedMember = member;
    const { count, example } = this.#faults;
    this.#faults = { count: count + 1, example: example || `${JSON.stringify(id)} in ${place}` };
  }

  /** @returns an id made of the keys of the items that a row joins, or the item's number */
  #makeId(item: JsonObject): string {
    const joinedKeys = findJoinKeys(Object.keys(item)).map((member) => readIdText(item[member]) ?? '');
    if (joinedKeys.length > 0) return buildJoinedId(this.#type, joinedKeys, this.#number);
    this.#unnamedCount += 1;
    return String(this.#number);
  }
}

/** @returns `12` if an item of an API has the address `https://api.example.org/type/12/` */
function readIdInAddress({ url }: JsonObject, type: TypeIntake): string | undefined {
  const [, name = '', id] = typeof url === 'string' ? (/^https?:.*\/([^/]+)\/([^/?#]+)\/?$/.exec(url) ?? []) : [];
  return singularForms(type.name.toLowerCase()).includes(name.toLowerCase()) ? id : undefined;
}

const readIdText = (value: Json | undefined): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

/** @param idMember the member that is the id and no field; undefined if all members are fields */
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
    if (fieldValue?.kind !== 'json') continue;
    const addressesByPath = new Map<string, Set<string>>();
    addAddresses(value, field, ADDRESS_DEPTH, addressesByPath);
    // More different paths are keys of a table rather than members.
    if (addressesByPath.size > ADDRESS_PATH_MAXIMUM) continue;
    for (const [path, addresses] of addressesByPath) {
      type.field(path, { onlyLinks: true });
      values.push({ field: path, value: list([...addresses].map(text)) });
    }
  }
  await type.add(id, values, place, verdict);
}

/** Number of levels of objects in which addresses are searched. */
const ADDRESS_DEPTH = 3;
const ADDRESS_PATH_MAXIMUM = 16;

/**
 * Collects addresses of items deeper inside a value: `types[].type` becomes the links `types_type`, next to the JSON.
 *
 * @param levels remaining levels of objects; the value itself is no deeper address
 */
function addAddresses(value: Json, path: string, levels: number, addressesByPath: Map<string, Set<string>>): void {
  for (const object of isList(value) ? value : [value]) {
    if (!isObject(object)) continue;
    const isInside = levels < ADDRESS_DEPTH;
    const address = isInside ? readAddress(object) : undefined;
    if (address !== undefined) {
      const addresses = addressesByPath.get(path) ?? new Set();
      addressesByPath.set(path, addresses.add(address));
    } else if (levels > 0) {
      for (const [name, member] of Object.entries(object))
        addAddresses(member, `${path}_${name}`, levels - 1, addressesByPath);
    }
  }
}
