/**
 * `stele build --max-change`: refuses a snapshot in which too much of a content type's content has changed.
 *
 * The shrink guard sees lost items and values; this guard sees wrong ones, such as a field that an export fills with another
 * field's values. Elsewhere: comparing snapshots (src/ship/diff).
 */
import type { Judge } from '../../../build/publish/index.js';
import { diskFiles } from '../../format/files/index.js';
import { readCurrent } from '../../index/snapshot/index.js';
import { compareSnapshots, openPair, type TypeChanges } from '../../ship/diff/index.js';
import { formatCount } from '../table.js';

/** As many items of a type may always change, so that a type of three items may be edited. */
const ALWAYS_ALLOWED = 10;
/** Fields that a reason names. */
const FIELDS_NAMED = 3;

/**
 * @param folder     the folder that the build writes to
 * @param maxPercent percentage of a type's items that may have changed
 * @returns          a judge of new snapshots
 * Cost: comparing the types whose bytes have changed; memory for one type of both snapshots.
 */
export function createChangeJudge(folder: string, maxPercent: number): Judge {
  return async (candidate) => {
    const served = await readCurrent(diskFiles, folder);
    if (served === undefined) return [];
    const pair = await openPair(diskFiles, { folder, id: served }, { folder, id: candidate });
    const reasons: string[] = [];
    for await (const changes of compareSnapshots(pair)) {
      const reason = explainChange(changes, maxPercent);
      if (reason !== undefined) reasons.push(reason);
    }
    return reasons;
  };
}

/** @returns a sentence if more items of the type have changed than allowed; added and removed items do not count */
export function explainChange(
  {
    name,
    itemsBefore = 0,
    removed,
    changed,
    fields,
  }: Pick<TypeChanges, 'name' | 'itemsBefore' | 'removed' | 'changed' | 'fields'>,
  maxPercent: number,
): string | undefined {
  const commonCount = itemsBefore - removed.length;
  const changedCount = changed.length;
  if (changedCount <= ALWAYS_ALLOWED || changedCount * 100 <= commonCount * maxPercent) return undefined;
  const changedPercent = ((changedCount / commonCount) * 100).toFixed(1);
  const fieldTexts = fields
    .toSorted((a, b) => b.items - a.items)
    .slice(0, FIELDS_NAMED)
    .map((field) => `${field.name} ${formatCount(field.items)}`);
  const fieldList = fieldTexts.length === 0 ? '' : `: ${fieldTexts.join(', ')}`;
  return `${name}: ${formatCount(changedCount)} of ${formatCount(commonCount)} items have other content, ${changedPercent} %${fieldList}`;
}

/** @returns a judge that asks one judge after the other; undefined if there is none */
export function combineJudges(judges: readonly (Judge | undefined)[]): Judge | undefined {
  const presentJudges = judges.filter((judge) => judge !== undefined);
  if (presentJudges.length === 0) return undefined;
  return async (snapshot) => {
    const reasons: string[] = [];
    for (const judge of presentJudges) reasons.push(...(await judge(snapshot)));
    return reasons;
  };
}
