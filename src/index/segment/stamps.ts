/**
 * Stamps in a segment's header: the versions of the rules that produced its values.
 *
 * A reader with other rules would look for other values and miss stored ones, so it refuses the segment.
 */
import { OperationError } from '../../content/errors/index.js';
import { COLLATION_VERSION, type ContentType, foldOf, isFolded, isNatural } from '../../content/model/index.js';
import type { Packed, SegmentFile } from '../../format/index.js';
import { ANALYSER_VERSION } from '../search/index.js';
import { ACCENTS_VERSION, FOLDING_VERSION } from '../termdict/index.js';

/** Key in a segment's `meta`: Unicode version by which values are case-folded; absent if none are. */
export const FOLDING_META = 'caseFolding';
/** Key in a segment's `meta`: version of the tables by which accents are folded; absent if none are. */
export const ACCENTS_META = 'accentFolding';
/** Key in a segment's `meta`: version of the rules that cut texts into words; absent if no field is searched. */
export const ANALYSER_META = 'analyser';

/** Key in a segment's `meta`: version of the collation of natural orders; absent if no field has one. */
export const COLLATION_META = 'collation';

interface Stamp {
  readonly metaKey: string;
  readonly ownVersion: string;
  readonly subject: string;
  /** Whether a reader computes these values itself, so that it cannot use values of another version. */
  readonly isBinding: boolean;
  readonly appliesTo: (type: ContentType) => boolean;
}

const stamps: readonly Stamp[] = [
  {
    metaKey: FOLDING_META,
    ownVersion: FOLDING_VERSION,
    subject: 'values were case-folded by Unicode',
    isBinding: true,
    appliesTo: (type) => type.fields.some(isFolded),
  },
  {
    metaKey: ACCENTS_META,
    ownVersion: ACCENTS_VERSION,
    subject: 'accents were folded by the tables of Unicode',
    isBinding: true,
    appliesTo: (type) => type.fields.some((field) => foldOf(field) === 'accents'),
  },
  {
    metaKey: ANALYSER_META,
    ownVersion: ANALYSER_VERSION,
    subject: 'words were made by the analyser',
    isBinding: true,
    appliesTo: (type) => type.search !== undefined,
  },
  {
    metaKey: COLLATION_META,
    ownVersion: COLLATION_VERSION,
    subject: 'texts were ordered by the collation',
    isBinding: false,
    appliesTo: (type) => type.fields.some(isNatural),
  },
];

/** @returns the entries for `meta` of a segment that this program builds */
export const listStamps = (type: ContentType): ReadonlyMap<string, Packed> =>
  new Map(stamps.filter(({ appliesTo }) => appliesTo(type)).map(({ metaKey, ownVersion }) => [metaKey, ownVersion]));

/** @throws OperationError if other rules than this program's produced the segment's values; the message says what to do */
export function checkStamps(file: SegmentFile, type: ContentType): void {
  for (const { metaKey, ownVersion, subject, isBinding, appliesTo } of stamps) {
    const version = file.meta.get(metaKey);
    if (!isBinding || !appliesTo(type) || version === ownVersion) continue;
    const versionText = version === undefined ? 'of an older version of stele' : `"${String(version)}"`;
    throw new OperationError(
      `the content type ${type.name}: its ${subject} ${versionText}, and this version of stele has "${ownVersion}". Build the snapshot again with this version of stele and of Node, or read it with those that built it.`,
    );
  }
}
