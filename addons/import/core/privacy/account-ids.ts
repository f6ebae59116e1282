/**
 * Identifiers of accounts, in the forms of identity providers and payment services.
 *
 * Elsewhere: names of fields that hold identifiers (account-names).
 */
import { anyOf, wholeText } from './patterns.js';

/** Identity providers, as the part of an account's identifier before `|`, such as `github|12345`. */
const identifierPrefixes = [
  'google-oauth2',
  'auth0',
  'github',
  'facebook',
  'twitter',
  'linkedin',
  'apple',
  'windowslive',
  'oauth2',
  'oidc',
  'samlp',
  'waad',
  'email',
  'sms',
];
/** A customer of the payment service Stripe. */
const customerId = String.raw`cus_\w{10,}`;
const accountIdPattern = wholeText(anyOf([String.raw`${anyOf(identifierPrefixes)}\|\S{4,}`, customerId]));

/** Whether the text is an identifier of an account. */
export const isAccountId = (text: string): boolean => accountIdPattern.test(text);
