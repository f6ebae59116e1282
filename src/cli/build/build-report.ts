/**
 * The report of a build or a check as JSON: written to a file, or to stdout instead of the tables.
 *
 * The format is the one of the report that a build stores in its snapshot's folder.
 */
import { access, constants, lstat, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type BuildReport, type ExportReport, failureReport, formatProblem } from '../../../build/publish/index.js';
import { ExportError, OperationError } from '../../content/errors/index.js';
import { explainPathFailure } from '../../format/files/index.js';
import { sealContent } from '../../index/snapshot/index.js';
import type { Output } from '../io.js';
import { isHeldBack } from './check-published.js';

/** The value of --report that means stdout. */
export const STDOUT_PATH = '-';

/**
 * Checks before a long build that its report, or its metrics, can be written.
 *
 * @param option  the option with the path, for the message
 * @param content the thing that will be written, for the message
 * @throws OperationError if the path cannot be written to
 */
export async function checkReportPath(path: string, option = '--report', content = 'the report'): Promise<void> {
  try {
    const entry = await stat(path).catch(() => undefined);
    if (entry?.isDirectory() === true) throw new OperationError('it is a folder');
    const isLink = await lstat(path).then(
      (entry) => entry.isSymbolicLink(),
      () => false,
    );
    if (entry === undefined && isLink) throw new OperationError('it is a symbolic link to a missing file');
    await access(entry === undefined ? dirname(path) : path, constants.W_OK);
  } catch (error) {
    throw new OperationError(
      `${content} cannot be written to ${path}: ${explainPathFailure(error, path)}. Nothing was done. Give another path to ${option}.`,
    );
  }
}

/** Called after the snapshot is stored. @throws OperationError if the report cannot be written */
export async function writeReport(
  path: string,
  report: BuildReport & { readonly import?: object },
  stdout: Output,
): Promise<void> {
  const placement = isHeldBack(report) ? 'kept' : 'in place';
  await writeSealed(path, report, stdout, `the snapshot is ${placement}, but`);
}

/**
 * Replaces the report of an earlier run by the report of this failure.
 *
 * @throws OperationError if the report cannot be written
 */
export async function writeFailure(
  path: string,
  verdict: { readonly published: false; readonly import?: object } | { readonly accepted: false },
  error: unknown,
  stdout: Output,
): Promise<void> {
  await writeSealed(path, { ...verdict, ...failureReport(error) }, stdout, 'it has failed, and');
}

/** @throws OperationError if the report cannot be written */
export async function writeCheck(path: string, report: ExportReport, stdout: Output): Promise<void> {
  await writeSealed(path, report, stdout, 'the export is good, but');
}

/** Writes the warnings of a refused export, except those that the message of the error contains. */
export function writeRefusedWarnings(error: unknown, stderr: Output): void {
  if (!(error instanceof ExportError)) return;
  const messageLines = new Set(error.message.split('\n'));
  for (const problem of error.report.problems) {
    const line = formatProblem(problem);
    if (problem.severity === 'warning' && !messageLines.has(line)) stderr.write(`${line}\n`);
  }
}

async function writeSealed(path: string, content: object, stdout: Output, context: string): Promise<void> {
  const bytes = sealContent(content);
  if (path === STDOUT_PATH) {
    stdout.write(Buffer.from(bytes).toString());
    return;
  }
  try {
    await writeFile(path, bytes);
  } catch (error) {
    throw new OperationError(`${context} its report cannot be written to ${path}: ${explainPathFailure(error, path)}`);
  }
}
