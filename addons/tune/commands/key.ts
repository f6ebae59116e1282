/**
 * The key that a replay sends to a server that asks for one: from a file or from the environment, never from the command
 * line, which others on the machine can see. No message shows it.
 */

import type { CommandIo } from '../../../src/cli/index.js';
import { OperationError } from '../../../src/content/errors/index.js';
import { credentialsOf } from '../../../src/server/keys/index.js';
import { readGiven } from './files.js';

export const KEY_VARIABLE = 'STELE_KEY';

/**
 * @param file that holds nothing but the key; undefined: the environment may hold it
 * @returns    the value of `Authorization`, or undefined where there is no key
 * @throws     OperationError where the file cannot be read, or what is given is no key
 */
export async function authorizationOf(file: string | undefined, { env }: CommandIo): Promise<string | undefined> {
  const given = file === undefined ? env[KEY_VARIABLE] : (await readGiven(file)).toString();
  if (given === undefined || (file === undefined && given === '')) return undefined;
  const authorization = `Bearer ${given.trim()}`;
  if (credentialsOf(authorization).kind === 'secret') return authorization;
  const where = file ?? `The variable ${KEY_VARIABLE}`;
  throw new OperationError(`${where} has no key: write the secret that "stele keys add" printed, and nothing else.`);
}
