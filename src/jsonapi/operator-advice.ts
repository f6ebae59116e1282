/**
 * Advice for unknown operators: the operator that was probably meant, and the operators that exist.
 *
 * First, of an operator that a field does not take: the one that other interfaces' habits or a slip of the keys
 * were probably meant for, and those it takes.
 */
import { closest, excerpt, list } from '../content/errors/index.js';
import {
  type ContentType,
  entryOf,
  type FieldType,
  isFolded,
  isOperator,
  OPERATORS,
  type Operator,
  operatorsOfType,
} from '../content/model/index.js';

/** @returns the types, all of which have a field of that name, whose field is not folded */
export const typesWithUnfolded = (types: readonly ContentType[], name: string): readonly ContentType[] =>
  types.filter(({ fieldByName }) => !isFolded(fieldByName.get(name)!));

/** The subject of a condition, as messages name it. */
export interface Subject {
  readonly name: string;
  readonly type: FieldType;
  /** Whether the field has "many": true, and lists of texts with it. */
  readonly isList: boolean;
  /** The content types that have the field; none of `id`. */
  readonly types: readonly ContentType[];
  readonly allowed: readonly Operator[];
  /** Relationships on the way to it. */
  readonly hops: readonly string[];
}

/** Operator names of other interfaces → names here: lower case, letters only. */
const OPERATOR_BY_ALIAS: ReadonlyMap<string, Operator> = new Map(
  OPERATORS.flatMap((operator) =>
    [operator.slice(1).toLowerCase(), ...entryOf(operator).calledElsewhere.split(' ')].map((name) => [name, operator]),
  ),
);

/** @returns the name as `CALLED` has it, without what interfaces write differently */
export const normalizeName = (name: string): string => name.replace(/[^A-Za-z]/g, '').toLowerCase();

/** Operators that do not exist here, and the form that replaces each. */
const DETOURS: ReadonlyMap<string, (path: string) => string> = new Map([
  ['null', (path) => `Whether there is a value is asked by filter${path}[_exists]=false.`],
  ['empty', (path) => `Whether there is a value is asked by filter${path}[_exists]=false.`],
  ['notnull', (path) => `Whether there is a value is asked by filter${path}[_exists]=true.`],
  ['notempty', (path) => `Whether there is a value is asked by filter${path}[_exists]=true.`],
  ['notexists', (path) => `Whether there is a value is asked by filter${path}[_exists]=false.`],
  ['between', (path) => `A range has two ends: filter${path}[_gte]=<value> and filter${path}[_lte]=<value>.`],
]);

/** The operator to show in an example, or undefined where there is none. */
export const exampleOperator = (allowed: readonly Operator[]): Operator | undefined =>
  allowed.find((operator) => operator !== '_exists');

const unfoldedOperator = (operator: Operator | undefined): Operator | undefined =>
  operator === undefined ? undefined : entryOf(operator).unfolded;

/** @returns the operator of which `notContains`, `nlike` or the like is the opposite, if it is one of those allowed */
function negatedOf(words: string, allowed: readonly Operator[]): Operator | undefined {
  const [, positive = ''] = /^(?:does)?no?t?(.{3,})$/.exec(words) ?? [];
  const meant = OPERATOR_BY_ALIAS.get(positive);
  return allowed.find((operator) => operator === meant);
}

const bracketed = (hops: readonly string[], ...name: readonly string[]): string =>
  [...hops, ...name].map((part) => `[${part}]`).join('');

/** Of several texts an operator would not say whether it is of one or of all of them. */
function explainListOperator({ name, hops }: Subject, given: Operator, only: string): string {
  const { opposite } = entryOf(given);
  const detour =
    opposite === undefined
      ? ''
      : ` Items without the value are asked for by filter[_NOT][]${bracketed(hops, name)}[${opposite}]=<value>.`;
  return `The operator "${given}" is unsupported on "${name}", which has "many": true in the model: an item may have several values, and only whether one of them is equal can be asked.${detour} ${only}`;
}

/** @returns the detail of an UnsupportedOperator */
export function explainOperator(subject: Subject, given: string): string {
  const { name, type, isList, types, allowed, hops } = subject;
  const only = `"${name}" (${type}) takes ${allowed.join(', ')}.`;
  if (isOperator(given) && isList) return explainListOperator(subject, given, only);
  if (isOperator(given)) {
    const unfolded = operatorsOfType(type).includes(given) ? typesWithUnfolded(types, name) : [];
    const right = `set "fold": true on the field of ${list(unfolded.map((one) => one.name))} in model.json and build again`;
    const why = unfolded.length === 0 ? '' : `, whose values are not case-folded: ${right}`;
    return `The operator "${given}" is unsupported on "${name}"${why}. ${only}`;
  }
  const words = normalizeName(given);
  const detour = type === 'relationship' ? undefined : DETOURS.get(words);
  // An id is always there; its item need not be.
  const asked = name === 'id' && hops.length > 0 ? bracketed(hops) : bracketed(hops, name);
  if (detour !== undefined) return `There is no operator "${excerpt(given)}". ${detour(asked)} ${only}`;
  const opposite = OPERATOR_BY_ALIAS.has(words) ? undefined : negatedOf(words, allowed);
  if (opposite !== undefined) {
    const through = type === 'relationship' ? '[id]' : '';
    return `There is no operator "${excerpt(given)}". Negate it with a group: filter[_NOT][]${bracketed(hops, name)}${through}[${opposite}]=<value>. ${only}`;
  }
  const near = OPERATOR_BY_ALIAS.get(words) ?? closest(given, allowed);
  const meant =
    allowed.find((operator) => operator === near) ?? allowed.find((operator) => operator === unfoldedOperator(near));
  return `There is no operator "${excerpt(given)}".${meant === undefined ? '' : ` Did you mean "${meant}"?`} ${only}`;
}
