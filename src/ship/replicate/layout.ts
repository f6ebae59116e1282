/**
 * Where things lie at an origin that was pushed to:
 *
 *     CURRENT                  as in a folder of snapshots
 *     <id>/manifest.json       the same
 *     segments/<file>          the segments of all snapshots: equal names are equal bytes
 *
 * A folder of snapshots is an origin, too: its segments lie beside their manifest.
 */
export const SEGMENTS_FOLDER = 'segments';
