/**
 * The user's overrides of single types and fields: a file of overrides, `--with` and `--without`.
 *
 * Overrides name types and fields as the export would without overrides. All other types and fields follow from the source.
 */
import { readFile } from 'node:fs/promises';
import { didYouMean, list, OperationError, reasonOf } from '../../../../src/content/errors/index.js';
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
import { isObject, type Json, type JsonObject, parseJson } from '../../value/json.js';

export interface Override {
  /** False: left out. True: not left out for being private. */
  readonly keep?: boolean;
  /** False for a field that does not decide whether its items are public. */
  readonly decides?: boolean;
  /** The new name. */
  readonly name?: string;
  /** Members of a field in `model.json` that replace the decided ones. */
  readonly model: JsonObject;
}

const OF_ALL = ['keep', 'name'];
const ofField: readonly string[] = [
  ...new Set(['type', ...OF_ALL, 'decides', ...FIELD_TYPES.flatMap(optionsOfType), ...OPTIONS_OF_ALL, ...FREE_TEXTS]),
];

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

  of(name: string): Override | undefined {
    this.#usedNames.add(name);
    return this.#byName.get(name);
  }

  /** @returns a line for each name that no type or field has; called after the plan is made */
  unmet(names: readonly string[]): readonly string[] {
    return [...this.#byName.keys()]
      .filter((name) => !this.#usedNames.has(name))
      .map(
        (name) =>
          `${this.#originByName.get(name)} ${name} changes nothing: look for the name in the report.${didYouMean(name, names)}`,
      );
  }
}

/**
 * @param path    of a file of overrides
 * @param options for each option: its name, whether it keeps types and fields or leaves them out, and their names
 * @throws OperationError with all mistakes of the file that can be seen without the content
 */
export async function readOverrides(
  path: string | undefined,
  options: readonly (readonly [option: string, keep: boolean, names: readonly string[] | undefined])[],
): Promise<Overrides> {
  const overrides = new Overrides();
  const problems: string[] = [];
  for (const [name, members] of path === undefined ? [] : Object.entries(await objectIn(path))) {
    const mistakes = findMistakes(name, members);
    problems.push(...mistakes);
    if (!isObject(members) || mistakes.length > 0) continue;
    const { keep, name: newName, decides, ...model } = members;
    overrides.add(
      name,
      {
        model,
        ...(typeof keep === 'boolean' && { keep }),
        ...(typeof decides === 'boolean' && { decides }),
        ...(typeof newName === 'string' && { name: newName }),
      },
      `${path}:`,
    );
  }
  refuse(problems, path);
  for (const [option, keep, names = []] of options) for (const name of names) overrides.add(name, { keep }, option);
  return overrides;
}

async function objectIn(path: string): Promise<JsonObject> {
  let read: Json;
  try {
    read = parseJson((await readFile(path, 'utf8')).replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new OperationError(`${path} cannot be read: ${reasonOf(error)}`);
  }
  if (isObject(read)) return read;
  throw new OperationError(`${path} is not an object of overrides, such as {"post.body": {"type": "markdown"}}`);
}

function findMistakes(name: string, members: Json): readonly string[] {
  if (!isObject(members)) return [`${name}: write an object, such as {"keep": false}`];
  const isField = name.includes('.');
  const keys = isField ? ofField : OF_ALL;
  const problems = Object.keys(members)
    .filter((key) => !keys.includes(key))
    .map((key) => `${name}.${key}: the key is unknown here; keys are ${list(keys)}.${didYouMean(key, keys)}`);
  const { keep = true, decides = true, name: newName, type } = members;
  if (typeof keep !== 'boolean') problems.push(`${name}.keep: write true or false`);
  if (typeof decides !== 'boolean') problems.push(`${name}.decides: write true or false`);
  if (newName !== undefined && !(typeof newName === 'string' && (isField ? isFieldName : isName)(newName)))
    problems.push(`${name}.name: ${isField ? FIELD_NAME_RULE : NAME_RULE}`);
  if (type !== undefined && !(typeof type === 'string' && isFieldType(type)))
    problems.push(`${name}.type: field types are ${list(FIELD_TYPES)}.${didYouMean(String(type), FIELD_TYPES)}`);
  return problems;
}

/**
 * @param model  `model.json` with the overrides in it
 * @param nameOf the override of a field, by its position in the model; undefined if there is none
 * @throws OperationError with all mistakes of overrides that can be seen only in the model
 */
export function refuseWrongModel(model: string, nameOf: (type: number, field: number) => string | undefined): void {
  const read = readContentModel(parseJson(model));
  if (!('problems' in read)) return;
  refuse(
    read.problems.flatMap(({ path, reason }) => {
      const [, type, field, member] = /^contentTypes\[(\d+)\]\.fields\[(\d+)\](.*)$/.exec(path) ?? [];
      const name = nameOf(Number(type), Number(field));
      return name === undefined ? [] : [`${name}${member}: ${reason}`];
    }),
  );
}

function refuse(problems: readonly string[], path = 'the file'): void {
  if (problems.length === 0) return;
  throw new OperationError(
    `the overrides have ${problems.length} ${problems.length === 1 ? 'mistake' : 'mistakes'}, and nothing was written:\n${problems.map((each) => `  ${each}\n`).join('')}Correct ${path}.`,
  );
}
