/**
 * False but well-formed answers of an origin, as from an attacker or a cache that mixes nights.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SnapshotId } from '../../src/content/model/index.js';
import { MANIFEST_FILE, SIGNATURE_FILE } from '../../src/index/snapshot/index.js';
import type { Forged } from './builder.js';
import type { OriginOrder } from './program.js';

export const LIES = [
  'none',
  'an older snapshot',
  'an unsigned snapshot',
  "a stranger's snapshot",
  "a stranger's signature",
  'a mixed manifest',
  "yesterday's manifest",
] as const;
export type Lie = (typeof LIES)[number];

export interface LieAbout {
  readonly origin: string;
  readonly forged: Forged;
  readonly tonight: SnapshotId;
  readonly before: SnapshotId | undefined;
}

/** @returns texts that replace files; none if there is no older snapshot */
export function liesOf(lie: Lie, { origin, forged, tonight, before }: LieAbout): OriginOrder['instead'] {
  const read = (...path: readonly string[]): string => readFileSync(join(origin, ...path), 'utf8');
  const current = (id: SnapshotId): OriginOrder['instead'] => [['CURRENT', `${id}\n`]];
  switch (lie) {
    case 'none':
      return [];
    case 'an older snapshot':
      return before === undefined ? [] : current(before);
    case 'an unsigned snapshot':
      return current(forged.unsigned);
    case "a stranger's snapshot":
      return current(forged.strangers);
    case "a stranger's signature":
      return [[`${tonight}/${SIGNATURE_FILE}`, read(forged.strangers, SIGNATURE_FILE)]];
    case "yesterday's manifest":
      return before === undefined ? [] : [[`${tonight}/${MANIFEST_FILE}`, read(before, MANIFEST_FILE)]];
    case 'a mixed manifest':
      return before === undefined ? [] : [[`${tonight}/${MANIFEST_FILE}`, mixed(read(before, MANIFEST_FILE))]];
  }
}

/** @returns a manifest of that night with the segments in another order, which no longer hashes to its id */
function mixed(text: string): string {
  const manifest: { segments: unknown[] } = JSON.parse(text);
  return `${JSON.stringify({ ...manifest, segments: manifest.segments.reverse() }, null, 1)}\n`;
}
