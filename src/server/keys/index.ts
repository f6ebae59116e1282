export { type Finding, KeyRing } from './key-ring.js';
export {
  type AccessKey,
  addKey,
  EVERY_SPACE,
  isInstant,
  isRate,
  type NewKey,
  opens,
  parseKeys,
  RATE_RULE,
  readKeys,
  revokeKey,
  spacesInWords,
} from './keys-file.js';
export { type Credentials, credentialsOf, withoutSecrets } from './secret.js';
