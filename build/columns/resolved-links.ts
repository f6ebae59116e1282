/**
 * Links of a relationship whose targets are known: in memory, and as the sections of a segment.
 *
 * Relationships of the export (link-column) and derived ones (inverse-column) have the same sections.
 */
import { threshold } from '../../src/content/choices/index.js';
import { isOn, type RelationshipField } from '../../src/content/model/index.js';
import type { AnySection } from '../../src/format/index.js';
import { sectionNames } from '../../src/index/segment/index.js';
import type { ByteColumn } from '../read/index.js';
import { divideRecords, type RecordRange } from '../sorting/index.js';
import {
  type BuildContext,
  discard,
  type LinkSpool,
  processInOrder,
  RecordSpool,
  type WorkClock,
} from '../work/index.js';
import { forwardSections, linkageJob, linksJob } from './link-sections.js';

/** Bytes of targets rendered by one job. */
const renderedBytes = 2 ** 22;

/** All links of a relationship, in memory. */
export interface ResolvedLinks {
  /** Doc → start of its links, with one more entry for the end. */
  readonly starts: Uint32Array;
  /** Link → target index. */
  readonly links: Uint32Array;
  /** Target index → doc in the target's type. */
  readonly docs: Uint32Array;
  /** Index of a type in `to` → number of targets of this type and of the types before it: targets are sorted by type. */
  readonly typeEnds: Uint32Array;
}

/** The links of a relationship, before they are written. */
export interface CollectedLinks {
  readonly field: RelationshipField;
  /** Keys of the targets, ascending: the index of the type in `to` as one byte, then the id. */
  readonly targets: RecordSpool;
  /** Links as target indexes. They are removed. */
  readonly resolved: LinkSpool;
}

/**
 * Builds the sections of a relationship.
 *
 * @param clock receives the time of each structure
 * Memory: 4 bytes per doc, 8 per link and 8 per target, and some targets per thread.
 */
export async function buildLinkSections(
  { field, targets, resolved }: CollectedLinks,
  { pool, scratch }: Pick<BuildContext, 'pool' | 'scratch'>,
  clock: WorkClock,
): Promise<AnySection[]> {
  const names = sectionNames(field.name);
  const linkage = new RecordSpool(scratch);
  const renderRange = async ({ from, to, start, end }: RecordRange): Promise<ByteColumn> => {
    const bytes = await targets.sliceBytes(start, end);
    const lengths = await targets.sliceLengths(from, to);
    return pool.run(linkageJob, { types: field.to, bytes, lengths }, clock);
  };
  const writeRendered = async (rendered: ByteColumn): Promise<void> => {
    await linkage.write(rendered.bytes, rendered.lengths);
    discard(rendered);
  };
  const ranges = await divideRecords(targets.lengthPieces(), threshold('links.rendered', renderedBytes));
  await processInOrder(ranges, pool.threads, renderRange, writeRendered);
  const { starts, links } = await resolved.load();
  await resolved.remove();
  const linkSections = isOn(field, 'filter')
    ? await pool.run(linksJob, { field: field.name, targetCount: targets.count, starts, links }, clock)
    : forwardSections(field.name, starts, links);
  return [...(await targets.sections(names.terms)), ...linkSections, ...(await linkage.sections(names.linkage))];
}
