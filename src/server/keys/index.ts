export {
  type AccessKey,
  EVERY_SPACE,
  isInstant,
  isRate,
  opens,
  RATE_RULE,
  spacesInWords,
} from './access-key.js';
export { type Credentials, parseCredentials as credentialsOf } from './credentials.js';
export { KeyRing, type KeyVerdict } from './key-ring.js';
export { addKey, type NewKey, readKeys, revokeKey } from './keys-file.js';
export { parseKeys } from './keys-json.js';
export { withoutSecrets } from './secret.js';
