/**
 * Private values: secrets, e-mail addresses of people and personal numbers, recognized by their form; and JSON without them.
 *
 * Truth values, times and links are never private; of numbers, only those under a private name.
 * Elsewhere: names (private-names), addresses that grant access (secret-addresses), accounts (account-ids), numbers of people
 * (personal-numbers), fields by all their values (private-fields).
 */
import { isList, isObject, type Json, parseJson } from '../../value/json.js';
import { isAccountId } from './account-ids.js';
import { isPersonalNumber } from './personal-numbers.js';
import { findSecretKind, isContactName, namePrivacyReason, nameWords } from './private-names.js';
import { CONTACT, NUMBER, PERSON, SECRET } from './reasons.js';
import { isSecretAddress } from './secret-addresses.js';

/** Hashes of passwords, private keys, and tokens with the prefix of a service. */
const secretPattern =
  /^(?:\$(?:2[abxy]|argon2\w*|pbkdf2[\w-]*|scrypt|P|H|S|wp|1|5|6)\$|pbkdf2_|\{S?SHA|-----BEGIN [A-Z ]*PRIVATE KEY|eyJ[\w-]+\.eyJ|[spr]k[-_](?:live|test|proj|ant)[-_]|whsec_|gh[opsur]_\w{16}|github_pat_|glpat-|xox[abeoprs]-|shp(?:at|ss|ca|pa)_|SG\.[\w-]{16}|ph[cx]_\w{16}|AKIA[A-Z\d]{12}|AIza[\w-]{30})/;
/** An e-mail address, or a name with the address in angle brackets. */
const emailAddress = /^(?:[^<>@]*<)?([\w.!#$%&'*+/=?^`{|}~-]+)@[\w-]+(?:\.[\w-]+)+>?$/;
/** Addresses with these names belong to an organisation and are public. */
const organisationRole =
  /^(?:info|contact|kontakt|hello|hallo|hi|office|mail|sales|support|help|service|press|media|team|admin|webmaster|no-?reply|jobs|careers|billing|orders?|shop|news|newsletter|events?|privacy|legal|security|feedback|enquiries|inquiries|community|marketing|general)(?:[.+_-].*)?$/i;

/** Whether the text is an address that grants access, or the identifier of an account. */
const isSecretAddressOrAccount = (text: string): boolean =>
  text.includes('://') ? isSecretAddress(text) : isAccountId(text);

/** Whether the text is a secret, or is JSON that contains one. */
export function isSecretText(text: string): boolean {
  const isJson = /^\s*[[{].*[\]}]\s*$/s.test(text);
  if (!isJson) return secretPattern.test(text) || isSecretAddressOrAccount(text);
  let isSecret = false;
  const noteReason = (_path: string, reason: string): void => {
    isSecret ||= reason === SECRET;
  };
  try {
    withoutPrivate(parseJson(text), '', () => false, noteReason);
  } catch {
    // The text has brackets and is not JSON.
  }
  return isSecret;
}

/** Whether the text is the e-mail address of a person, and nothing else. */
export function isPersonAddress(text: string): boolean {
  if (text.length >= 255 || !text.includes('@')) return false;
  const plainAddress = text.trim().replace(/^mailto:([^?]*).*$/is, '$1');
  const [, localPart] = emailAddress.exec(plainAddress) ?? [];
  return localPart !== undefined && !organisationRole.test(localPart);
}

/** Whether the text has letters and digits and no blank, as a key has, unlike the name of a key such as `home.title`. */
export const isOpaque = (text: string): boolean => /^(?=.*\d)(?=.*[A-Za-z])\S{6,}$/.test(text);

/**
 * @param path     of the value, as `--with` names it
 * @param isWanted whether `--with` names a path
 * @param onPrivate called with the path of each removed value, and the reason
 * @returns the value without its private parts; undefined if all of it is private
 */
export function withoutPrivate(
  value: Json,
  path: string,
  isWanted: (path: string) => boolean,
  onPrivate: (path: string, reason: string) => void,
): Json | undefined {
  if (isWanted(path)) return value;
  if (typeof value === 'string') {
    const reason = textPrivacyReason(value, path);
    if (reason === undefined) return value;
    onPrivate(path, reason);
    return undefined;
  }
  if (isList(value)) {
    // The elements may be lists themselves, which stay lists: coordinates of GeoJSON, rows of a table.
    const publicElements = value.map((element) => withoutPrivate(element, path, isWanted, onPrivate));
    return publicElements.filter((element) => element !== undefined);
  }
  if (!isObject(value)) return value;

  const siblingNames = Object.keys(value).map(nameWords);
  const isNextToPerson = Object.values(value).some((member) => typeof member === 'string' && isPersonAddress(member));
  const publicMembers: [string, Json][] = [];
  for (const [name, member] of Object.entries(value)) {
    const memberPath = `${path}.${name}`;
    const reason = isWanted(memberPath) ? undefined : memberPrivacyReason(name, member, isNextToPerson, siblingNames);
    if (reason !== undefined) {
      onPrivate(memberPath, reason);
      continue;
    }
    const publicPart = withoutPrivate(member, memberPath, isWanted, onPrivate);
    if (publicPart !== undefined) publicMembers.push([name, publicPart]);
  }
  return Object.fromEntries(publicMembers);
}

function textPrivacyReason(text: string, path: string): string | undefined {
  const isPerson = isPersonAddress(text) && !path.endsWith('.placeholder');
  if (isSecretText(text)) return SECRET;
  if (isPerson) return PERSON;
  return isPersonalNumber(text) ? NUMBER : undefined;
}

/** @returns the reason why a member is private by its name; undefined if its value decides */
function memberPrivacyReason(
  name: string,
  member: Json,
  isNextToPerson: boolean,
  siblingNames: readonly string[],
): string | undefined {
  if (isNextToPerson && typeof member !== 'boolean' && member !== null && isContactName(name)) return CONTACT;
  const isScalar = (typeof member === 'string' && member !== '') || typeof member === 'number';
  const nameReason = isScalar ? namePrivacyReason(nameWords(name), siblingNames) : undefined;
  if (nameReason !== undefined) return nameReason;
  const texts = (isList(member) ? member : [member]).filter((text) => typeof text === 'string' && text !== '');
  if (texts.length === 0) return undefined;
  const secretKind = findSecretKind(name);
  const isKey = secretKind === 'key' && texts.some((text) => isOpaque(String(text)));
  return secretKind === 'secret' || isKey ? SECRET : undefined;
}
