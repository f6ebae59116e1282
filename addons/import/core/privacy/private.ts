/**
 * Secrets and personal data, recognised by the words of names and the form of values, in every source.
 *
 * A type is private only if its name and the name of a field say so: an order of service and customer stories are not. Truth
 * values, times and links are never private, and of numbers only phones: `token_count` and `has_password` are not.
 * Elsewhere: names and forms of accounts and personal numbers (accounts), publication of items (publication).
 */
import { isList, isObject, type Json, parseJson } from '../../value/json.js';
import type { FieldShape } from '../declarations/shape.js';
import {
  ACCOUNTS,
  isAccountName,
  isAccountType,
  isBirthBesideName,
  isPersonalName,
  isPersonalNumber,
  isSecretAddress,
} from './accounts.js';

/** Hashes of passwords, private keys, and tokens with a known prefix. */
const secretShape =
  /^(?:\$(?:2[abxy]|argon2\w*|pbkdf2[\w-]*|scrypt|P|H|S|wp|1|5|6)\$|pbkdf2_|\{S?SHA|-----BEGIN [A-Z ]*PRIVATE KEY|eyJ[\w-]+\.eyJ|[spr]k[-_](?:live|test|proj|ant)[-_]|whsec_|gh[opsur]_\w{16}|github_pat_|glpat-|xox[abeoprs]-|shp(?:at|ss|ca|pa)_|SG\.[\w-]{16}|ph[cx]_\w{16}|AKIA[A-Z\d]{12}|AIza[\w-]{30})/;
const address = /^(?:[^<>@]*<)?([\w.!#$%&'*+/=?^`{|}~-]+)@[\w-]+(?:\.[\w-]+)+>?$/;
/** Addresses with these names belong to an organisation and are public. */
const role =
  /^(?:info|contact|kontakt|hello|hallo|hi|office|mail|sales|support|help|service|press|media|team|admin|webmaster|no-?reply|jobs|careers|billing|orders?|shop|news|newsletter|events?|privacy|legal|security|feedback|enquiries|inquiries|community|marketing|general)(?:[.+_-].*)?$/i;

/** Whether the text is a secret, or is JSON that contains one. */
export function isSecretText(text: string): boolean {
  if (!/^\s*[[{].*[\]}]\s*$/s.test(text)) return secretShape.test(text) || isSecretAddress(text);
  let isSecret = false;
  try {
    withoutPrivate(
      parseJson(text),
      '',
      () => false,
      (_, why) => {
        isSecret ||= why === SECRET;
      },
    );
  } catch {
    // Another text in brackets.
  }
  return isSecret;
}

/** Whether the text is the e-mail address of a person, and nothing else. */
export function isPersonAddress(text: string): boolean {
  const bare = text.length < 255 && text.includes('@') ? text.trim().replace(/^mailto:([^?]*).*$/is, '$1') : '';
  const [, local] = address.exec(bare) ?? [];
  return local !== undefined && !role.test(local);
}

/** Whether the text has letters and digits and no blank, as a key has, unlike the name of a key such as `home.title`. */
export const isOpaque = (text: string): boolean => /^(?=.*\d)(?=.*[A-Za-z])\S{6,}$/.test(text);

const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '');

const secretWord =
  /^(?:passwords?|passwd|passphrase|passcode|passwort|pwd|secrets?|apikeys?|privatekeys?|accesstokens?)$/;
/** Words before `key` or `token` that make it a secret. */
const opens =
  /^(?:api|private|secret|access|auth|encryption|signing|ssh|license|licence|client|service|session|app|webhook|write|admin|server|account|refresh|bearer|reset|deploy)$/;

/** @returns `secret` whatever its text, `key` where its text decides, undefined for a name that says nothing */
function secretKindOf(name: string): 'secret' | 'key' | undefined {
  const words = wordsOf(name);
  const [before = '', last = ''] = [words.at(-2), words.at(-1)];
  if (words.some((word) => secretWord.test(word)) || last === 'token') return 'secret';
  const isKey = /^(?:keys?|tokens)$/.test(last) && words.length > 1;
  return isKey ? (opens.test(before) ? 'secret' : 'key') : undefined;
}

export const SECRET = 'looks like a secret';
const NUMBER = 'numbers of bank accounts, of social insurance or of passports';
const BIRTH = 'birth dates beside names';
const PERSON = 'e-mail addresses of people';
const WHERE = 'phones or addresses beside e-mail addresses of people';
const RECORD = 'records of what people bought, sent or signed up for, of their health, or of their sessions';
/** The share of a field's texts that must be addresses, if the field's name does not say so. */
const shareOfAddresses = 0.2;

/** What the values of a field had in common, as `ValueStatistics` counts it. */
interface Seen {
  readonly populated: number;
  readonly kinds: ReadonlyMap<string, number>;
  readonly texts: number;
  readonly markdown: number;
  readonly instants: number;
  readonly truths: number;
  readonly secrets: number;
  readonly secretAddresses: number;
  readonly addresses: number;
  readonly personalNumbers: number;
  readonly opaque: number;
}

/**
 * @param isNextToPerson whether the type `hasPersonAddresses`
 * @param siblingWords   words of the names of all fields of the type
 * @returns the reason why the values of a field are private; undefined if they are not
 */
export function fieldPrivacyReason(
  name: string,
  statistics: Seen,
  shape: FieldShape | undefined,
  isNextToPerson = false,
  siblingWords: readonly string[] = [],
): string | undefined {
  const { kinds, texts } = statistics;
  const isTold = texts + (kinds.get('json') ?? 0) + (kinds.get('number') ?? 0) > 0;
  const ofSomebody = isTold ? ownPrivacyReason(nameWords(name), siblingWords) : undefined;
  if (ofSomebody !== undefined) return ofSomebody;
  if (isNextToPerson && isTold && isContactName(name)) return WHERE;
  const isNeither = shape !== undefined && /^(?:boolean|integer|decimal|dateTime|link|asset)$/.test(shape.type);
  const isOther =
    kinds.has('link') ||
    kinds.has('asset') ||
    (statistics.populated === 0 ? isNeither : texts + (kinds.get('json') ?? 0) === 0);
  if (isOther) return undefined;
  const kind = secretKindOf(name);
  const isProse = statistics.markdown > 0 || (texts > 0 && statistics.instants + statistics.truths === texts);
  if (
    statistics.secrets > 0 ||
    statistics.secretAddresses > texts * shareOfAddresses ||
    (kind === 'secret' && !isProse) ||
    (kind === 'key' && statistics.opaque > 0)
  )
    return SECRET;
  const words = wordsOf(name);
  const isNamed = words.some((word) => /^e?mails?$/.test(word));
  if (statistics.personalNumbers > texts * shareOfAddresses) return NUMBER;
  if (words.includes('placeholder')) return undefined;
  return statistics.addresses > (isNamed ? 0 : texts * shareOfAddresses) ? PERSON : undefined;
}

/** @returns the reason why any value under this name is private; undefined if the name does not say so */
const ownPrivacyReason = (words: string, siblingWords: readonly string[]): string | undefined => {
  if (isPersonalName(words)) return NUMBER;
  if (isBirthBesideName(words, siblingWords)) return BIRTH;
  return isAccountName(words) ? SECRET : undefined;
};

/** A field with the counts over its values, for judging a type by all its fields. */
export interface FieldWithValues {
  readonly name: string;
  readonly statistics: Seen;
  readonly shape: FieldShape | undefined;
}

export const nameWords = (name: string): string => wordsOf(name).join(' ');
const contactName =
  /\b(?:(?:tele)?phones?|phone ?number|t[eé]l[eé](?:fon[eo]?|phone)|mobile|m[oó]vil|celular|cellulare|fax|address(?:es)?|adress(?:en?|es)|direcci[oó]n|indirizzo|endere[cç]o|street|strasse|zip(?: ?code)?|post(?:al)? ?code|c[oó]digo postal|plz|iban)\b/;
const isContactName = (name: string): boolean =>
  contactName.test(nameWords(name)) && !/\be? ?mails?\b/.test(nameWords(name));
/** Types of places and organisations, whose addresses and phones are for visitors. */
const isPlace =
  /\b(?:locations?|stores?|shops?|offices?|venues?|branch(?:es)?|places?|compan(?:y|ies)|organi[sz]ations?|events?|dealers?)$/;
const isOfPeople = ({ name, statistics, shape }: FieldWithValues): boolean =>
  fieldPrivacyReason(name, statistics, shape) === PERSON;

/** @returns whether the type has e-mail addresses of people, so that its phones and addresses are people's too */
export const hasPersonAddresses = (type: string, fields: readonly FieldWithValues[]): boolean =>
  !isPlace.test(nameWords(type)) && fields.some(isOfPeople);

/** Types of private records by the end of their names, and the field names that confirm it. */
const records: readonly {
  readonly type: RegExp;
  readonly field: RegExp;
  /** Whether e-mail addresses of people, phones and addresses confirm it too. */
  readonly ofPeople: boolean;
  /** A field that must also exist, unless two fields confirm it. */
  readonly siblingWords?: RegExp;
}[] = [
  {
    type: /\b(?:orders?|bestellung(?:en)?|payments?|refunds?|invoices?|transactions?|donations?|donors?|carts?|baskets?|checkouts?|customers?|kunden?|bookings?|reservations?|attendees?|registrants?|invitees?|purchases?|(?:wait|mailing|guest) ?lists?|rsvps?|\w*subscri(?:bers?|ptions?)|\w*sign ?ups?|\w*submissions?|leads?|applicants?|(?:en|in)quir(?:y|ies)|(?:contact|quote|demo|support) requests?|(?:form|survey) (?:entr(?:y|ies)|responses?|results?))(?: (?:default|items?|lines?|entr(?:y|ies)|records?|histor(?:y|ies)|data|logs?|archives?|details?|notes?))?$/,
    field:
      /\b(?:ip|payments?|paid|stripe|paypal|transactions?|(?:sub ?)?totals?|amount|shipping|billing|customers?|order (?:id|no|number|ref|reference)|card (?:number|holder)|answers|payload|data|attending|attendance|dietary|plus ones?)\b/,
    ofPeople: true,
  },
  {
    type: /\b(?:messages?|nachrichten|inbox|newsletters?|feedbacks?|applications?|registrations?|tickets?|surveys?|prospects?|invit(?:es?|ations?))$/,
    field: /\b(?:sender|recipients?|ip)\b/,
    ofPeople: true,
    siblingWords: /\b(?:(?:first|last|full) ?name|surname|subject|message|subscribed|confirmed|consent)\b|^name$/,
  },
  {
    type: /\b(?:patients?|appointments?|prescriptions?|diagnos[ei]s|(?:medical|health|patient) (?:records?|files?|histor(?:y|ies)))$/,
    field: /\b(?:patients?|diagnos[ei]s|treatments?|symptoms?|medications?|medical|birth(?:day| ?date)?)\b/,
    ofPeople: true,
  },
  {
    type: /\bcontact(?: us)? forms?$/,
    field: /\bip\b/,
    ofPeople: true,
    siblingWords: /^(?:your )?(?:message|inquiry|comments?)$/,
  },
  {
    type: /\bcontacts?$/,
    field:
      /\b(?:last ?name|surname|(?:contact|internal) notes?|lifecycle|deals?|last contacted|next contact|opt ?(?:in|out)|consent)\b/,
    ofPeople: false,
    siblingWords: /\be ?mails?\b/,
  },
  {
    type: /\b(?:deals?|opportunit(?:y|ies)|activities)$/,
    field:
      /^(?:deal|opportunity)$|\b(?:deal (?:value|stage|notes?|owner)|pipeline|probability|close date|next contact|activity notes?)\b/,
    ofPeople: false,
    siblingWords: /\b(?:e ?mails?|contacts?)\b/,
  },
  { type: /\b(?:sessions?|tokens?)$/, field: /\b(?:tokens?|jwt|sid|cookies?|user ?agent|ip)\b/, ofPeople: false },
];

/** @returns the reason why all items of a type are private; undefined if they are not */
export function typePrivacyReason(name: string, fields: readonly FieldWithValues[]): string | undefined {
  // Drupal writes the kind of a record after `--`.
  const names = [name, name.replace(/--.*/, '')].map(nameWords);
  const filled = fields.filter(({ statistics }) => statistics.populated > 0 && !statistics.kinds.has('asset'));
  const isRecord = records.some(({ type, field, ofPeople, siblingWords }) => {
    if (!names.some((each) => type.test(each))) return false;
    const signs = filled.filter((each) => {
      const words = nameWords(each.name);
      return field.test(words) || (ofPeople && (isContactName(each.name) || isOfPeople(each)));
    });
    const isBeside = siblingWords === undefined || filled.some((each) => siblingWords.test(nameWords(each.name)));
    return signs.length > (isBeside ? 0 : 1);
  });
  if (isRecord) return RECORD;
  return names.some(isAccountType) ? ACCOUNTS : undefined;
}

/**
 * @param kept whether `--with` names a path
 * @param tell called with the path of each removed value, and the reason
 * @returns the value without its private parts; undefined if all of it is private
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
    const why = isSecretText(value) ? SECRET : isPerson ? PERSON : isPersonalNumber(value) ? NUMBER : undefined;
    if (why !== undefined) tell(path, why);
    return why === undefined ? value : undefined;
  }
  if (isList(value)) return value.flatMap((each) => withoutPrivate(each, path, kept, tell) ?? []);
  if (!isObject(value)) return value;
  const siblingWords = Object.keys(value).map(nameWords);
  const isNextToPerson = Object.values(value).some((each) => typeof each === 'string' && isPersonAddress(each));
  const members = Object.entries(value).flatMap(([name, member]): [string, Json][] => {
    const at = `${path}.${name}`;
    if (isNextToPerson && typeof member !== 'boolean' && member !== null && !kept(at) && isContactName(name)) {
      tell(at, WHERE);
      return [];
    }
    const isScalar = (typeof member === 'string' && member !== '') || typeof member === 'number';
    const own = nameWords(name);
    const ofSomebody = !isScalar || kept(at) ? undefined : ownPrivacyReason(own, siblingWords);
    if (ofSomebody !== undefined) {
      tell(at, ofSomebody);
      return [];
    }
    const texts = (isList(member) ? member : [member]).filter((each) => typeof each === 'string' && each !== '');
    const kind = texts.length > 0 && !kept(at) ? secretKindOf(name) : undefined;
    if (kind === 'secret' || (kind === 'key' && texts.some((each) => isOpaque(String(each))))) {
      tell(at, SECRET);
      return [];
    }
    const left = withoutPrivate(member, at, kept, tell);
    return left === undefined ? [] : [[name, left]];
  });
  return Object.fromEntries(members);
}
