/**
 * The access key that a replay sends to a server, read from a file or from the environment.
 *
 * It is never read from the command line, which other users of the machine can see, and no message contains it.
 */

import type { CommandIo } from '../../../src/cli/index.js';
import { OperationError } from '../../../src/content/errors/index.js';
import { credentialsOf } from '../../../src/server/keys/index.js';
import { readInputFile } from './files.js';

export const KEY_VARIABLE = 'STELE_KEY';

/**
 * @param file a file that contains only the key; undefined to use the environment variable, if it is set
 * @returns    the value of the header `Authorization`; undefined if there is no key
 * @throws     OperationError if the file cannot be read, or its text is not a key
 */
export async function readAuthorization(file: string | undefined, { env }: CommandIo): Promise<string | undefined> {
  const keyText = file === undefined ? env[KEY_VARIABLE] : (await readInputFile(file)).toString();
  if (keyText === undefined || (file === undefined && keyText === '')) return undefined;
  const authorization = `Bearer ${keyText.trim()}`;
  if (credentialsOf(authorization).kind === 'secret') return authorization;
  const source = file ?? `The variable ${KEY_VARIABLE}`;
  throw new OperationError(`${source} has no key: write the secret that "stele keys add" printed, and nothing else.`);
}
