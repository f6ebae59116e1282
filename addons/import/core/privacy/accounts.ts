/**
 * Names and text forms of private data: types of users, identifiers of accounts, addresses with a secret, numbers of bank accounts
 * and of social insurance, and birth dates next to names.
 *
 * Elsewhere: the decision about fields and types (private).
 */

/** Types of people who have an account or sent a form, by the words of the name, such as `user profile`. */
const accountType =
  /^(?:(?:app|site|auth|admin|end|wp|web|cms|shop|forum|directus|front ?end|back ?end) )?(?:users?|user ?(?:accounts?|profiles?|data|entit(?:y|ies))|accounts?|account ?holders?|members?|memberships?|customers?|customer ?(?:accounts?|profiles?)|subscribers?|admins?|administrators?|kunden?|kundinnen|benutzer|nutzer|mitglieder|abonnenten|utilisateurs?|abonn[eé]s?|usuarios?|suscriptores|clienti|utenti|form ?(?:entr(?:y|ies)|responses?|submissions?)|entr(?:y|ies) ?of ?forms?|next ?auth ?\w+|verification ?tokens?)$/;

export const ACCOUNTS = 'accounts of people';

/** @param words of the type's name, in lower case with blanks between them */
export const isAccountType = (words: string): boolean => accountType.test(words);

/** Names of identity providers, as a part of field names such as `google user id`. */
const provider =
  '(?:google|facebook|github|gitlab|apple|twitter|linkedin|microsoft|azure|auth ?0|okta|firebase|cognito|clerk|supabase|keycloak|discord|oauth ?2?|oidc|saml|sso|idp|social|identity)';
const accountName = new RegExp(
  `^(?:${provider} (?:provider |user |account |customer |sub ?)?(?:id|uid|sub|subject|identifier)|(?:auth )?provider (?:user |account )?id|external user id|(?:stripe|paypal|braintree|mollie|paddle) customer(?: id)?)$`,
);
/** Identifiers of accounts, in the forms of identity providers and payment services. */
const accountShape =
  /^(?:(?:google-oauth2|auth0|github|facebook|twitter|linkedin|apple|windowslive|oauth2|oidc|samlp|waad|email|sms)\|\S{4,}|cus_\w{10,})$/;

/** Addresses with a password before the host, or with a parameter that grants access. */
const secretAddress =
  /^[a-z][\w+.-]*:\/\/(?:[^\s/?#@:]*:[^\s/?#@]+@|\S*[?&#;](?:[\w.-]*[_.-])?(?:token|access_?token|auth_?token|id_?token|jwt|api_?key|secret|client_?secret|password|passwd|pwd|sig|signature|x-amz-signature|x-goog-signature|awsaccesskeyid)=[^&\s]{4,})/i;
/** Addresses of webhooks: everybody who knows one may send to it. */
const webhook =
  /^https:\/\/(?:hooks\.slack\.com\/(?:services|workflows)\/|(?:\w+\.)?discord(?:app)?\.com\/api\/webhooks\/|[\w.-]*webhook\.office\.com\/|outlook\.office\.com\/webhook\/|hooks\.zapier\.com\/hooks\/|hook\.[\w.]*(?:make|integromat)\.com\/|maker\.ifttt\.com\/trigger\/|chat\.googleapis\.com\/v1\/spaces\/|api\.telegram\.org\/bot|api\.netlify\.com\/build_hooks\/|api\.vercel\.com\/v\d\/integrations\/deploy\/|[\w.-]+\/(?:[\w-]+\/)*webhooks?\/[\w-]{16,})/i;

/** Whether the text is an address with a secret, or the identifier of an account. */
export const isSecretAddress = (text: string): boolean =>
  text.includes('://') ? secretAddress.test(text) || webhook.test(text) : accountShape.test(text);

/** @param words of a field's name */
export const isAccountName = (words: string): boolean => accountName.test(words);

/** Names of fields with numbers of bank accounts, social insurance, taxes or passports. */
const personalName =
  /^(?:(?:\w+ )?iban|ssn|social (?:security|insurance)(?: (?:number|no|nr))?|sozialversicherungs ?(?:nummer|nr)|(?:ahv|avs) ?(?:nummer|nr|number)?|national insurance(?: number)?|nino|bsn|steuer ?id(?:entifikationsnummer)?|tax ?(?:payer )?(?:id|number)|passport ?(?:id|number|no)|(?:bank )?account number)$/;

/** @param words of a field's name */
export const isPersonalName = (words: string): boolean => personalName.test(words);

const birthName =
  /^(?:(?:birth ?(?:date|day)|date of birth|dob|geburts(?:datum|tag)|date de naissance|fecha de nacimiento|data di nascita))$/;
const deathName = /^(?:death ?(?:date|day)|date of death|died(?: on)?|sterbedatum|todesdatum|deceased)$/;
const personName =
  /^(?:(?:first|last|full|given|family|display)? ?name|surname|vorname|nachname|prenom|nombre|nome|nom)$/;

/**
 * Whether a field is the birth date of a living person with a name. A record with a date of death is a biography.
 *
 * @param words        of the field's name
 * @param siblingNames words of each field of the same record
 */
export const isBirthOfNamedPerson = (words: string, siblingNames: readonly string[]): boolean =>
  birthName.test(words) &&
  siblingNames.some((name) => personName.test(name)) &&
  !siblingNames.some((name) => deathName.test(name));

/** Whether the text is an IBAN with correct check digits, or a number of social insurance of the USA or of Switzerland. */
export function isPersonalNumber(text: string): boolean {
  if (/^\d{3}-\d{2}-\d{4}$/.test(text)) return !/^(?:000|666|9)|-00-|-0000$/.test(text);
  if (/^756\.\d{4}\.\d{4}\.\d{2}$/.test(text)) return true;
  return /^[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,4})?$/.test(text) && isIban(text.replaceAll(' ', ''));
}

/** Whether the check digits are right: the IBAN as a number, its first four characters last and letters as 10 to 35, is 1 modulo 97. */
function isIban(text: string): boolean {
  if (text.length < 15 || text.length > 34) return false;
  let remainder = 0;
  for (const character of `${text.slice(4)}${text.slice(0, 4)}`) {
    const number = Number.parseInt(character, 36);
    const decimalPlaces = number > 9 ? 100 : 10;
    remainder = (remainder * decimalPlaces + number) % 97;
  }
  return remainder === 1;
}
