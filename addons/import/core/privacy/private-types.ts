/**
 * Types whose items are all private: accounts, and records such as orders, form entries and sessions.
 *
 * The name of a record type must be confirmed by the name of a field: an order of service and customer stories are public.
 * Elsewhere: names of types of accounts (account-names), single fields (private-fields).
 */
import type { Overrides } from '../declarations/overrides.js';
import { ACCOUNTS, isAccountType } from './account-names.js';
import { type FieldWithValues, isOfPeople } from './private-fields.js';
import { isContactName, nameWords } from './private-names.js';
import { RECORD, UNPUBLISHED } from './reasons.js';

interface RecordKind {
  /** The end of the type's name. */
  readonly type: RegExp;
  /** Names of fields that confirm it. */
  readonly field: RegExp;
  /** Whether e-mail addresses of people, phones and postal addresses confirm it too. */
  readonly ofPeople: boolean;
  /** The name of a field that must also exist, unless two fields confirm the type. */
  readonly siblingName?: RegExp;
}

const recordKinds: readonly RecordKind[] = [
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
    siblingName: /\b(?:(?:first|last|full) ?name|surname|subject|message|subscribed|confirmed|consent)\b|^name$/,
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
    siblingName: /^(?:your )?(?:message|inquiry|comments?)$/,
  },
  {
    type: /\bcontacts?$/,
    field:
      /\b(?:last ?name|surname|(?:contact|internal) notes?|lifecycle|deals?|last contacted|next contact|opt ?(?:in|out)|consent)\b/,
    ofPeople: false,
    siblingName: /\be ?mails?\b/,
  },
  {
    type: /\b(?:deals?|opportunit(?:y|ies)|activities)$/,
    field:
      /^(?:deal|opportunity)$|\b(?:deal (?:value|stage|notes?|owner)|pipeline|probability|close date|next contact|activity notes?)\b/,
    ofPeople: false,
    siblingName: /\b(?:e ?mails?|contacts?)\b/,
  },
  { type: /\b(?:sessions?|tokens?)$/, field: /\b(?:tokens?|jwt|sid|cookies?|user ?agent|ip)\b/, ofPeople: false },
];

const contentNames = '(?:posts?|pages?|articles?|entr(?:y|ies)|items?|news|blogs?|contents?|documents?)';
/** Tables of what is not published, or no longer. */
const unpublishedType = new RegExp(
  `^(?:drafts?|entw(?:urf|ürfe)|brouillons?|unpublished|trash|papierkorb|revisions)$|^(?:drafts?|unpublished|deleted|trashed|private) ${contentNames}$|^${contentNames} (?:drafts?|revisions?|trash)$`,
);

/** @returns the reason why all items of a type are private; undefined if they are not */
export function typePrivacyReason(name: string, fields: readonly FieldWithValues[]): string | undefined {
  // Drupal writes the bundle of an entity after `--`.
  const typeNames = [name, name.replace(/--.*/, '')].map(nameWords);
  const filledFields = fields.filter(({ statistics }) => statistics.populated > 0 && !statistics.kinds.has('asset'));
  if (recordKinds.some((kind) => isRecord(kind, typeNames, filledFields))) return RECORD;
  if (typeNames.some((typeName) => unpublishedType.test(typeName))) return UNPUBLISHED;
  return typeNames.some(isAccountType) ? ACCOUNTS : undefined;
}

/**
 * Whether a type is left out for its name or by `--without`, so that links in texts must not show titles of its items.
 *
 * Called before the items are read: a record type, which its fields confirm, is not found.
 */
export function isLeftOutType(name: string, overrides: Overrides): boolean {
  const keep = overrides.of(name)?.keep;
  return keep === false || (keep !== true && typePrivacyReason(name, []) !== undefined);
}

function isRecord(kind: RecordKind, typeNames: readonly string[], filledFields: readonly FieldWithValues[]): boolean {
  const { type, field: fieldName, ofPeople, siblingName } = kind;
  if (!typeNames.some((typeName) => type.test(typeName))) return false;
  const confirmingFields = filledFields.filter(
    (field) => fieldName.test(nameWords(field.name)) || (ofPeople && (isContactName(field.name) || isOfPeople(field))),
  );
  const hasSibling = siblingName === undefined || filledFields.some(({ name }) => siblingName.test(nameWords(name)));
  return confirmingFields.length > (hasSibling ? 0 : 1);
}
