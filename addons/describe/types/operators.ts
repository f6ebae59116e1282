/**
 * Named types of the conditions on a field, and of the values of a select: fields with the same conditions share one name.
 *
 * Elsewhere: the names of content types (names), the conditions of a type (write-types).
 */
import {
  type Field,
  isLocaleField,
  type Operator,
  operandKind,
  type SelectField,
} from '../../../src/content/model/index.js';
import { describeOperand, describeValue } from '../field-shapes.js';
import { isLimitedField, nameConditions } from '../openapi/operator-schemas.js';
import { toPascalCase } from './names.js';

/** The values of a select: the name of their type, and whether other texts are values too. */
interface SelectValues {
  readonly name: string;
  /** Whether the type has the values of a snapshot only; a condition may have any text. */
  readonly isExact: boolean;
}

export class NamedOperators {
  readonly #usedNames: Set<string>;
  /** The type's text → its name. */
  readonly #names = new Map<string, string>();
  readonly #aliases: string[] = [];

  /** @param usedNames names that the file defines elsewhere */
  constructor(usedNames: Iterable<string>) {
    this.#usedNames = new Set(usedNames);
  }

  /** @returns declarations of the types that were named so far, in the order of their naming */
  get declarations(): readonly string[] {
    return this.#aliases;
  }

  /**
   * @param owner name of the content type in the file
   * @param texts all values in the snapshot; undefined if the types follow the model alone
   * @returns     the name of the type of a select's values: `BookGenreOption`
   */
  nameSelect(owner: string, field: SelectField, texts: readonly string[] | undefined): string {
    // One value, also of a field that has a list of them.
    const { answeredType } = describeValue({ ...field, many: false }, texts);
    const comment = `A value of ${field.name}${texts === undefined ? ': an option of the model, or another text' : ''}.`;
    return this.#name(
      `select ${owner} ${field.name}`,
      `${owner}${toPascalCase(field.name)}Option`,
      answeredType,
      comment,
    );
  }

  /**
   * @param field   undefined for `id`
   * @param allowed operators of the field
   * @param select  of a select only
   * @returns       the name of the type of the conditions: `TextOperators`, or `BookGenreOperators` of a select
   */
  nameConditions(owner: string, field: Field | undefined, allowed: readonly Operator[], select?: SelectValues): string {
    const members = allowed.map((operator) => `${operator}: ${writeOperand(field, operator, select)}`).join('; ');
    const kind =
      field?.type === 'select' && !isLocaleField(field)
        ? `${owner}${toPascalCase(field.name)}`
        : nameConditions(field, allowed, isLimitedField(field, allowed));
    const comment = 'Conditions on one value, all of which must be true.';
    return this.#name(members, `${kind}Operators`, `Operators<{ ${members} }>`, comment);
  }

  #name(key: string, preferredName: string, type: string, comment: string): string {
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    let name = preferredName;
    for (let number = 2; this.#usedNames.has(name); number += 1) name = `${preferredName}${number}`;
    this.#usedNames.add(name);
    this.#names.set(key, name);
    this.#aliases.push(`/** ${comment} */\nexport type ${name} = ${type};\n`);
    return name;
  }
}

/** @returns the type of an operand; of a select, whole values have the type of its options, and parts of a value are texts */
function writeOperand(field: Field | undefined, operator: Operator, select: SelectValues | undefined): string {
  if (select === undefined || !['_eq', '_neq', '_in', '_nin'].includes(operator)) {
    const isPart = select !== undefined && operandKind(operator) === 'value';
    return isPart ? 'string' : describeOperand(field, operator).type;
  }
  const value = select.isExact ? `${select.name} | (string & {})` : select.name;
  return operandKind(operator) === 'list' ? `readonly (${value})[]` : value;
}
