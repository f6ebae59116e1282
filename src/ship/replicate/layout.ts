/**
 * The layout of an origin that was filled by pushes:
 *
 *     CURRENT                  as in a folder of snapshots
 *     <id>/manifest.json       as in a folder of snapshots
 *     segments/<file>          the segments of all snapshots: equal names are equal bytes
 *
 * A folder of snapshots is also an origin: its segments are next to their manifest.
 */

export const SEGMENTS_FOLDER = 'segments';
