/**
 * Chooses the column or member whose values become the ids of the items of a table.
 *
 * A column is suitable if each row has a different value. `--id` overrides the choice; a table without such a column gets ids
 * of its foreign keys, or of the numbers of its rows.
 * Elsewhere: counting the values of a column (csv-survey), reading rows and objects (csv, json).
 */
import { didYouMean, list, OperationError } from '../../../../src/content/errors/index.js';
import { singularForms } from '../../core/declarations/names.js';
import type { TypeIntake } from '../../core/intake/source.js';

/** Names of columns and members that name items, the best first. */
const idNames: readonly string[] = ['id', '_id', 'uuid', 'guid', 'key', 'slug', 'code'];

const simplifyName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** @returns names that may name the items of a type, the best first: `id`, `<type>_id`, then the names of the list */
export function findIdCandidates(names: readonly string[], type: string): readonly string[] {
  const ownNames = singularForms(simplifyName(type)).map((form) => `${form}id`);
  const [bestName, ...weakerNames] = idNames;
  const candidates = [
    ...names.filter((name) => name.toLowerCase() === bestName),
    ...names.filter((name) => ownNames.includes(simplifyName(name))),
    ...weakerNames.flatMap((idName) => names.filter((name) => name.toLowerCase() === idName)),
  ];
  return [...new Set(candidates)];
}

const isKeyName = (name: string): boolean => /[_-]id$|[a-z\d]I[dD]$/i.test(name);

/** @returns columns that link to other tables, if together they may identify a row of a joining table; otherwise none */
export function findJoinKeys(names: readonly string[]): readonly string[] {
  const keys = names.filter(isKeyName);
  return keys.length > 1 && keys.length * 2 >= names.length ? keys : [];
}

/** @returns an id made of a row's keys, and of its number if another row has the same keys or one of them is empty */
export function buildJoinedId(type: TypeIntake, keys: readonly string[], number: number): string {
  const id = keys.join('-');
  if (keys.includes('')) return String(number);
  return type.has(id) ? `${id}-${number}` : id;
}

/** Whether the column becomes the id only, and not also a field, as a slug does. */
export const isIdOnly = (name: string): boolean => ['id', '_id'].includes(name.toLowerCase());

/** The rows that a column does not identify. */
export interface IdFaults {
  /** Rows whose value an earlier row has, or that have none. */
  readonly count: number;
  /** The value and the place of the first of these rows. */
  readonly example: string;
}

/** The values of `--id`: names of columns for all tables, or for one table. `#` numbers the rows. */
export class IdOption {
  readonly #optionValues: readonly string[];
  readonly #used = new Set<string>();

  /** @param optionValues such as `ID`, `airports.ident` or `log.#` */
  constructor(optionValues: readonly string[]) {
    this.#optionValues = optionValues;
  }

  /**
   * @param type the type's own name
   * @returns the column or member that is to be the id, or `#`; undefined if the option names none of this table
   * @throws OperationError if the option names the type, and the type has no such column
   */
  findColumn(type: string, names: readonly string[]): string | undefined {
    for (const optionValue of this.#optionValues) {
      const columnOfType = optionValue.startsWith(`${type}.`) ? optionValue.slice(type.length + 1) : undefined;
      if (columnOfType !== undefined && columnOfType !== '#' && !names.includes(columnOfType))
        throw new OperationError(
          `--id ${optionValue}: ${type} has no column ${columnOfType}. It has ${list(names)}.${didYouMean(columnOfType, names)}`,
        );
      const name = columnOfType ?? (names.includes(optionValue) ? optionValue : undefined);
      if (name === undefined) continue;
      this.#used.add(optionValue);
      return name;
    }
    return undefined;
  }

  /** @throws OperationError if a value of the option names no column of any table; to be called after all were read */
  refuseUnused(): void {
    const unused = this.#optionValues.find((optionValue) => !this.#used.has(optionValue));
    if (unused !== undefined)
      throw new OperationError(`--id ${unused}: no table has this column. Write <column> or <type>.<column>.`);
  }
}

export interface IdChoice {
  /** Undefined if no column names the rows. */
  readonly column: string | undefined;
  /** A column with a better name, and the reason why it is not the id. */
  readonly rejected?: { readonly column: string; readonly faults: IdFaults };
}

/**
 * @param findFaults undefined for a column in which each row has its own value
 * @throws OperationError if the column that is to name the rows repeats in more than one row, and no other one names them
 */
export function chooseId(
  file: string,
  type: string,
  names: readonly string[],
  requestedColumn: string | undefined,
  findFaults: (column: string) => IdFaults | undefined,
): IdChoice {
  if (requestedColumn === '#') return { column: undefined };
  if (requestedColumn !== undefined) {
    const faults = findFaults(requestedColumn);
    if (faults !== undefined && faults.count > 1) throw buildRepeatedIdError(file, type, requestedColumn, faults);
    return { column: requestedColumn };
  }
  const candidates = findIdCandidates(names, type);
  const [preferred] = candidates;
  if (preferred === undefined) return { column: undefined };
  const faults = findFaults(preferred);
  if (faults === undefined) return { column: preferred };
  const [firstColumn] = names;
  const otherColumns = [...candidates.slice(1), ...names.filter((name) => name === firstColumn && isKeyName(name))];
  const unique = otherColumns.find((name) => findFaults(name) === undefined);
  if (unique !== undefined) return { column: unique, rejected: { column: preferred, faults } };
  if (faults.count === 1) return { column: preferred };
  const isKey = isIdOnly(preferred) || simplifyName(preferred).endsWith('id');
  if (isKey) throw buildRepeatedIdError(file, type, preferred, faults);
  return { column: undefined, rejected: { column: preferred, faults } };
}

/** @returns the columns whose faults `chooseId` may request */
export const findSurveyedColumns = (
  names: readonly string[],
  type: string,
  requestedColumn: string | undefined,
): readonly string[] => [
  ...new Set([
    ...findIdCandidates(names, type),
    ...names.slice(0, 1).filter(isKeyName),
    ...(requestedColumn === undefined ? [] : [requestedColumn]),
  ]),
];

/** @returns the error for an id that several items have, or that some lack */
export const buildRepeatedIdError = (
  file: string,
  type: string,
  column: string,
  { count, example }: IdFaults,
): OperationError =>
  new OperationError(
    `${file}: ${column} does not name the items: ${count} of them have the value of another one or none, such as ${example}. Nothing was written. Name a column that differs in each with --id ${type}.<column>, or number the items with --id '${type}.#'.`,
  );
