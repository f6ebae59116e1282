export { type AccessKey, EVERY_SPACE, opens } from './access-key.js';
export { type Credentials, credentialsOf } from './bearer.js';
export { type Finding, KeyRing } from './key-ring.js';
export { addKey, type NewKey, readKeys, revokeKey, spacesInWords } from './keys-file.js';
export { isInstant, isRate, parseKeys, RATE_RULE } from './keys-text.js';
export { withoutSecrets } from './secret.js';
