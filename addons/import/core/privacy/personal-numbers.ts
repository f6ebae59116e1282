/**
 * Numbers that identify a person: bank accounts, social insurance, taxes and passports.
 *
 * `isPersonalNumberField` judges a field by its name, `isPersonalNumber` a text by its form and check digits.
 */
import { anyOf, wholeText } from './patterns.js';

const numberFields = [
  String.raw`(?:\w+ )?iban`,
  'ssn',
  'social (?:security|insurance)(?: (?:number|no|nr))?',
  'sozialversicherungs ?(?:nummer|nr)',
  '(?:ahv|avs) ?(?:nummer|nr|number)?',
  'national insurance(?: number)?',
  'nino',
  'bsn',
  'steuer ?id(?:entifikationsnummer)?',
  'tax ?(?:payer )?(?:id|number)',
  'passport ?(?:id|number|no)',
  '(?:bank )?account number',
];
const numberFieldPattern = wholeText(anyOf(numberFields));

/** @param words of a field's name, in lower case with blanks between them */
export const isPersonalNumberField = (words: string): boolean => numberFieldPattern.test(words);

/** Social security number of the USA. */
const socialSecurityPattern = /^\d{3}-\d{2}-\d{4}$/;
/** Parts of social security numbers that are never issued. */
const unissuedPattern = /^(?:000|666|9)|-00-|-0000$/;
/** Social insurance number of Switzerland. */
const swissInsurancePattern = /^756\.\d{4}\.\d{4}\.\d{2}$/;
/** IBAN, in groups of four or without blanks. */
const ibanPattern = /^[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,4})?$/;

/** Whether the text is an IBAN with correct check digits, or a number of social insurance of the USA or of Switzerland. */
export function isPersonalNumber(text: string): boolean {
  if (socialSecurityPattern.test(text)) return !unissuedPattern.test(text);
  if (swissInsurancePattern.test(text)) return true;
  return ibanPattern.test(text) && hasValidCheckDigits(text.replaceAll(' ', ''));
}

/**
 * Whether an IBAN has correct check digits: read as a number, with its first four characters last and letters as 10 to 35,
 * it is 1 modulo 97.
 */
function hasValidCheckDigits(iban: string): boolean {
  if (iban.length < 15 || iban.length > 34) return false;
  let remainder = 0;
  for (const character of `${iban.slice(4)}${iban.slice(0, 4)}`) {
    const number = Number.parseInt(character, 36);
    // A letter is a number of two digits.
    const factor = number > 9 ? 100 : 10;
    remainder = (remainder * factor + number) % 97;
  }
  return remainder === 1;
}
