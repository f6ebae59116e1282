/**
 * What looks like a secret or the e-mail address of a person, in whatever source: by the words of a name, and by the shape
 * of values. Numbers, truths, times and links are never private, so that `token_count` and `has_password` stay.
 */
import { isList, isObject, type Json } from '../value/json.js';
import type { FieldShape } from './shape.js';

/** Hashes of passwords, private keys, and tokens that begin as their makers let them. */
const secretShape =
  /^(?:\$(?:2[abxy]|argon2\w*|pbkdf2[\w-]*|scrypt|P|H|wp|1|5|6)\$|pbkdf2_|\{S?SHA|-----BEGIN [A-Z ]*PRIVATE KEY|eyJ[\w-]+\.eyJ|[spr]k[-_](?:live|test|proj|ant)[-_]|whsec_|gh[opsur]_\w{16}|github_pat_|glpat-|xox[abeoprs]-|shp(?:at|ss|ca|pa)_|SG\.[\w-]{16}|ph[cx]_\w{16}|AKIA[A-Z\d]{12}|AIza[\w-]{30})/;
const address = /^(?:[^<>@]*<)?([\w.!#$%&'*+/=?^`{|}~-]+)@[\w-]+(?:\.[\w-]+)+>?$/;
/** Addresses of these are an organisation's, which it shows. */
const role =
  /^(?:info|contact|kontakt|hello|hallo|hi|office|mail|sales|support|help|service|press|media|team|admin|webmaster|no-?reply|jobs|careers|billing|orders?|shop|news|newsletter|events?|privacy|legal|security|feedback|enquiries|inquiries|community|marketing|general)(?:[.+_-].*)?$/i;

export const isSecretText = (text: string): boolean => secretShape.test(text);

/** Whether the text is the address of somebody, and nothing else. */
export function isPersonAddress(text: string): boolean {
  const [, local] = text.length < 255 && text.includes('@') ? (address.exec(text.trim()) ?? []) : [];
  return local !== undefined && !role.test(local);
}

/** Letters and digits without a blank: a key, and not the name of one, such as `home.title`. */
export const isOpaque = (text: string): boolean => /^(?=.*\d)(?=.*[A-Za-z])\S{6,}$/.test(text);

const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '');

const secretWord =
  /^(?:passwords?|passwd|passphrase|passcode|passwort|pwd|secrets?|apikeys?|privatekeys?|accesstokens?)$/;
/** What a key or a token opens. */
const opens =
  /^(?:api|private|secret|access|auth|encryption|signing|ssh|license|licence|client|service|session|app|webhook|write|admin|server|account|refresh|bearer|reset|deploy)$/;

/** @returns `secret` whatever its text, `key` where its text decides, undefined for a name that says nothing */
function kindOf(name: string): 'secret' | 'key' | undefined {
  const words = wordsOf(name);
  const [before = '', last = ''] = [words.at(-2), words.at(-1)];
  if (words.some((word) => secretWord.test(word)) || last === 'token') return 'secret';
  const isKey = /^(?:keys?|tokens)$/.test(last) && words.length > 1;
  return isKey ? (opens.test(before) ? 'secret' : 'key') : undefined;
}

const SECRET = 'looks like a secret';
const PERSON = 'e-mail addresses of people';
/** A fifth of the texts of a field. */
const shareOfAddresses = 0.2;

/** What the values of a field had in common, as `Observed` counts it. */
interface Seen {
  readonly populated: number;
  readonly kinds: ReadonlyMap<string, number>;
  readonly texts: number;
  readonly markdown: number;
  readonly instants: number;
  readonly truths: number;
  readonly secrets: number;
  readonly addresses: number;
  readonly opaque: number;
}

/** @returns why the values of a field are private; undefined where they are not */
export function privateBecause(name: string, seen: Seen, shape: FieldShape | undefined): string | undefined {
  const { kinds, texts } = seen;
  const isNeither = shape !== undefined && /^(?:boolean|integer|decimal|dateTime|link|asset)$/.test(shape.type);
  const isOther =
    kinds.has('link') ||
    kinds.has('asset') ||
    (seen.populated === 0 ? isNeither : texts + (kinds.get('json') ?? 0) === 0);
  if (isOther) return undefined;
  const kind = kindOf(name);
  const isProse = seen.markdown > 0 || (texts > 0 && seen.instants + seen.truths === texts);
  if (seen.secrets > 0 || (kind === 'secret' && !isProse) || (kind === 'key' && seen.opaque > 0)) return SECRET;
  const words = wordsOf(name);
  const isNamed = words.some((word) => /^e?mails?$/.test(word));
  if (words.includes('placeholder')) return undefined;
  return seen.addresses > (isNamed ? 0 : texts * shareOfAddresses) ? PERSON : undefined;
}

/**
 * @param kept whether a path of names is to stay
 * @param tell told of the path of everything that is left out, and why
 * @returns the value without what is private in it; undefined where nothing is left
 */
export function withoutPrivate(
  value: Json,
  path: string,
  kept: (path: string) => boolean,
  tell: (path: string, reason: string) => void,
): Json | undefined {
  if (kept(path)) return value;
  if (typeof value === 'string') {
    const isPerson = isPersonAddress(value) && !path.endsWith('.placeholder');
    const why = isSecretText(value) ? SECRET : isPerson ? PERSON : undefined;
    if (why !== undefined) tell(path, why);
    return why === undefined ? value : undefined;
  }
  if (isList(value)) return value.flatMap((each) => withoutPrivate(each, path, kept, tell) ?? []);
  if (!isObject(value)) return value;
  const members = Object.entries(value).flatMap(([name, member]): [string, Json][] => {
    const at = `${path}.${name}`;
    const texts = (isList(member) ? member : [member]).filter((each) => typeof each === 'string' && each !== '');
    const kind = texts.length > 0 && !kept(at) ? kindOf(name) : undefined;
    if (kind === 'secret' || (kind === 'key' && texts.some((each) => isOpaque(String(each))))) {
      tell(at, SECRET);
      return [];
    }
    const left = withoutPrivate(member, at, kept, tell);
    return left === undefined ? [] : [[name, left]];
  });
  return Object.fromEntries(members);
}
