/**
 * The options that name keys: `--sign` those of whoever publishes, `--trust` those of whom a replica believes.
 */
import { Command, Option } from 'commander';
import { CHANNELS, type PublicKey, readPublicKeys, readSigningKey } from '../../ship/trust/index.js';
import { DECIMAL_NUMBER, numberParser, type OptionsOf, parserOf, repeatedParser } from '../arguments.js';

/** Public keys, or files of such, as they were given. */
export type TrustArguments = OptionsOf<ReturnType<typeof trustFlags>>;

/** The age is in milliseconds. */
export type AcceptArguments = OptionsOf<ReturnType<typeof acceptFlags>>;

export const signFlags = () =>
  new Command()
    .option(
      '--sign <key>',
      'sign the snapshot with the private key in this file; may repeat',
      repeatedParser(parserOf(readSigningKey)),
    )
    .addOption(channelOption('whom it is signed for: everybody, or readers of drafts'));

export const channelOption = (description: string) =>
  new Option('--channel <name>', description).choices(CHANNELS).default(CHANNELS[0]);

export const trustFlags = () =>
  new Command().option(
    '--trust <key>',
    'accept only snapshots signed by this public key, or by a key in this file; may repeat',
    repeatedParser(
      parserOf((text) => {
        readPublicKeys(text);
        return text;
      }),
    ),
  );

/** @returns all that are trusted; none where everybody is */
export const trustedKeys = ({ trust = [] }: TrustArguments): readonly PublicKey[] => trust.flatMap(readPublicKeys);

const dayMs = 24 * 3_600_000;

const daysRead = numberParser(DECIMAL_NUMBER, (value) => value > 0, 'Give days as a number above 0, such as 7 or 0.5.');
/** @returns milliseconds */
const days = (text: string): number => daysRead(text) * dayMs;

/** `--trust`, and what else is asked of snapshots that are accepted. */
export const acceptFlags = () =>
  trustFlags().option(
    '--max-signature-age <days>',
    'with --trust: how long ago a snapshot may have been signed where no other was accepted before',
    days,
  );

/** @returns what a program is told of it */
export const acceptedAge = ({ maxSignatureAge }: AcceptArguments): { readonly signatureAgeMaximumMs?: number } =>
  maxSignatureAge === undefined ? {} : { signatureAgeMaximumMs: maxSignatureAge };
