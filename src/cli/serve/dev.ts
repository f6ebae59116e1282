/**
 * `stele serve --dev`: an export is built into a temporary folder, and again each time one of its files changes.
 *
 * What is wrong with it is told, here and in the explorer, and what was served before stays. Content types that have not
 * changed are linked, so that building again takes as long as what has changed.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BuildReport, buildSnapshot } from '../../../build/publish/index.js';
import { diskFiles } from '../../format/files/index.js';
import { repeatOnChange } from '../build/live.js';
import { describeFailure } from '../failure.js';
import type { Output } from '../io.js';
import { requireImporter } from '../ports/importer.js';

/** For file systems that tell nobody of changes. */
const pollMs = 1000;

export interface BuiltExport {
  /** Folder of snapshots; gone once this is closed. */
  readonly snapshots: string;
  /** What is wrong with the export as it is now. */
  readonly problem: () => string | undefined;
  /** @param onBuilt is called after each build that changed what is served */
  readonly follow: (onBuilt: () => Promise<void>) => void;
  readonly close: () => Promise<void>;
}

/**
 * Builds, and again after each change.
 *
 * @param from   the source that the export is imported from, unless it is an export as it is
 * @param output told of what is built, and of what is wrong with it
 * @throws OperationError where there is no such source
 */
export async function buildAndFollow(input: string, from: string | undefined, output: Output): Promise<BuiltExport> {
  const importer = from === undefined ? undefined : await requireImporter();
  if (from !== undefined) await importer?.checkSource(from);
  const snapshots = mkdtempSync(join(tmpdir(), 'stele-dev-'));
  let problem: string | undefined;
  let isBuilt = false;
  let onBuilt = async (): Promise<void> => undefined;
  const build = (folder: string, signal: AbortSignal): Promise<BuildReport> =>
    buildSnapshot(folder, snapshots, { files: diskFiles, strict: false, keep: 2, signal });
  const importAndBuild = (signal: AbortSignal): Promise<BuildReport> => {
    if (from === undefined || importer === undefined) return build(input, signal);
    return importer.withImported(
      { source: from, input, beside: snapshots, options: {}, signal },
      ({ folder, losses }) => {
        output.write(losses);
        return build(folder, signal);
      },
    );
  };
  const live = repeatOnChange({
    async work(signal) {
      const startMs = performance.now();
      const { published, items, warnings } = await importAndBuild(signal);
      if (warnings !== '') output.write(`${warnings.trimEnd()}\n`);
      if (published) output.write(`Built ${items} items in ${Math.round(performance.now() - startMs)} ms\n`);
      else if (problem !== undefined) output.write('All is well again.\n');
      problem = undefined;
      isBuilt = true;
      if (published) await onBuilt();
    },
    watched: input,
    pollMs,
    everyMs: 0,
    retries: false,
    onFailure(error) {
      problem = describeFailure(error).text;
      const standing = isBuilt ? 'The content from before is still served.' : 'Nothing is served until it is mended.';
      output.write(`${problem}\n${standing}\n`);
    },
  });
  await live.ask();
  return {
    snapshots,
    problem: () => problem,
    follow(listener) {
      onBuilt = listener;
      // What was built while the server started.
      void listener();
    },
    async close() {
      await live.stop();
      rmSync(snapshots, { recursive: true, force: true });
    },
  };
}
