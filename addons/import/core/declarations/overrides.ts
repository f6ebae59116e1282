/**
 * What the user says of single types and fields, while all others follow from the source: a file of overrides, `--with` and
 * `--without`. Their names are those that the export would have without overrides.
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
  /** Left out where false, and not for being private where true. */
  readonly keep?: boolean;
  /** Of a field: whether it decides if its items are public. */
  readonly decides?: boolean;
  /** The name it gets. */
  readonly name?: string;
  /** Of a field: what its place in the model says instead of what was decided. */
  readonly model: JsonObject;
}

const OF_ALL = ['keep', 'name'];
const ofField: readonly string[] = [
  ...new Set(['type', ...OF_ALL, 'decides', ...FIELD_TYPES.flatMap(optionsOfType), ...OPTIONS_OF_ALL, ...FREE_TEXTS]),
];

export class Overrides {
  readonly #byName = new Map<string, Override>();
  readonly #met = new Set<string>();
  /** As messages call where it was said. */
  readonly #saidBy = new Map<string, string>();

  /** @param saidBy the option, or the file */
  add(name: string, override: Partial<Override>, saidBy: string): void {
    this.#byName.set(name, { model: {}, ...this.#byName.get(name), ...override });
    this.#saidBy.set(name, saidBy);
  }

  of(name: string): Override | undefined {
    this.#met.add(name);
    return this.#byName.get(name);
  }

  /** @returns a line for each name that nothing has; to be asked when all is planned */
  unmet(names: readonly string[]): readonly string[] {
    return [...this.#byName.keys()]
      .filter((name) => !this.#met.has(name))
      .map(
        (name) =>
          `${this.#saidBy.get(name)} ${name} changes nothing: look for the name in the report.${didYouMean(name, names)}`,
      );
  }
}

/**
 * @param path    of a file of overrides
 * @param options their names, whether they keep what they name, and what they name
 * @throws OperationError with all mistakes of the file that show without the content
 */
export async function readOverrides(
  path: string | undefined,
  options: readonly (readonly [option: string, keep: boolean, names: readonly string[] | undefined])[],
): Promise<Overrides> {
  const overrides = new Overrides();
  const problems: string[] = [];
  for (const [name, said] of path === undefined ? [] : Object.entries(await objectIn(path))) {
    const wrong = mistakesOf(name, said);
    problems.push(...wrong);
    if (!isObject(said) || wrong.length > 0) continue;
    const { keep, name: newName, decides, ...model } = said;
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

function mistakesOf(name: string, said: Json): readonly string[] {
  if (!isObject(said)) return [`${name}: write an object, such as {"keep": false}`];
  const isField = name.includes('.');
  const keys = isField ? ofField : OF_ALL;
  const problems = Object.keys(said)
    .filter((key) => !keys.includes(key))
    .map((key) => `${name}.${key}: the key is unknown here; keys are ${list(keys)}.${didYouMean(key, keys)}`);
  const { keep = true, decides = true, name: newName, type } = said;
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
 * @param nameOf the override of a place in the model; undefined where there is none
 * @throws OperationError with all mistakes of overrides that show only there
 */
export function refuseWrongModel(model: string, nameOf: (type: number, field: number) => string | undefined): void {
  const read = readContentModel(parseJson(model));
  if (!('problems' in read)) return;
  refuse(
    read.problems.flatMap(({ path, reason }) => {
      const [, type, field, rest] = /^contentTypes\[(\d+)\]\.fields\[(\d+)\](.*)$/.exec(path) ?? [];
      const name = nameOf(Number(type), Number(field));
      return name === undefined ? [] : [`${name}${rest}: ${reason}`];
    }),
  );
}

function refuse(problems: readonly string[], path = 'the file'): void {
  if (problems.length === 0) return;
  throw new OperationError(
    `the overrides have ${problems.length} ${problems.length === 1 ? 'mistake' : 'mistakes'}, and nothing was written:\n${problems.map((each) => `  ${each}\n`).join('')}Correct ${path}.`,
  );
}
