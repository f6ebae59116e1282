/**
 * One build: imports first if --from is given, builds, signs, and prints what was repaired, lost and noted.
 *
 * Elsewhere: the outcome as an error (check-published), the summary (build-summary).
 */
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { predictLimits } from '../../../build/plan/index.js';
import {
  type BlockCache,
  type BuildReport,
  buildSnapshot,
  type Pool,
  readExportModel,
} from '../../../build/publish/index.js';
import { OperationError } from '../../content/errors/index.js';
import type { SnapshotId } from '../../content/model/index.js';
import { diskFiles } from '../../format/files/index.js';
import { signSnapshot } from '../../ship/trust/index.js';
import { parsePercent } from '../arguments.js';
import type { CommandIo } from '../io.js';
import { type Imported, type Importer, readEarlierModel, requireImporter } from '../ports/importer.js';
import { requireJudge } from '../ports/traffic-judge.js';
import { type BuildArguments, readChoices } from './build-options.js';
import { sectionLimitLine } from './build-summary.js';
import { combineJudges, createChangeJudge } from './change-guard.js';
import { noteBreakingNames } from './name-notes.js';
import type { Progress } from './progress.js';

interface BuildContext {
  readonly signal: AbortSignal;
  readonly progress?: Progress;
  /** Threads that a later build uses again. */
  readonly pool?: Pool;
  /** Blocks of the export that a later build uses again. */
  readonly blockCache?: BlockCache;
  /** Receives lines about lost and repaired content. */
  readonly writeNote: (text: string) => void;
  /** Called after the import; if undefined, its losses go to `writeNote`. */
  readonly onImported?: (imported: Imported) => void;
  /** The importer for --from, if the caller has one. */
  readonly importer?: Importer | undefined;
  /** Called before CURRENT names the snapshot; if it throws, CURRENT does not change. */
  readonly beforeNamed?: () => Promise<void>;
}

/** Imports if --from is given, then builds. @returns the report, also if the snapshot was not published */
export async function importAndBuild(
  input: string,
  options: BuildArguments,
  io: CommandIo,
  { signal, progress, pool, blockCache, writeNote, onImported, importer, beforeNamed }: BuildContext,
): Promise<BuildReport> {
  if (resolve(input) === resolve(options.out))
    throw new OperationError(
      `the folder of --out has the content: ${input}. Give another folder for the snapshots, such as --out snapshots.`,
    );
  const trafficJudge =
    options.gate === undefined
      ? undefined
      : await (await requireJudge()).create(options.out, options.gate, options, io);
  const changeJudge =
    options.maxChange === undefined ? undefined : createChangeJudge(options.out, parsePercent(options.maxChange));
  const judge = combineJudges([changeJudge, trafficJudge]);
  const onProgress = progress?.report ?? (() => undefined);
  const { sign, channel } = options;
  const refusedChanges = options.values ? 'values' : 'model';
  const build = async (exportFolder: string, takenDown?: Imported['takenDown']): Promise<BuildReport> => {
    for (const limit of await predictLimits(exportFolder, options.out))
      writeNote(`${sectionLimitLine(limit)}: ${limit.advice}.\n`);
    const report = await buildSnapshot(exportFolder, options.out, {
      files: diskFiles,
      strict: options.strict,
      full: options.full,
      judge,
      keep: options.keep,
      choices: readChoices(options),
      maxShrinkPercent: parsePercent(options.maxShrink),
      refuseBreaking: options.refuseBreaking ? refusedChanges : undefined,
      takenDown,
      threads: pool ?? options.threads ?? availableParallelism(),
      blockCache,
      temporaryFolder: options.temp,
      memoryBytes: options.memory,
      onProgress,
      async beforeNamed(id: SnapshotId) {
        await beforeNamed?.();
        if (sign !== undefined) await signSnapshot(diskFiles, options.out, id, sign, { channel });
      },
      signal,
    });
    progress?.stop();
    const warnings = options.allWarnings ? report.warnings : report.warningsByKind;
    if (warnings !== '') writeNote(`${warnings.trimEnd()}\n`);
    for (const note of report.notes) writeNote(`note: ${note}\n`);
    const nameNote = noteBreakingNames(await readExportModel(exportFolder, diskFiles));
    if (nameNote !== undefined) writeNote(`note: ${nameNote}\n`);
    return report;
  };
  if (options.from === undefined) return build(input);
  const { withImported } = importer ?? (await requireImporter());
  const temporaryParent = options.temp ?? options.out;
  const earlierModel = await readEarlierModel(options.out);
  const run = { source: options.from, input, beside: temporaryParent, options, earlierModel, signal, onProgress };
  return withImported(run, (imported) => {
    if (onImported !== undefined) onImported(imported);
    else if (imported.losses !== '') writeNote(imported.losses);
    return build(imported.folder, imported.takenDown);
  });
}
