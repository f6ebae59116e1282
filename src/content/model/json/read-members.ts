/**
 * Checks for every part of `model.json`: objects, arrays, names, texts and flags. They collect problems, each with its path.
 */
import { didYouMean, excerpt, list } from '../../errors/index.js';
import { entryOfType, FIELD_TYPES, type FieldType, type OwnOption } from '../field-types.js';
import type { Structure } from '../fields.js';
import { FIELD_NAME_RULE, isFieldName, isName, NAME_RULE } from '../identifiers.js';
import { structuresOfType } from '../structures/field-structures.js';

export interface ModelProblem {
  /** Path in `model.json`, such as `contentTypes[2].fields[1].type`; empty for the whole file. */
  readonly path: string;
  /** The mistake, then the correction. */
  readonly reason: string;
}

/** Expensive reasons are written out for this many problems only: a large model can have a hundred thousand mistakes. */
const fullReasonsMaximum = 100;

export type Members = ReadonlyMap<string, unknown>;

/** @returns the value as it appears in a message */
export function quoted(value: unknown): string {
  if (typeof value === 'string') return excerpt(JSON.stringify(value));
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

/** @returns the own members of a JSON object, which may be a Map or a plain object; undefined for other values */
function membersOf(value: unknown): Members | undefined {
  if (value instanceof Map) return new Map([...value].map(([key, member]) => [String(key), member]));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return new Map<string, unknown>(Object.entries(value));
}

/** The keys that every field may have besides `name`, `type` and the free texts. */
export const OPTIONS_OF_ALL = ['localized'] as const;
export type OptionOfAll = (typeof OPTIONS_OF_ALL)[number];
export type FieldOption = OwnOption | Structure;

/** The other keys that a field of this type may have. */
export const optionsOfType = (type: FieldType): readonly FieldOption[] => [
  ...entryOfType(type).options,
  ...structuresOfType(type),
];
const everyOption: ReadonlySet<string> = new Set(FIELD_TYPES.flatMap(optionsOfType));
/** @param key an option of some field types. @returns those types: `decimal`, `select and text` */
const listTypesWith = (key: string): string =>
  list(FIELD_TYPES.filter((type) => optionsOfType(type).some((option) => option === key)));

/** Keys of types, fields and inverses that describe them for readers. */
export const FREE_TEXTS: readonly string[] = ['label', 'description'];

/** Collects problems. A check returns undefined for an invalid value. */
export class ModelChecks {
  readonly problems: ModelProblem[] = [];

  object(path: string, value: unknown, expected: string): Members | undefined {
    const members = membersOf(value);
    if (members === undefined)
      this.problem(path, `${value === undefined ? 'it is missing' : `${quoted(value)} is not an object`}; ${expected}`);
    return members;
  }

  array(path: string, value: unknown, expected: string): readonly unknown[] | undefined {
    if (Array.isArray(value)) return value;
    this.problem(path, `${value === undefined ? 'it is missing' : `${quoted(value)} is not an array`}; ${expected}`);
    return undefined;
  }

  /**
   * An array of at least one text, each non-empty and there once.
   *
   * @param kind     name of an element, such as `option`
   * @param expected the correction of anything but an array
   */
  distinctTexts(
    path: string,
    value: unknown,
    kind: string,
    expected = `write an array of at least one ${kind}`,
  ): readonly string[] | undefined {
    const values = this.array(path, value, expected);
    if (values === undefined) return undefined;
    if (values.length === 0) this.problem(path, `the array is empty; ${expected}`);
    const texts = new Set<string>();
    for (const [index, text] of values.entries()) {
      const place = `${path}[${index}]`;
      if (typeof text !== 'string' || text === '')
        this.problem(place, `${quoted(text)} is not a valid ${kind}; write a non-empty text`);
      else if (texts.has(text)) this.problem(place, `the ${kind} ${quoted(text)} appears twice`);
      else texts.add(text);
    }
    return texts.size === values.length && texts.size > 0 ? Object.freeze([...texts]) : undefined;
  }

  /** The name of a space or a content type. */
  name(path: string, value: unknown): string | undefined {
    return this.named(path, value, isName, NAME_RULE);
  }

  fieldName(path: string, value: unknown): string | undefined {
    return this.named(path, value, isFieldName, FIELD_NAME_RULE);
  }

  private named(path: string, value: unknown, isAllowed: (text: string) => boolean, rule: string): string | undefined {
    if (typeof value === 'string' && isAllowed(value)) return value;
    const mistake = value === undefined ? 'the name is missing' : `${quoted(value)} is not a valid name`;
    this.problem(path, `${mistake}; ${rule}`);
    return undefined;
  }

  /** @param type the field type, if these are the keys of a field */
  checkKeys(path: string, members: Members, allowed: readonly string[], type?: FieldType): void {
    const prefix = path === '' ? '' : `${path}.`;
    for (const key of members.keys()) {
      if (!allowed.includes(key)) {
        const misplaced = type !== undefined && everyOption.has(key);
        const mistake = misplaced
          ? `a field of type ${type} takes no "${key}", which is for ${listTypesWith(key)}`
          : `the key ${quoted(key)} is unknown here`;
        this.problem(
          prefix + excerpt(key),
          `${mistake}; keys are ${list(allowed)}.${misplaced ? '' : didYouMean(key, allowed)}`,
        );
      }
    }
  }

  /** @returns false if it is absent */
  flag(path: string, value: unknown = false): boolean | undefined {
    if (typeof value === 'boolean') return value;
    this.problem(path, `${quoted(value)} is neither true nor false; write one of them`);
    return undefined;
  }

  /** @param reason a function if the text is expensive to build; called for the first hundred problems only */
  problem(path: string, reason: string | (() => string)): void {
    this.problems.push({ path, reason: typeof reason === 'string' ? reason : this.#buildReason(reason) });
  }

  #buildReason(build: () => string): string {
    return this.problems.length < fullReasonsMaximum ? build() : 'see above';
  }
}
