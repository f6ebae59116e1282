/**
 * Names of types and fields for accounts: `user profile` and `form submissions` are types, `google user id` is a field.
 *
 * A name is given as words in lower case, with blanks between them.
 * Elsewhere: splitting a name into words (private-names), the decision about a type (private-types).
 */
import { anyOf, wholeText } from './patterns.js';

export const ACCOUNTS = 'accounts of people';

/** Words before the name of a type, as in `site user`. */
const typePrefixes = [
  'app',
  'site',
  'auth',
  'admin',
  'end',
  'wp',
  'web',
  'cms',
  'shop',
  'forum',
  'directus',
  'front ?end',
  'back ?end',
];

/** Types of people who have an account or sent a form. */
const accountTypes = [
  'users?',
  'user ?(?:accounts?|profiles?|data|entit(?:y|ies))',
  'accounts?',
  'account ?holders?',
  'members?',
  'memberships?',
  'customers?',
  'customer ?(?:accounts?|profiles?)',
  'subscribers?',
  'admins?',
  'administrators?',
  'kunden?',
  'kundinnen',
  'benutzer',
  'nutzer',
  'mitglieder',
  'abonnenten',
  'utilisateurs?',
  'abonn[eé]s?',
  'usuarios?',
  'suscriptores',
  'clienti',
  'utenti',
  'form ?(?:entr(?:y|ies)|responses?|submissions?)',
  'entr(?:y|ies) ?of ?forms?',
  String.raw`next ?auth ?\w+`,
  'verification ?tokens?',
];

const accountTypePattern = wholeText(`(?:${anyOf(typePrefixes)} )?${anyOf(accountTypes)}`);

/** @param words of the type's name */
export const isAccountType = (words: string): boolean => accountTypePattern.test(words);

/** Providers of identities, as a part of a field's name. */
const identityProviders = [
  'google',
  'facebook',
  'github',
  'gitlab',
  'apple',
  'twitter',
  'linkedin',
  'microsoft',
  'azure',
  'auth ?0',
  'okta',
  'firebase',
  'cognito',
  'clerk',
  'supabase',
  'keycloak',
  'discord',
  'oauth ?2?',
  'oidc',
  'saml',
  'sso',
  'idp',
  'social',
  'identity',
];
const paymentServices = ['stripe', 'paypal', 'braintree', 'mollie', 'paddle'];
const idNames = ['id', 'uid', 'sub', 'subject', 'identifier'];

/** Fields with the identifier of an account. */
const accountFields = [
  `${anyOf(identityProviders)} (?:provider |user |account |customer |sub ?)?${anyOf(idNames)}`,
  '(?:auth )?provider (?:user |account )?id',
  'external user id',
  `${anyOf(paymentServices)} customer(?: id)?`,
];

const accountFieldPattern = wholeText(anyOf(accountFields));

/** @param words of the field's name */
export const isAccountField = (words: string): boolean => accountFieldPattern.test(words);
