/**
 * All that is wrong with an export, without building it: every file is read and every link resolved, and nothing is
 * written.
 */
import { OperationError } from '../../src/content/errors/index.js';
import { explainDiskFailure, type Files } from '../../src/format/files/index.js';
import { type ExportSource, openExport, type ProblemLog } from '../read/index.js';
import { createBuildPool, readItems, TypeChecker } from '../segment/index.js';
import { tellOfProblems } from './outcome.js';
import type { BuildProgress, ExportReport } from './report.js';
import { LinkResolver, type LinkSpace } from './resolve-links.js';

export interface CheckOptions {
  readonly files: Files;
  /** Whether warnings count as errors. */
  readonly strict: boolean;
  /** How many threads read; 1, the default, is this one alone. */
  readonly threads?: number;
  readonly onProgress?: (progress: BuildProgress) => void;
  /** Stops the check as soon as it can be. */
  readonly signal?: AbortSignal;
}

interface CheckedType {
  readonly file: string;
  readonly checker: TypeChecker;
  readonly reading: ProblemLog;
}

/**
 * @returns what the export holds, and what was repaired in it
 * @throws ExportError when a build would refuse the export, with the same problems; OperationError when it cannot be read
 * Cost: reading the files. Memory: the ids of all items, each distinct target of a relationship, and 4 bytes a link and
 * an item of it.
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
    const source = await openExport(folder, options);
    const { problems, sources } = source;
    const checked: CheckedType[] = [];
    for (const { type, file, byteLength } of sources) {
      const checker = new TypeChecker(type);
      const reading = problems.part();
      const onBytes = bytesDone(`reading ${type.name}`, byteLength, report);
      await readItems(source.reading(type, { ids: checker.ids, problems: reading, onBytes }), checker, pool);
      checked.push({ file, checker, reading });
    }
    report({ step: 'resolving links', done: 0, total: 1, unit: 'steps' });
    tellInOrder(source, checked);
    report({ step: 'resolving links', done: 1, total: 1, unit: 'steps' });
    problems.throwIfAny();
    const types = checked.map(({ checker }) => ({ name: checker.type.name, items: checker.size }));
    const items = types.reduce((sum, type) => sum + type.items, 0);
    return { accepted: true, items, types, ...tellOfProblems(problems) };
  } catch (error) {
    throw explainDiskFailure(error, { doing: `read the export in ${folder}`, again: 'check it again' });
  } finally {
    options.signal?.removeEventListener('abort', stop);
    await pool.close();
  }
}

/** @returns what is to be told how many more bytes were read */
function bytesDone(step: string, total: number, report: (progress: BuildProgress) => void): (read: number) => void {
  let done = 0;
  const add = (read: number): void => {
    done += read;
    report({ step, done, total, unit: 'bytes' });
  };
  add(0);
  return add;
}

/** As a build does: what was met while reading, then whether there is anything at all, then links. */
function tellInOrder({ problems, checkNotEmpty }: ExportSource, checked: readonly CheckedType[]): void {
  const byName = new Map(checked.map(({ checker }) => [checker.type.name, checker]));
  const space: LinkSpace = { docOf: (type, id) => byName.get(type)?.docOf(id) };
  const links = checked.map(({ file, checker }) => {
    const log = problems.part();
    checker.resolveLinks(new LinkResolver(space, file, (doc) => checker.ids.lineOf(doc), log));
    return log;
  });
  for (const { reading } of checked) problems.take(reading);
  checkNotEmpty(checked.reduce((sum, { checker }) => sum + checker.size, 0));
  for (const log of links) problems.take(log);
}
