/**
 * The options that name keys: `--sign` those of whoever publishes, `--trust` those of whom a replica believes.
 */
import type { Command } from 'commander';
import { type PublicKey, readPublicKeys, readSigningKey, type SigningKey } from '../../trust/index.js';
import { checked, repeated } from '../arguments.js';

export interface SignArguments {
  readonly sign?: readonly SigningKey[];
}

export interface TrustArguments {
  /** Each option's keys. */
  readonly trust?: readonly (readonly PublicKey[])[];
}

export const addSignOption = (command: Command): Command =>
  command.option(
    '--sign <key>',
    'sign the snapshot with the private key in this file; may repeat',
    repeated(checked(readSigningKey)),
  );

export const addTrustOption = (command: Command): Command =>
  command.option(
    '--trust <key>',
    'accept only snapshots signed by this public key, or by a key in this file; may repeat',
    repeated(checked(readPublicKeys)),
  );

/** @returns all that are trusted; none where everybody is */
export const trustedKeys = ({ trust = [] }: TrustArguments): readonly PublicKey[] => trust.flat();
