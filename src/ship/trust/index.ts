export {
  makeKeys,
  PUBLIC_KEY_PREFIX,
  type PublicKey,
  parsePublicKey,
  readPublicKeys,
  readSigningKey,
  type SigningKey,
} from './keys.js';
export { admit, keepNewest, newerOf, readNewest, type TrustPolicy } from './newest.js';
export {
  CHANNELS,
  type Channel,
  checkNewer,
  checkSignature,
  makeSignature,
  type Purpose,
  SIGNATURE_BYTES_MAXIMUM,
  type Signed,
  UntrustedError,
} from './signature.js';
export { checkSigned, currentSigned, readSignature, signSnapshot, writeSignature } from './signed-folder.js';
