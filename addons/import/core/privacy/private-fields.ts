/**
 * Fields that are private, by the name of the field and the counts over its values.
 *
 * Truth values, times and links are never private, and of numbers only phones and personal numbers: `token_count` is public.
 * Elsewhere: names (private-names), forms of values (private-values), types (private-types).
 */
import type { FieldShape } from '../declarations/shape.js';
import { findSecretKind, isContactName, namePrivacyReason, nameWords, splitName } from './private-names.js';
import { CONTACT, NUMBER, PERSON, SECRET } from './reasons.js';

/** The share of a field's texts that must be private, if the field's name does not show it. */
const privateShareMinimum = 0.2;

/** Counts over the values of a field, as `ValueStatistics` has them. */
interface ValueCounts {
  readonly populated: number;
  readonly kinds: ReadonlyMap<string, number>;
  readonly texts: number;
  readonly markdownTexts: number;
  readonly instants: number;
  readonly booleanTexts: number;
  readonly secretTexts: number;
  readonly secretAddresses: number;
  readonly personAddresses: number;
  readonly personalNumbers: number;
  readonly opaqueTexts: number;
}

/** A field with the counts over its values. */
export interface FieldWithValues {
  readonly name: string;
  readonly statistics: ValueCounts;
  readonly shape: FieldShape | undefined;
}

/**
 * @param isNextToPerson whether the type `hasPersonAddresses`
 * @param siblingNames   words of the name of each field of the type
 * @returns the reason why the values of a field are private; undefined if they are not
 */
export function fieldPrivacyReason(
  name: string,
  statistics: ValueCounts,
  shape: FieldShape | undefined,
  isNextToPerson = false,
  siblingNames: readonly string[] = [],
): string | undefined {
  const { kinds, texts } = statistics;
  const textsAndObjects = texts + (kinds.get('json') ?? 0);
  if (textsAndObjects + (kinds.get('number') ?? 0) > 0) {
    const nameReason = namePrivacyReason(nameWords(name), siblingNames);
    if (nameReason !== undefined) return nameReason;
    if (isNextToPerson && isContactName(name)) return CONTACT;
  }
  if (isNeverPrivate(statistics, shape)) return undefined;
  if (isSecretField(name, statistics)) return SECRET;
  const minimum = texts * privateShareMinimum;
  if (statistics.personalNumbers > minimum) return NUMBER;
  const words = splitName(name);
  if (words.includes('placeholder')) return undefined;
  const isNamedEmail = words.some((word) => /^e?mails?$/.test(word));
  return statistics.personAddresses > (isNamedEmail ? 0 : minimum) ? PERSON : undefined;
}

/** Whether the field has links or files, or neither texts nor objects. Without any value, its declared type decides. */
function isNeverPrivate({ kinds, texts, populated }: ValueCounts, shape: FieldShape | undefined): boolean {
  if (kinds.has('link') || kinds.has('asset')) return true;
  if (populated > 0) return texts + (kinds.get('json') ?? 0) === 0;
  return shape !== undefined && /^(?:boolean|integer|decimal|dateTime|link|asset)$/.test(shape.type);
}

function isSecretField(name: string, statistics: ValueCounts): boolean {
  const {
    texts,
    markdownTexts: markdown,
    instants,
    booleanTexts: truths,
    secretTexts: secrets,
    secretAddresses,
    opaqueTexts: opaque,
  } = statistics;
  if (secrets > 0 || secretAddresses > texts * privateShareMinimum) return true;
  const secretKind = findSecretKind(name);
  if (secretKind === 'key') return opaque > 0;
  const isProseOrTime = markdown > 0 || (texts > 0 && instants + truths === texts);
  return secretKind === 'secret' && !isProseOrTime;
}

/** Types of places and organisations, whose addresses and phones are for visitors. */
const placeType =
  /\b(?:locations?|stores?|shops?|offices?|venues?|branch(?:es)?|places?|compan(?:y|ies)|organi[sz]ations?|events?|dealers?)$/;

/** Whether the field has e-mail addresses of people. */
export const isOfPeople = ({ name, statistics, shape }: FieldWithValues): boolean =>
  fieldPrivacyReason(name, statistics, shape) === PERSON;

/** Whether the type has e-mail addresses of people, so that its phones and postal addresses are private too. */
export const hasPersonAddresses = (type: string, fields: readonly FieldWithValues[]): boolean =>
  !placeType.test(nameWords(type)) && fields.some(isOfPeople);
