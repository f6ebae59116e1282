/**
 * The entry of the trust room: keys, signatures, signed snapshot folders, and the file of trusted snapshots.
 */
export {
  makeKeys,
  PUBLIC_KEY_PREFIX,
  type PublicKey,
  parsePublicKey,
  readPublicKeys,
  readSigningKey,
  type SigningKey,
  UnreadableKeyFile,
} from './keys.js';
export {
  CHANNELS,
  type Channel,
  checkNewer,
  checkSignature,
  makeSignature,
  type Purpose,
  SIGNATURE_BYTES_MAXIMUM,
  type SignedSnapshot,
  UntrustedError,
} from './signature.js';
export { checkSigned, readCurrentSigned, readSignature, signSnapshot, writeSignature } from './signed-folder.js';
export {
  acceptSignature,
  chooseNewer,
  readNewest,
  rememberNewest,
  type TrustPolicy,
} from './trusted-file.js';
