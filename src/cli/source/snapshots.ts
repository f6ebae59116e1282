/**
 * A folder of snapshots as a source of answers for commands.
 */
import { OperationError, shellWord } from '../../content/errors/index.js';
import { diskFiles } from '../../format/files/index.js';
import { formatBuiltTime, listEntries, openCurrent } from '../../index/snapshot/index.js';
import { answer, explainRequest, parseRequest } from '../../jsonapi/index.js';
import { type RollbackReport, rollBack } from '../../ship/publish/index.js';
import { signSnapshot } from '../../ship/trust/index.js';
import { snapshotList } from './snapshot-list.js';
import type { Source } from './source.js';

function rollbackText(folder: string, { snapshot, before, target, chosen }: RollbackReport): string {
  if (snapshot === before) return `Nothing has changed: CURRENT already names snapshot ${snapshot}\n`;
  const guessNote =
    chosen === 'older'
      ? 'This folder has no record of what was served before. This snapshot was built before the other one.\n'
      : '';
  const pinAdvice = `The next build publishes again. To prevent that, stop the builds, or hold this snapshot: stele serve ${shellWord(folder)} --pin ${snapshot}\n`;
  const previousLine = before === undefined ? '' : `instead of ${before}\n`;
  return `CURRENT names snapshot ${snapshot}, ${formatBuiltTime(target)}\n${previousLine}${guessNote}${pinAdvice}`;
}

export const snapshotsIn = (folder: string): Source => ({
  list: async (form) => snapshotList(await listEntries(diskFiles, folder), form),
  async rollBack({ to, keys, channel, onStep }) {
    const report = await rollBack(diskFiles, folder, to, onStep, async (target) => {
      if (keys !== undefined) await signSnapshot(diskFiles, folder, target, keys, { force: true, channel });
    });
    return rollbackText(folder, report);
  },
  async answer({ targetIn, base, maxCostMs }) {
    const space = await openCurrent(diskFiles, folder);
    const { path, search } = targetIn(space.model);
    return answer(space, parseRequest(space.model, path, search), base, { maxCostMs });
  },
  async statements() {
    throw new OperationError(
      '--sql prints the statements of a database. Give its URL: postgres://…, or use --explain.',
    );
  },
  async explain({ targetIn, base }) {
    const space = await openCurrent(diskFiles, folder);
    const { path, search } = targetIn(space.model);
    return explainRequest(space, path, search, base);
  },
});
