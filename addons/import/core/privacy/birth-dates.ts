/**
 * Birth dates of living people, judged by the names of a record's fields.
 *
 * A record with a date of death is a biography: its birth date is public.
 */
import { anyOf, wholeText } from './patterns.js';

const birthFields = [
  'birth ?(?:date|day)',
  'date of birth',
  'dob',
  'geburts(?:datum|tag)',
  'date de naissance',
  'fecha de nacimiento',
  'data di nascita',
];
const deathFields = ['death ?(?:date|day)', 'date of death', 'died(?: on)?', 'sterbedatum', 'todesdatum', 'deceased'];
const personNameFields = [
  '(?:first|last|full|given|family|display)? ?name',
  'surname',
  'vorname',
  'nachname',
  'prenom',
  'nombre',
  'nome',
  'nom',
];

const birthPattern = wholeText(anyOf(birthFields));
const deathPattern = wholeText(anyOf(deathFields));
const personNamePattern = wholeText(anyOf(personNameFields));

/**
 * Whether a field is the birth date of a living person with a name.
 *
 * @param words        of the field's name, in lower case with blanks between them
 * @param siblingNames words of each field of the same record
 */
export const isBirthOfNamedPerson = (words: string, siblingNames: readonly string[]): boolean =>
  birthPattern.test(words) &&
  siblingNames.some((name) => personNamePattern.test(name)) &&
  !siblingNames.some((name) => deathPattern.test(name));
