/**
 * Exit codes of commands, and the message that a failed command writes to stderr.
 *
 * Exit codes: 0 done, 1 refused or failed, 2 wrong usage.
 */
import { CommanderError } from 'commander';
import { codeOf, ExportError, IntegrityError, OperationError, reasonOf } from '../content/errors/index.js';
import { explainDiskFailure, explainPathFailure, failedPathOf } from '../format/files/index.js';
import type { CommandIo } from './io.js';

export const DONE = 0;
export const FAILED = 1;
export const WRONG_USAGE = 2;

export type ExitCode = typeof DONE | typeof FAILED | typeof WRONG_USAGE;

/** If this environment variable is set and not empty, an unexpected failure prints its stack. */
export const DEBUG_VARIABLE = 'STELE_DEBUG';

/** Thrown by a command that has already written its reason to stderr. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';
}

interface Failure {
  readonly text: string;
  /** False if the failure is a bug of this program. */
  readonly isExpected: boolean;
  /** Whether the stack helps in addition to the text. */
  readonly showsStack: boolean;
}

/** @returns the failure in words for the person who runs the command */
export function describeFailure(error: unknown): Failure {
  const expectedFailure = (text: string): Failure => ({ text, isExpected: true, showsStack: false });
  if (error instanceof ExportError || error instanceof OperationError) return expectedFailure(error.message);
  if (error instanceof IntegrityError) {
    return expectedFailure(`the snapshot is damaged. ${error.message}\nBuild it again with "stele build".`);
  }
  const missing = missingLibrary(error);
  if (missing !== undefined) return expectedFailure(explainMissingLibrary(missing));
  const badPath = explainBadPath(error);
  if (badPath !== undefined) return expectedFailure(badPath);
  // The two phrases complete the sentences of messages about a full or failing disk.
  const explained = explainDiskFailure(error, { doing: 'go on', again: 'try again' });
  const isExpected = explained instanceof OperationError;
  const message = explained instanceof Error ? explained.message : String(explained);
  return { text: isExpected ? message : `unexpected failure: ${message}`, isExpected, showsStack: true };
}

/** Errors of a path that is missing or has the wrong kind: most often a mistake in an argument. */
const PATH_ERRORS: ReadonlySet<string> = new Set(['ENOENT', 'EISDIR', 'ENOTDIR']);

/** @returns a message that names the path; undefined if the failure has another cause */
function explainBadPath(error: unknown): string | undefined {
  const path = failedPathOf(error);
  if (path === undefined || !PATH_ERRORS.has(codeOf(error) ?? '')) return undefined;
  return `${path} cannot be used: ${explainPathFailure(error, path)}. Check the path, then try again.`;
}

/** Writes the reason of the failure to stderr. @returns the exit code */
export function reportFailure(error: unknown, io: CommandIo): ExitCode {
  if (error instanceof CommandFailed) return FAILED;
  // Commander has already written its message, or the requested help.
  if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : WRONG_USAGE;
  const { text, isExpected, showsStack } = describeFailure(error);
  io.stderr.write(`stele: ${text}\n`);
  const isDebug = (io.env[DEBUG_VARIABLE] ?? '') !== '';
  if (isDebug && showsStack && error instanceof Error) io.stderr.write(`${error.stack ?? ''}\n`);
  else if (!isExpected) io.stderr.write(`Set ${DEBUG_VARIABLE}=1 to print where it happened.\n`);
  return FAILED;
}

/** Node's message for a package that is not installed; group 1 is the name of the package. */
const packageName = /^Cannot find package '((?:@[\w.-]+\/)?[\w.-]+)'/;

/**
 * Importers, databases and progress bars need optional libraries; a replica is installed without them.
 *
 * @returns the name of the library that is not installed; undefined if the error has another cause
 */
export function missingLibrary(error: unknown): string | undefined {
  if (!(error instanceof Error && codeOf(error) === 'ERR_MODULE_NOT_FOUND')) return undefined;
  return packageName.exec(error.message)?.[1];
}

export const explainMissingLibrary = (name: string): string =>
  `this command needs the optional library "${name}", which is not installed. Install the optional libraries too: run npm ci without --omit=optional.`;

/** @returns a function that writes an error to stderr as a note: a secondary failure must not hide the main outcome */
export const noteWriter =
  (io: CommandIo) =>
  (error: unknown): void => {
    io.stderr.write(`note: ${reasonOf(error)}\n`);
  };
