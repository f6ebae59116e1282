/**
 * What a segment's header says of how its values were made: a reader that would make others finds nothing where there is
 * something, so it refuses the segment.
 */
import { OperationError } from '../../content/errors/index.js';
import { COLLATION_VERSION, type ContentType, isFolded, isNatural } from '../../content/model/index.js';
import type { Packed, SegmentFile } from '../../format/index.js';
import { ANALYSER_VERSION } from '../search/index.js';
import { FOLDING_VERSION } from '../termdict/index.js';

/** In a segment's `meta`: the Unicode by which its values are folded, where some are. */
export const FOLDING_META = 'caseFolding';
/** In a segment's `meta`: the rules by which its texts were cut into words, where some are searched. */
export const ANALYSER_META = 'analyser';

/** In a segment's `meta`: the collation by which its texts are ordered, where some are in a natural order. */
export const COLLATION_META = 'collation';

interface Stamp {
  readonly meta: string;
  readonly ours: string;
  readonly what: string;
  /** Whether a reader makes such values itself, so that others than its own are of no use to it. */
  readonly binds: boolean;
  readonly applies: (type: ContentType) => boolean;
}

const stamps: readonly Stamp[] = [
  {
    meta: FOLDING_META,
    ours: FOLDING_VERSION,
    what: 'values were case-folded by Unicode',
    binds: true,
    applies: (type) => type.fields.some(isFolded),
  },
  {
    meta: ANALYSER_META,
    ours: ANALYSER_VERSION,
    what: 'words were made by the analyser',
    binds: true,
    applies: (type) => type.search !== undefined,
  },
  {
    meta: COLLATION_META,
    ours: COLLATION_VERSION,
    what: 'texts were ordered by the collation',
    binds: false,
    applies: (type) => type.fields.some(isNatural),
  },
];

/** @returns what goes into `meta` of a segment that this program builds */
export const stampsOf = (type: ContentType): ReadonlyMap<string, Packed> =>
  new Map(stamps.filter(({ applies }) => applies(type)).map(({ meta, ours }) => [meta, ours]));

/** @throws OperationError where this program would make other values than those of the segment, with what to do */
export function checkStamps(file: SegmentFile, type: ContentType): void {
  for (const { meta, ours, what, binds, applies } of stamps) {
    const found = file.meta.get(meta);
    if (!binds || !applies(type) || found === ours) continue;
    const theirs = found === undefined ? 'of an older stele' : `"${String(found)}"`;
    throw new OperationError(
      `the content type ${type.name}: its ${what} ${theirs}, and this stele has "${ours}". Build the snapshot again with this version of stele and of Node, or read it with those that built it.`,
    );
  }
}
