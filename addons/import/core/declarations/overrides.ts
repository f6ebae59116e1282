/**
 * The user's overrides of single types and fields: a file of overrides, `--with` and `--without`.
 *
 * Overrides name types and fields as the export would without overrides. All other types and fields follow from the source.
 */
import { readFile } from 'node:fs/promises';
import { didYouMean, list, OperationError } from '../../../../src/content/errors/index.js';
import {
  FIELD_NAME_RULE,
  FIELD_TYPES,
  FREE_TEXTS,
  isFieldName,
  isFieldType,
  isName,
  NAME_RULE,
  OPTIONS_OF_ALL,
  optionsOfType,
  readContentModel,
} from '../../../../src/content/model/index.js';
import { explainPathFailure } from '../../../../src/format/files/index.js';
import { isObject, type Json, type JsonObject, parseJson } from '../../value/json.js';

export interface Override {
  /** False: left out. True: not left out for being private. */
  readonly keep?: boolean;
  /** False for a field that does not decide whether its items are public. */
  readonly decides?: boolean;
  /** The new name. */
  readonly name?: string;
  /** Members of a type or field in `model.json` that replace the decided ones. */
  readonly model: JsonObject;
}

const NAMING_KEYS: readonly string[] = ['keep', 'name'];
const TYPE_KEYS: readonly string[] = [...NAMING_KEYS, ...FREE_TEXTS];
const fieldOptions = [...FIELD_TYPES.flatMap(optionsOfType), ...OPTIONS_OF_ALL, ...FREE_TEXTS];
const FIELD_KEYS: readonly string[] = [...new Set(['type', ...NAMING_KEYS, 'decides', ...fieldOptions])];

export class Overrides {
  readonly #byName = new Map<string, Override>();
  readonly #usedNames = new Set<string>();
  /** The option or the file that names a type or a field, for messages. */
  readonly #originByName = new Map<string, string>();

  /** @param origin the option, or the file */
  add(name: string, override: Partial<Override>, origin: string): void {
    this.#byName.set(name, { model: {}, ...this.#byName.get(name), ...override });
    this.#originByName.set(name, origin);
  }

  /** @param name of a type, or `type.field` */
  of(name: string): Override | undefined {
    this.#usedNames.add(name);
    return this.#byName.get(name);
  }

  /**
   * Called after the plan is made, which asks for the override of each type and field.
   *
   * @param names of all types and fields, for hints
   * @returns a line for each override whose name no type or field has
   */
  describeUnused(names: readonly string[]): readonly string[] {
    const unusedNames = [...this.#byName.keys()].filter((name) => !this.#usedNames.has(name));
    return unusedNames.map((name) => {
      const origin = this.#originByName.get(name);
      return `${origin} ${name} changes nothing: look for the name in the report.${didYouMean(name, names)}`;
    });
  }
}

/** An option that keeps types and fields or leaves them out. */
export interface KeepOption {
  readonly option: string;
  readonly keep: boolean;
  readonly names: readonly string[] | undefined;
}

/**
 * @param path of a file of overrides
 * @throws OperationError with all mistakes of the file that can be seen without the content
 */
export async function readOverrides(path: string | undefined, options: readonly KeepOption[]): Promise<Overrides> {
  const overrides = new Overrides();
  if (path !== undefined) await addFile(overrides, path);
  for (const { option, keep, names } of options) for (const name of names ?? []) overrides.add(name, { keep }, option);
  return overrides;
}

async function addFile(overrides: Overrides, path: string): Promise<void> {
  const problems: string[] = [];
  for (const [name, members] of Object.entries(await readObject(path))) {
    const mistakes = findMistakes(name, members);
    problems.push(...mistakes);
    if (isObject(members) && mistakes.length === 0) overrides.add(name, readOverride(members), `${path}:`);
  }
  refuseMistakes(problems, path);
}

/** @param members without mistakes */
function readOverride({ keep, name, decides, ...model }: JsonObject): Partial<Override> {
  return {
    model,
    ...(typeof keep === 'boolean' && { keep }),
    ...(typeof decides === 'boolean' && { decides }),
    ...(typeof name === 'string' && { name }),
  };
}

async function readObject(path: string): Promise<JsonObject> {
  let read: Json;
  try {
    read = parseJson((await readFile(path, 'utf8')).replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new OperationError(`${path} cannot be read: ${explainPathFailure(error, path)}`);
  }
  if (isObject(read)) return read;
  throw new OperationError(`${path} is not an object of overrides, such as {"post.body": {"type": "markdown"}}`);
}

function findMistakes(name: string, members: Json): readonly string[] {
  if (!isObject(members)) return [`${name}: write an object, such as {"keep": false}`];
  const isField = name.includes('.');
  const keys = isField ? FIELD_KEYS : TYPE_KEYS;
  const unknownKeys = Object.keys(members).filter((key) => !keys.includes(key));
  const problems = unknownKeys.map(
    (key) => `${name}.${key}: the key is unknown here; keys are ${list(keys)}.${didYouMean(key, keys)}`,
  );
  const { keep = true, decides = true, name: newName, type } = members;
  if (typeof keep !== 'boolean') problems.push(`${name}.keep: write true or false`);
  if (typeof decides !== 'boolean') problems.push(`${name}.decides: write true or false`);
  const isAllowedName = isField ? isFieldName : isName;
  if (newName !== undefined && !(typeof newName === 'string' && isAllowedName(newName)))
    problems.push(`${name}.name: ${isField ? FIELD_NAME_RULE : NAME_RULE}`);
  if (type !== undefined && !(typeof type === 'string' && isFieldType(type)))
    problems.push(`${name}.type: field types are ${list(FIELD_TYPES)}.${didYouMean(String(type), FIELD_TYPES)}`);
  return problems;
}

/**
 * @param model        `model.json` with the overrides in it
 * @param findOverride the name of the override of a type or field, by its position in the model; undefined if there is none
 * @throws OperationError with all mistakes of overrides that can be seen only in the model
 */
export function refuseWrongModel(
  model: string,
  findOverride: (typeIndex: number, fieldIndex: number | undefined) => string | undefined,
): void {
  const contentModel = readContentModel(parseJson(model));
  if (!('problems' in contentModel)) return;
  const mistakes: string[] = [];
  for (const { path, reason } of contentModel.problems) {
    const [, typeIndex, fieldIndex, member] = /^contentTypes\[(\d+)\](?:\.fields\[(\d+)\])?(.*)$/.exec(path) ?? [];
    const name =
      typeIndex && findOverride(Number(typeIndex), fieldIndex === undefined ? undefined : Number(fieldIndex));
    if (name !== undefined) mistakes.push(`${name}${member}: ${reason}`);
  }
  refuseMistakes(mistakes, 'the file');
}

/** @param origin of the overrides, for the message */
function refuseMistakes(mistakes: readonly string[], origin: string): void {
  if (mistakes.length === 0) return;
  const noun = mistakes.length === 1 ? 'mistake' : 'mistakes';
  const lines = mistakes.map((mistake) => `  ${mistake}\n`).join('');
  throw new OperationError(
    `the overrides have ${mistakes.length} ${noun}, and nothing was written:\n${lines}Correct ${origin}.`,
  );
}
