/**
 * Where things lie in a snapshots folder:
 *
 *     CURRENT                                 the id of the snapshot to serve, and a newline
 *     PREVIOUS                                the ids that CURRENT named before, oldest first, one a line
 *     TRUSTED                                 the newest signature that was accepted here (src/ship/trust)
 *     <id>/manifest.json                      its SHA-256 is the id
 *     <id>/<name>-<first of SHA-256>.segment  one per content type, and one of joins
 *     <id>/inputs.json                        what it was built from: for the next build, not part of the snapshot
 *     <id>/build-report.json                  what building it took: for people, not part of the snapshot
 *     <id>/signature.json                     who vouches for it, and since when: for whoever asks, not part of the snapshot
 *     building-<unique>/                      a build under way, or one that was killed
 */
import { join } from 'node:path';
import type { SnapshotId } from '../../content/model/index.js';

export const CURRENT_FILE = 'CURRENT';
export const PREVIOUS_FILE = 'PREVIOUS';
/** Written by whoever asks for signatures. */
export const TRUSTED_FILE = 'TRUSTED';
export const MANIFEST_FILE = 'manifest.json';
/** For the next build (build/publish/incremental). */
export const INPUTS_FILE = 'inputs.json';
/** For people and their programs. */
export const BUILD_REPORT_FILE = 'build-report.json';
/** Who vouches for the snapshot (src/ship/trust). */
export const SIGNATURE_FILE = 'signature.json';
/** What may lie beside a snapshot's own files: the id says nothing of it, and no reader looks at it. */
export const COMPANION_FILES: readonly string[] = [INPUTS_FILE, BUILD_REPORT_FILE];
export const BUILDING_PREFIX = 'building-';

const hashDigits = 16;

export const currentPath = (folder: string): string => join(folder, CURRENT_FILE);
export const previousPath = (folder: string): string => join(folder, PREVIOUS_FILE);
export const snapshotPath = (folder: string, id: SnapshotId): string => join(folder, id);

/** Named by content, so that equal names are equal bytes also where names do not differ by case. */
export const segmentFileName = (name: string, sha256: string): string =>
  `${name}-${sha256.slice(0, hashDigits)}.segment`;
