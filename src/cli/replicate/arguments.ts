/**
 * Options for transferring snapshots, shared by `push`, `pull` and `serve --follow`.
 */
import { Command, InvalidArgumentError } from 'commander';
import { type SnapshotId, snapshotId } from '../../content/model/index.js';
import { KEPT_SNAPSHOTS } from '../../ship/publish/index.js';
import { BANDWIDTH_MINIMUM, parseAddress } from '../../ship/replicate/index.js';
import { parserOf, parseSnapshotCount, rangeParser, sizeParser, splitSpaceName, withOptions } from '../arguments.js';

const parallelMaximum = 64;

const bytesPerSecond = sizeParser(
  BANDWIDTH_MINIMUM,
  'Give bytes a second as a number with k, m or g, at least 64k, such as 20m.',
);

/** Checks that the text is an address. @returns the text unchanged */
export const parseOriginAddress = parserOf((text) => {
  parseAddress(text);
  return text;
});

export function parseWholeId(text: string): SnapshotId {
  const id = snapshotId(text);
  if (id !== undefined) return id;
  throw new InvalidArgumentError('Give the whole id of a snapshot, 64 hexadecimal digits.');
}

export interface PinnedSnapshot {
  /** Undefined if the folder is given without a name. */
  readonly space: string | undefined;
  readonly id: SnapshotId;
}

/** @param text an id, or `<space>=<id>` */
export function parsePinnedSnapshot(text: string): PinnedSnapshot {
  const { space, value } = splitSpaceName(text);
  return { space, id: parseWholeId(value) };
}

export interface FollowedAddress {
  /** Undefined if the folder is given without a name. */
  readonly space: string | undefined;
  readonly address: string;
}

/** @param text an address, or `<space>=<address>` */
export function parseFollowedAddress(text: string): FollowedAddress {
  const { space, value: address } = splitSpaceName(text);
  return { space, address: parseOriginAddress(address) };
}

/**
 * @param segmentVerb  participle for the segments, such as `sent`
 * @param byteConsumer gerund for the use of the bandwidth, such as `sending`
 * @param prefix       begins each description
 */
export const transferFlags = (segmentVerb: string, byteConsumer: string, prefix = '') =>
  new Command()
    .option(
      '--parallel <number>',
      `${prefix}number of segments ${segmentVerb} at once`,
      rangeParser(1, parallelMaximum),
      4,
    )
    .option('--bandwidth <size>', `${prefix}limit in bytes a second for ${byteConsumer}, such as 20m`, bytesPerSecond);

/** @param prefix begins each description, such as `with --follow, ` */
export const fetchFlags = (prefix = '') =>
  withOptions(
    new Command().option(
      '--keep <number>',
      `${prefix}number of snapshots to keep, including the current one; all: remove none`,
      parseSnapshotCount,
      KEPT_SNAPSHOTS,
    ),
    transferFlags('fetched', 'fetching', prefix),
  );
