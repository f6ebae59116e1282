/**
 * The options that say how snapshots travel, which `push`, `pull` and `serve --follow` share.
 */
import { Command } from 'commander';
import { KEPT_SNAPSHOTS } from '../../ship/publish/index.js';
import { BANDWIDTH_MINIMUM, parseAddress } from '../../ship/replicate/index.js';
import { parserOf, parseSnapshotCount, rangeParser, sizeParser, splitSpaceName, withOptions } from '../arguments.js';

const parallelMaximum = 64;

const bytesPerSecond = sizeParser(
  BANDWIDTH_MINIMUM,
  'Give bytes a second as a number with k, m or g, at least 64k, such as 20m.',
);

/** @returns the text, once it is known to be an address */
export const address = parserOf((text) => {
  parseAddress(text);
  return text;
});

export interface FollowedAddress {
  /** Undefined for the folder that is given without a name. */
  readonly space: string | undefined;
  readonly address: string;
}

/** @param text an address, or `<space>=<address>` */
export function followedAddress(text: string): FollowedAddress {
  const { space, rest } = splitSpaceName(text);
  return { space, address: address(rest) };
}

/** @param done what becomes of segments; @param doing what takes bytes; @param when begins each description */
export const transferFlags = (done: string, doing: string, when = '') =>
  new Command()
    .option('--parallel <number>', `${when}how many segments are ${done} at once`, rangeParser(1, parallelMaximum), 4)
    .option('--bandwidth <size>', `${when}bytes a second that ${doing} may take, such as 20m`, bytesPerSecond);

/** @param when begins each description, where the options count only sometimes */
export const fetchFlags = (when = '') =>
  withOptions(
    new Command().option(
      '--keep <number>',
      `${when}how many snapshots to keep, the current one included; all: remove none`,
      parseSnapshotCount,
      KEPT_SNAPSHOTS,
    ),
    transferFlags('fetched', 'fetching', when),
  );
