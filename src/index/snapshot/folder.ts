/**
 * Names and paths in a folder of snapshots:
 *
 *     CURRENT                                 id of the snapshot to serve, and a line feed
 *     PREVIOUS                                ids that CURRENT named before, oldest first, one per line
 *     TRUSTED                                 the newest accepted signature (src/ship/trust)
 *     <id>/manifest.json                      its SHA-256 is the id
 *     <id>/<name>-<first of SHA-256>.segment  one per content type, and one of joins
 *     <id>/inputs.json                        companion for the next build: the inputs of the snapshot
 *     <id>/build-report.json                  companion for people: the steps of the build
 *     <id>/built.json                         companion for servers and people: the time of the build
 *     <id>/signature.json                     the signer of the snapshot, and the time; not covered by the id
 *     building-<unique>/                      a build in progress, or one that was killed
 */
import { join } from 'node:path';
import type { SnapshotId } from '../../content/model/index.js';

export const CURRENT_FILE = 'CURRENT';
export const PREVIOUS_FILE = 'PREVIOUS';
/** Written by programs that require signatures. */
export const TRUSTED_FILE = 'TRUSTED';
export const MANIFEST_FILE = 'manifest.json';
/** Read by the next build (build/publish/incremental). */
export const INPUTS_FILE = 'inputs.json';
/** Read by people and their programs. */
export const BUILD_REPORT_FILE = 'build-report.json';
/** The time of the build; copied with the snapshot (built-time). */
export const BUILT_FILE = 'built.json';
/** Signature of the snapshot (src/ship/trust). */
export const SIGNATURE_FILE = 'signature.json';
/** Files that may lie in a snapshot's folder: the id does not cover them, and no reader needs them. */
export const COMPANION_FILES: readonly string[] = [INPUTS_FILE, BUILD_REPORT_FILE, BUILT_FILE];
export const BUILDING_PREFIX = 'building-';

const hashDigits = 16;

export const currentPath = (folder: string): string => join(folder, CURRENT_FILE);
export const previousPath = (folder: string): string => join(folder, PREVIOUS_FILE);
export const snapshotPath = (folder: string, id: SnapshotId): string => join(folder, id);

/** @returns a name with the start of the content's hash: equal names have equal bytes, even on disks that ignore case */
export const segmentFileName = (name: string, sha256: string): string =>
  `${name}-${sha256.slice(0, hashDigits)}.segment`;
