/**
 * The reasons in the report for private values and types.
 *
 * Elsewhere: the reason for types of accounts (account-names).
 */
export const SECRET = 'looks like a secret';
export const NUMBER = 'numbers of bank accounts, of social insurance or of passports';
export const BIRTH = 'birth dates beside names';
export const PERSON = 'e-mail addresses of people';
export const CONTACT = 'phones or addresses beside e-mail addresses of people';
export const RECORD = 'records of what people bought, sent or signed up for, of their health, or of their sessions';
export const UNPUBLISHED = 'drafts, earlier versions and deleted items';
