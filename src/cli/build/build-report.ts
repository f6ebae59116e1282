/**
 * The report of a build, or of a check, as JSON, in the form that a build's has beside its snapshot: written to a file, or
 * to stdout in place of the tables.
 */
import { access, constants, lstat, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type BuildReport, type ExportReport, failureReport } from '../../../build/publish/index.js';
import { OperationError, reasonOf } from '../../content/errors/index.js';
import { sealContent } from '../../index/snapshot/index.js';
import type { Output } from '../io.js';

/** What stands for stdout in place of a file. */
export const STDOUT_PATH = '-';

/**
 * So that nobody learns only after a long build that its report has no place.
 *
 * @param option that names the file
 * @throws OperationError where it could not be written
 */
export async function checkReportPlace(path: string, option = '--report'): Promise<void> {
  try {
    const found = await stat(path).catch(() => undefined);
    if (found?.isDirectory() === true) throw new OperationError('it is a folder');
    const isLink = await lstat(path).then(
      (entry) => entry.isSymbolicLink(),
      () => false,
    );
    if (found === undefined && isLink) throw new OperationError('it is a symbolic link that leads nowhere');
    await access(found === undefined ? dirname(path) : path, constants.W_OK);
  } catch (error) {
    throw new OperationError(
      `the report cannot be written to ${path}: ${reasonOf(error)}. Give another ${option}; nothing was done.`,
    );
  }
}

/** @throws OperationError where it cannot be written; the snapshot has its place by then */
export async function writeReport(
  path: string,
  report: BuildReport & { readonly import?: object },
  stdout: Output,
): Promise<void> {
  const where = report.shrunk.length > 0 || report.refused.length > 0 ? 'kept' : 'in place';
  await writeSealed(path, report, stdout, `the snapshot is ${where}, but`);
}

/**
 * So that nobody takes an earlier report for that of what has failed.
 *
 * @throws OperationError where it cannot be written
 */
export async function writeFailure(
  path: string,
  verdict: { readonly published: false; readonly import?: object } | { readonly accepted: false },
  error: unknown,
  stdout: Output,
): Promise<void> {
  await writeSealed(path, { ...verdict, ...failureReport(error) }, stdout, 'it has failed, and');
}

/** @throws OperationError where it cannot be written */
export async function writeCheck(path: string, report: ExportReport, stdout: Output): Promise<void> {
  await writeSealed(path, report, stdout, 'the export is good, but');
}

async function writeSealed(path: string, content: object, stdout: Output, otherwise: string): Promise<void> {
  const bytes = sealContent(content);
  if (path === STDOUT_PATH) {
    stdout.write(Buffer.from(bytes).toString());
    return;
  }
  try {
    await writeFile(path, bytes);
  } catch (error) {
    throw new OperationError(`${otherwise} its report cannot be written: ${reasonOf(error)}`);
  }
}
