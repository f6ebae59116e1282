/**
 * Names of fields that are private by their words: secrets, accounts, personal numbers, birth dates, phones and addresses.
 *
 * Elsewhere: accounts (account-names), personal numbers (personal-numbers), birth dates (birth-dates), the decision about a
 * field by its name and values (private-fields).
 */
import { isAccountField } from './account-names.js';
import { isBirthOfNamedPerson } from './birth-dates.js';
import { isPersonalNumberField } from './personal-numbers.js';
import { BIRTH, NUMBER, SECRET } from './reasons.js';

/** @returns the words in lower case, without digits: `apiKey2` becomes `api` and `key` */
export const splitName = (name: string): readonly string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '');

/** @returns the words of the name with blanks between them */
export const nameWords = (name: string): string => splitName(name).join(' ');

const secretWord =
  /^(?:passwords?|passwd|passphrase|passcode|passwort|pwd|secrets?|apikeys?|privatekeys?|accesstokens?)$/;
/** Words before `key` or `token` that make it a secret. */
const secretPrefix =
  /^(?:api|private|secret|access|auth|encryption|signing|ssh|license|licence|client|service|session|app|webhook|write|admin|server|account|refresh|bearer|reset|deploy)$/;

/** @returns `secret` if any text under the name is a secret, `key` if the text decides, undefined for any other name */
export function findSecretKind(name: string): 'secret' | 'key' | undefined {
  const words = splitName(name);
  const [previousWord = '', lastWord = ''] = [words.at(-2), words.at(-1)];
  if (lastWord === 'token' || words.some((word) => secretWord.test(word))) return 'secret';
  const isKey = /^(?:keys?|tokens)$/.test(lastWord) && words.length > 1;
  if (!isKey) return undefined;
  return secretPrefix.test(previousWord) ? 'secret' : 'key';
}

/**
 * @param words        of the field's name
 * @param siblingNames words of each field of the same record
 * @returns the reason why every value under this name is private; undefined if the name alone does not show it
 */
export function namePrivacyReason(words: string, siblingNames: readonly string[]): string | undefined {
  if (isPersonalNumberField(words)) return NUMBER;
  if (isBirthOfNamedPerson(words, siblingNames)) return BIRTH;
  return isAccountField(words) ? SECRET : undefined;
}

const contactName =
  /\b(?:(?:tele)?phones?|phone ?number|t[eé]l[eé](?:fon[eo]?|phone)|mobile|m[oó]vil|celular|cellulare|fax|address(?:es)?|adress(?:en?|es)|direcci[oó]n|indirizzo|endere[cç]o|street|strasse|zip(?: ?code)?|post(?:al)? ?code|c[oó]digo postal|plz|iban)\b/;

/** Whether the name means a phone or a postal address. */
export function isContactName(name: string): boolean {
  const words = nameWords(name);
  return contactName.test(words) && !/\be? ?mails?\b/.test(words);
}
