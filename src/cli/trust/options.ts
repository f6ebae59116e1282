/**
 * The options that name signing keys: `--sign` for publishers, `--trust` for replicas.
 */
import { Command, InvalidArgumentError, Option } from 'commander';
import { OperationError } from '../../content/errors/index.js';
import { CHANNELS, type PublicKey, readPublicKeys, readSigningKey, UnreadableKeyFile } from '../../ship/trust/index.js';
import { DECIMAL_NUMBER, numberParser, type OptionsOf, repeatedParser } from '../arguments.js';

/** Values of --trust: public keys, or files of public keys. */
export type TrustArguments = OptionsOf<ReturnType<typeof trustFlags>>;

/** The age is in milliseconds. */
export type AcceptArguments = OptionsOf<ReturnType<typeof acceptFlags>>;

/**
 * @returns the check as a parser. A malformed key is wrong usage, but a file that cannot be read is a failure: a unit that starts
 *          before a mount is started again after exit code 1, and not after 2.
 */
function keyParser<Value>(check: (text: string) => Value): (text: string) => Value {
  return (text) => {
    try {
      return check(text);
    } catch (error) {
      if (error instanceof UnreadableKeyFile || !(error instanceof OperationError)) throw error;
      throw new InvalidArgumentError(error.message);
    }
  };
}

export const signFlags = () =>
  new Command()
    .optionsGroup('Signatures of snapshots:')
    .option(
      '--sign <key>',
      'sign the snapshot with the private key in this file; may repeat',
      repeatedParser(keyParser(readSigningKey)),
    )
    .addOption(channelOption('channel of the signature: for everybody, or for readers of drafts'));

export const channelOption = (description: string) =>
  new Option('--channel <name>', description).choices(CHANNELS).default(CHANNELS[0]);

export const trustFlags = () =>
  new Command().option(
    '--trust <key>',
    'accept only snapshots signed by this public key, or by a key in this file; may repeat',
    repeatedParser(
      keyParser((text) => {
        readPublicKeys(text);
        return text;
      }),
    ),
  );

/** @returns the trusted keys; empty if every snapshot is accepted */
export const trustedKeys = ({ trust = [] }: TrustArguments): readonly PublicKey[] => trust.flatMap(readPublicKeys);

const dayMs = 24 * 3_600_000;

const parseDays = numberParser(
  DECIMAL_NUMBER,
  (value) => value > 0,
  'Give days as a number above 0, such as 7 or 0.5.',
);
/** @param text a number of days. @returns milliseconds */
const parseAgeMs = (text: string): number => parseDays(text) * dayMs;

/** `--trust`, and the other conditions for accepting a snapshot. */
export const acceptFlags = () =>
  trustFlags().option(
    '--max-signature-age <days>',
    'with --trust: maximum age of the signature of the first snapshot that is accepted',
    parseAgeMs,
  );

/** @returns the option in the form of the server and of pulls */
export const signatureAgeOptions = ({
  maxSignatureAge,
}: AcceptArguments): { readonly signatureAgeMaximumMs?: number } =>
  maxSignatureAge === undefined ? {} : { signatureAgeMaximumMs: maxSignatureAge };
