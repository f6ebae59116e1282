/**
 * `stele serve --dev`: builds an export into a temporary folder, and builds it again after each change.
 *
 * A problem of the export is printed and shown in the explorer; the last good snapshot is still served. Unchanged content
 * types are linked, so the time of a build depends on the changed types alone.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BuildReport, buildSnapshot, NotAnExport } from '../../../build/publish/index.js';
import { OperationError, shellWord } from '../../content/errors/index.js';
import { diskFiles } from '../../format/files/index.js';
import { repeatOnChange } from '../build/live.js';
import { describeFailure } from '../failure.js';
import type { Output } from '../io.js';
import { readEarlierModel, requireImporter } from '../ports/importer.js';
import { formatNumberOf } from '../table.js';

/** Interval for file systems that report no changes. */
const pollMs = 1000;

export interface BuiltExport {
  /** Folder of snapshots; removed by `close`. */
  readonly snapshots: string;
  /** The problem of the export in its current state; undefined if it has none. */
  readonly problem: () => string | undefined;
  /** @param onBuilt called after each build that published a snapshot */
  readonly follow: (onBuilt: () => Promise<void>) => void;
  readonly close: () => Promise<void>;
}

/** @throws OperationError if there is nothing to build, whatever changes in the input: the path is wrong */
async function checkInput(input: string): Promise<void> {
  if (URL.canParse(input)) return;
  const stat = await diskFiles.stat(input);
  if (stat === undefined) throw new OperationError(`${input} does not exist. Give the export to build and serve.`);
  if (stat.kind === 'folder' && (await diskFiles.list(input)).includes('CURRENT')) {
    throw new OperationError(
      `${input} is a folder of snapshots, which is served without --dev: stele serve ${shellWord(input)}`,
    );
  }
}

/**
 * Builds now, and again after each change.
 *
 * @param from   the source of an import; undefined if `input` is an export
 * @param output receives a line for each build, and the problems of the export
 * @throws OperationError if the input does not exist or is a folder of snapshots, or the add-on for imports is not installed
 */
export async function buildAndFollow(input: string, from: string | undefined, output: Output): Promise<BuiltExport> {
  const importer = from === undefined ? undefined : await requireImporter();
  await checkInput(input);
  const snapshots = mkdtempSync(join(tmpdir(), 'stele-dev-'));
  let problem: string | undefined;
  let hasBuilt = false;
  let onBuilt = async (): Promise<void> => undefined;
  const build = (folder: string, signal: AbortSignal): Promise<BuildReport> =>
    buildSnapshot(folder, snapshots, { files: diskFiles, strict: false, keep: 2, signal });
  const importAndBuild = async (signal: AbortSignal): Promise<BuildReport> => {
    if (from === undefined || importer === undefined) return build(input, signal);
    const earlierModel = await readEarlierModel(snapshots);
    return importer.withImported(
      { source: from, input, beside: snapshots, options: {}, earlierModel, signal },
      ({ folder, losses }) => {
        output.write(losses);
        return build(folder, signal);
      },
    );
  };
  const live = repeatOnChange({
    async work(signal) {
      const startMs = performance.now();
      const { published, items, warningsByKind: warnings } = await importAndBuild(signal);
      if (warnings !== '') output.write(`${warnings.trimEnd()}\n`);
      if (published)
        output.write(`Built ${formatNumberOf(items, 'item')} in ${Math.round(performance.now() - startMs)} ms\n`);
      else if (problem !== undefined)
        output.write('The export has no problem any more; its content is already served.\n');
      problem = undefined;
      hasBuilt = true;
      if (published) await onBuilt();
    },
    watchedPath: input,
    pollMs,
    everyMs: 0,
    retries: false,
    onFailure(failure) {
      const error =
        failure instanceof NotAnExport
          ? failure.withCommand((name, source) => `stele serve --dev ${name} --from ${source}`)
          : failure;
      problem = describeFailure(error).text;
      const servingNote = hasBuilt
        ? 'The earlier content is still served until the problem is corrected.'
        : 'Nothing is served until the problem is corrected.';
      output.write(`${problem}\n${servingNote}\n`);
    },
  });
  await live.request();
  return {
    snapshots,
    problem: () => problem,
    follow(listener) {
      onBuilt = listener;
      // A snapshot may have been built while the server started.
      void listener();
    },
    async close() {
      await live.stop();
      rmSync(snapshots, { recursive: true, force: true });
    },
  };
}
