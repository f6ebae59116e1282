/**
 * Checks an export without building it: reads every file and resolves every link, and writes nothing.
 *
 * Invariant: it reports the same problems as a build, in the same order.
 */
import { OperationError } from '../../src/content/errors/index.js';
import { explainDiskFailure, type Files } from '../../src/format/files/index.js';
import { type ExportSource, openExport, type ProblemLog } from '../read/index.js';
import { createBuildPool, readItems, TypeChecker } from '../segment/index.js';
import type { ItemLookup } from './incremental/linked-type.js';
import { problemReport } from './outcome.js';
import type { BuildProgress, ExportReport } from './report/report.js';
import { LinkResolver } from './resolve-links.js';

export interface CheckOptions {
  readonly files: Files;
  /** Whether warnings count as errors. */
  readonly strict: boolean;
  /** Number of threads that read; 1, the default, is this thread alone. */
  readonly threads?: number;
  readonly onProgress?: (progress: BuildProgress) => void;
  /** Stops the check with an OperationError. */
  readonly signal?: AbortSignal;
}

interface CheckedType {
  readonly file: string;
  readonly checker: TypeChecker;
  readonly reading: ProblemLog;
}

/**
 * @returns the items of each type, and the problems that a build would repair
 * @throws ExportError if a build would refuse the export, with the same problems; OperationError if it cannot be read
 * Cost: reading the files. Memory: the ids of all items, each distinct link target, and 4 bytes per link and per item of
 * each relationship.
 */
export async function checkExport(folder: string, options: CheckOptions): Promise<ExportReport> {
  const pool = createBuildPool(options.threads ?? 1);
  const stopped = (): OperationError => new OperationError('the check was stopped before it ended.');
  const stop = (): void => pool.stop(stopped());
  options.signal?.addEventListener('abort', stop);
  const report = (progress: BuildProgress): void => {
    if (options.signal?.aborted === true) throw stopped();
    options.onProgress?.(progress);
  };
  try {
    const source = await openExport(folder, { ...options, command: 'check' });
    const { problems, sources } = source;
    const checked: CheckedType[] = [];
    for (const { type, file, byteLength } of sources) {
      const checker = new TypeChecker(type);
      const reading = problems.createPart();
      const onBytes = byteProgress(`reading ${type.name}`, byteLength, report);
      await readItems(source.readItems(type, { ids: checker.ids, problems: reading, onBytes }), checker, pool);
      checked.push({ file, checker, reading });
    }
    report({ step: 'resolving links', done: 0, total: 1, unit: 'steps' });
    addProblemsInOrder(source, checked);
    report({ step: 'resolving links', done: 1, total: 1, unit: 'steps' });
    problems.throwIfAny();
    const types = checked.map(({ checker }) => ({ name: checker.type.name, items: checker.size }));
    const warningsByField = problems.warningCount === 0 ? '' : problems.renderByField();
    return { accepted: true, items: countItems(checked), types, warningsByField, ...problemReport(problems) };
  } catch (error) {
    throw explainDiskFailure(error, { doing: `read the export in ${folder}`, again: 'check it again' });
  } finally {
    options.signal?.removeEventListener('abort', stop);
    await pool.close();
  }
}

/** Reports the progress of a step at 0 bytes. @returns a callback that adds newly read bytes and reports the progress */
function byteProgress(
  step: string,
  total: number,
  report: (progress: BuildProgress) => void,
): (addedBytes: number) => void {
  let done = 0;
  const addBytes = (addedBytes: number): void => {
    done += addedBytes;
    report({ step, done, total, unit: 'bytes' });
  };
  addBytes(0);
  return addBytes;
}

function countItems(checked: readonly CheckedType[]): number {
  let count = 0;
  for (const { checker } of checked) count += checker.size;
  return count;
}

/** Adds the problems in a build's order: those of reading, then an export without items, then those of links. */
function addProblemsInOrder({ problems, checkNotEmpty }: ExportSource, checked: readonly CheckedType[]): void {
  const checkerByName = new Map(checked.map(({ checker }) => [checker.type.name, checker]));
  const items: Pick<ItemLookup, 'docOf'> = { docOf: (type, id) => checkerByName.get(type)?.docOf(id) };
  const linkLogs = checked.map(({ file, checker }) => {
    const log = problems.createPart();
    checker.resolveLinks(new LinkResolver(items, file, (doc) => checker.ids.lineOf(doc), log));
    return log;
  });
  for (const { reading } of checked) problems.addPart(reading);
  checkNotEmpty(countItems(checked));
  for (const log of linkLogs) problems.addPart(log);
}
