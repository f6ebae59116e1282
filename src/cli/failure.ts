/**
 * How a command ends when it does not succeed: a reason on stderr, and 1 for refused or failed, 2 for wrong usage.
 */
import { CommanderError } from 'commander';
import { codeOf, ExportError, IntegrityError, OperationError, reasonOf } from '../content/errors/index.js';
import { explainDiskFailure } from '../format/files/index.js';
import type { CommandIo } from './io.js';

export const DONE = 0;
export const FAILED = 1;
export const WRONG_USAGE = 2;

export type ExitCode = typeof DONE | typeof FAILED | typeof WRONG_USAGE;

/** Set to anything but the empty string, an unexpected failure shows where it happened. */
export const DEBUG_VARIABLE = 'STELE_DEBUG';

/** A command that has said on stderr what is wrong and only has to end. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';
}

interface Failure {
  readonly text: string;
  /** Whether it is no mistake of this program. */
  readonly isExpected: boolean;
  /** Whether where it happened says more than the text. */
  readonly hasPlace: boolean;
}

/** @returns what went wrong, for whoever runs the command */
export function describeFailure(error: unknown): Failure {
  const known = (text: string): Failure => ({ text, isExpected: true, hasPlace: false });
  if (error instanceof ExportError || error instanceof OperationError) return known(error.message);
  if (error instanceof IntegrityError) {
    return known(`the snapshot is damaged. ${error.message}\nBuild it again with "stele build".`);
  }
  const missing = missingLibrary(error);
  if (missing !== undefined) return known(explainMissingLibrary(missing));
  const told = explainDiskFailure(error, { doing: 'go on', again: 'try again' });
  const isExpected = told instanceof OperationError;
  const message = told instanceof Error ? told.message : String(told);
  return { text: isExpected ? message : `unexpected failure: ${message}`, isExpected, hasPlace: true };
}

/** @returns the exit code, after writing the reason */
export function reportFailure(error: unknown, io: CommandIo): ExitCode {
  if (error instanceof CommandFailed) return FAILED;
  // Commander has written its message, or the help that was asked for.
  if (error instanceof CommanderError) return error.exitCode === 0 ? DONE : WRONG_USAGE;
  const { text, isExpected, hasPlace } = describeFailure(error);
  io.stderr.write(`stele: ${text}\n`);
  const debug = (io.env[DEBUG_VARIABLE] ?? '') !== '';
  if (debug && hasPlace && error instanceof Error) io.stderr.write(`${error.stack ?? ''}\n`);
  else if (!isExpected) io.stderr.write(`Set ${DEBUG_VARIABLE}=1 to see where it happened.\n`);
  return FAILED;
}

/*
 * Libraries that only importers, databases and a person at a terminal need are optional ones: a replica installs without
 * them, and a command that lacks one says which.
 */

const packageName = /^Cannot find package '((?:@[\w.-]+\/)?[\w.-]+)'/;

/** @returns the name of the library that is not installed, where that is what went wrong */
export function missingLibrary(error: unknown): string | undefined {
  if (!(error instanceof Error && codeOf(error) === 'ERR_MODULE_NOT_FOUND')) return undefined;
  return packageName.exec(error.message)?.[1];
}

export const explainMissingLibrary = (name: string): string =>
  `this needs the library "${name}", which is optional and not installed. Install the optional libraries too: npm ci without --omit=optional.`;

/*
 * What goes wrong beside the matter itself, and must not hide how that ended.
 */

/** @returns what takes an error and tells it as a note on stderr */
export const noteWriter =
  (io: CommandIo) =>
  (error: unknown): void => {
    io.stderr.write(`note: ${reasonOf(error)}\n`);
  };
