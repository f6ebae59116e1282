/**
 * Companion files in a snapshot's folder: the inputs and the report of its build.
 *
 * The snapshot's id does not cover them and no reader needs them, so each contains the SHA-256 of its own content.
 */
import { createHash } from 'node:crypto';
import { parseRecord } from '../../format/index.js';

/** Longer files are not read; a build report lists only some of millions of problems. */
export const COMPANION_BYTES_MAXIMUM = 2 ** 28;

const hashContent = (content: object): string => createHash('sha256').update(JSON.stringify(content)).digest('hex');

/** Members that every companion has. */
export interface Companion {
  /** Id of the snapshot in whose folder it is. */
  readonly snapshot: string;
}

/** @param content JSON values; no key is an integer, so that keys keep their order, and none is `sha256` */
export const sealCompanion = <Content extends Companion>(content: Content): Uint8Array => sealContent(content);

/** @returns the bytes of a companion, for a file in another place. @param content as for sealCompanion */
export const sealContent = (content: object): Uint8Array =>
  Buffer.from(`${JSON.stringify({ sha256: hashContent(content), ...content }, null, 1)}\n`);

/**
 * @param snapshot id of the snapshot in whose folder it lies
 * @returns the sealed content; undefined if a byte was changed, or it belongs to another snapshot
 */
export function openCompanion(bytes: Uint8Array, snapshot: string): Companion | undefined {
  const { sha256: _, ...content } = parseRecord(bytes) ?? {};
  if (Buffer.compare(sealContent(content), bytes) !== 0 || !isCompanion(content)) return undefined;
  return content.snapshot === snapshot ? content : undefined;
}

const isCompanion = (content: object): content is Companion =>
  'snapshot' in content && typeof content.snapshot === 'string';
