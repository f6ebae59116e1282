export {
  makeKeys,
  PUBLIC_KEY_PREFIX,
  type PublicKey,
  parsePublicKey,
  readPublicKeys,
  readSigningKey,
  type SigningKey,
} from './keys.js';
// Former names, for callers that are yet to be renamed.
export {
  acceptSignature,
  acceptSignature as admit,
  newerOf,
  readNewest,
  rememberNewest,
  rememberNewest as keepNewest,
  type TrustPolicy,
} from './newest.js';
export type { SignedSnapshot as Signed } from './signature.js';
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
export {
  checkSigned,
  readCurrentSigned,
  readCurrentSigned as currentSigned,
  readSignature,
  signSnapshot,
  writeSignature,
} from './signed-folder.js';
