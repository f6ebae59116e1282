export {
  makeKeys,
  PUBLIC_KEY_PREFIX,
  type PublicKey,
  parsePublicKey,
  readPublicKeys,
  readSigningKey,
  type SigningKey,
} from './keys.js';
export { checkNewer, checkSignature, makeSignature, SIGNATURE_BYTES_MAXIMUM, UntrustedError } from './signature.js';
export { checkSigned, currentSigned, readSignature, signSnapshot, writeSignature } from './signed-folder.js';
