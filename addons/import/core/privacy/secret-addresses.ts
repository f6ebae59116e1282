/**
 * Addresses that grant access: with a password, with a token, or of a webhook.
 *
 * Elsewhere: other private values, such as email addresses (private-values).
 */
import { anyOf, textStart } from './patterns.js';

/** Parameters of an address that grant access. */
const secretParameters = [
  'token',
  'access_?token',
  'auth_?token',
  'id_?token',
  'jwt',
  'api_?key',
  'secret',
  'client_?secret',
  'password',
  'passwd',
  'pwd',
  'sig',
  'signature',
  'x-amz-signature',
  'x-goog-signature',
  'awsaccesskeyid',
];
/** As in `https://user:password@host`. */
const password = String.raw`[^\s/?#@:]*:[^\s/?#@]+@`;
/** As in `?token=abcd`, `#token=abcd` or `&my_token=abcd`. */
const secretParameter = String.raw`\S*[?&#;](?:[\w.-]*[_.-])?${anyOf(secretParameters)}=[^&\s]{4,}`;
const secretAddressPattern = textStart(String.raw`[a-z][\w+.-]*:\/\/${anyOf([password, secretParameter])}`);

/** Webhooks, after `https://`: everybody who knows the address of one may send to it. */
const webhooks = [
  String.raw`hooks\.slack\.com\/(?:services|workflows)\/`,
  String.raw`(?:\w+\.)?discord(?:app)?\.com\/api\/webhooks\/`,
  String.raw`[\w.-]*webhook\.office\.com\/`,
  String.raw`outlook\.office\.com\/webhook\/`,
  String.raw`hooks\.zapier\.com\/hooks\/`,
  String.raw`hook\.[\w.]*(?:make|integromat)\.com\/`,
  String.raw`maker\.ifttt\.com\/trigger\/`,
  String.raw`chat\.googleapis\.com\/v1\/spaces\/`,
  String.raw`api\.telegram\.org\/bot`,
  String.raw`api\.netlify\.com\/build_hooks\/`,
  String.raw`api\.vercel\.com\/v\d\/integrations\/deploy\/`,
  // Any other service, if the address ends with a secret.
  String.raw`[\w.-]+\/(?:[\w-]+\/)*webhooks?\/[\w-]{16,}`,
];
const webhookPattern = textStart(String.raw`https:\/\/${anyOf(webhooks)}`);

/** Whether the text is an address that grants access. */
export const isSecretAddress = (text: string): boolean => secretAddressPattern.test(text) || webhookPattern.test(text);
