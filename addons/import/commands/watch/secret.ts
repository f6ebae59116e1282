/**
 * Secrets in files: the secret of webhooks, and the API token of a CMS.
 */
import { readFileSync } from 'node:fs';
import { OperationError } from '../../../../src/content/errors/index.js';
import { explainPathFailure } from '../../../../src/format/files/index.js';

interface SecretKind {
  /** Name for messages. */
  readonly subject: string;
  readonly minimumBytes: number;
  /** An example, or the command that makes one. */
  readonly hint: string;
}

const WEBHOOK_SECRET: SecretKind = { subject: 'secret', minimumBytes: 16, hint: 'openssl rand -hex 32 makes' };
const API_TOKEN: SecretKind = { subject: 'token', minimumBytes: 1, hint: 'the API token that the CMS shows' };

export const readWebhookSecret = (file: string): string => readSecret(file, WEBHOOK_SECRET);
export const readApiToken = (file: string): string => readSecret(file, API_TOKEN);

/** @throws OperationError if the file is not one line, or so short that it may be guessed */
function readSecret(file: string, { subject, minimumBytes, hint }: SecretKind): string {
  let secret = '';
  try {
    secret = readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new OperationError(`the ${subject} ${file} cannot be read: ${explainPathFailure(error, file)}`);
  }
  if (Buffer.byteLength(secret) >= minimumBytes && /^[\x21-\x7e]+$/.test(secret)) return secret;
  const lengthRule = minimumBytes > 1 ? `at least ${minimumBytes} ` : '';
  throw new OperationError(
    `the ${subject} in ${file} must be one line of ${lengthRule}letters, digits and signs, such as ${hint}.`,
  );
}
