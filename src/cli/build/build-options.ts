/**
 * The options of a build, which `stele build` and `stele watch` share.
 *
 * Elsewhere: options of add-ons (ports), options of only one of the commands (the command).
 */
import { Command, Option } from 'commander';
import { MAX_SHRINK_PERCENT } from '../../../build/publish/index.js';
import { OperationError } from '../../content/errors/index.js';
import { type BuildChoices, CHOICE_LIMITS, DEFAULT_CHOICES } from '../../content/model/index.js';
import { KEPT_SNAPSHOTS } from '../../ship/publish/index.js';
import {
  choiceParser,
  type OptionsOf,
  parseMemory,
  parsePath,
  parseShare,
  parseSnapshotCount,
  parseThreadCount,
  rangeParser,
  withOptions,
} from '../arguments.js';
import { signFlags } from '../trust/options.js';

/** Values of the options of a build. They include options of add-ons, whose types only the add-ons know. */
export type BuildArguments = OptionsOf<ReturnType<typeof buildFlags>> & Readonly<Record<string, unknown>>;

/** @param sources allowed values; empty if the add-on for imports is not installed: any value is then refused when the build begins */
function sourceOption(sources: readonly string[]) {
  const option = new Option('--from <source>', 'import first: <export> is then the input of stele import <source>');
  return sources.length === 0 ? option : option.choices(sources).argParser(choiceParser(sources));
}

/**
 * The options that `stele build` and `stele watch` share, except the options of add-ons.
 *
 * @param sources names of the sources of imports; empty if the add-on for imports is not installed
 */
export const buildFlags = (sources: readonly string[] = []) =>
  withOptions(
    new Command()
      .optionsGroup('Content:')
      .requiredOption('--out <snapshots>', 'folder for the snapshots; created if it is missing', parsePath)
      .addOption(sourceOption(sources))
      .option(
        '--strict',
        'fail on mistakes that are otherwise repaired and reported, such as a link to a missing item',
        false,
      )
      .option('--full', 'build every content type, even if it has not changed since an earlier snapshot', false)
      .option('--all-warnings', 'print the first hundred warnings, not only one example of each kind', false)
      .optionsGroup('Conditions for publishing:')
      .option(
        '--max-shrink <share>',
        'do not publish if a content type has lost more than this share of its items, or a field of its values',
        parseShare,
        `${MAX_SHRINK_PERCENT}%`,
      )
      .option(
        '--max-change <share>',
        'do not publish if more than this share of the items of a content type have other content (default: any share)',
        parseShare,
      )
      .option(
        '--refuse-breaking',
        'build nothing if the model has lost a type, a field or an option, or the type of a field has changed',
        false,
      )
      .addOption(
        new Option(
          '--values',
          'as --refuse-breaking, and publish nothing if a field that every item had is empty in some items',
        )
          .default(false)
          .implies({ refuseBreaking: true }),
      )
      .option(
        '--gate <traffic>',
        'publish only a snapshot that answers this traffic as well as the served one',
        parsePath,
      )
      .optionsGroup('Old snapshots, memory and threads:')
      .option(
        '--keep <number>',
        'number of snapshots to keep, including the current one; all: remove none',
        parseSnapshotCount,
        KEPT_SNAPSHOTS,
      )
      .option(
        '--memory <size>',
        'memory to use, such as 1g or 800m (default: half of the memory that the process may use)',
        parseMemory,
      )
      .option(
        '--threads <number>',
        'number of threads that index columns (default: one for each core)',
        parseThreadCount,
      )
      .option('--temp <folder>', 'folder for temporary files (default: the folder of --out)', parsePath)
      .optionsGroup('Size against speed:')
      .option(
        '--quantiles <number>',
        'bitsets of items to store for each field; more make ranges and late pages faster, 0 stores none',
        rangeParser(...CHOICE_LIMITS.quantiles),
        DEFAULT_CHOICES.quantiles,
      )
      .option(
        '--quantiles-from <items>',
        'number of items from which a content type gets these bitsets, and bitsets of substrings',
        rangeParser(...CHOICE_LIMITS.quantilesFrom),
        DEFAULT_CHOICES.quantilesFrom,
      )
      .option(
        '--first-items <number>',
        'number of first items to store for a substring that many items contain: pages of this length are faster',
        rangeParser(...CHOICE_LIMITS.firstItems),
        DEFAULT_CHOICES.firstItems,
      )
      .option(
        '--first-items-above <items>',
        'number of items above which the first items of a substring are stored; at least --first-items',
        rangeParser(...CHOICE_LIMITS.firstItemsAbove),
        DEFAULT_CHOICES.firstItemsAbove,
      )
      .option(
        '--substring-sets <number>',
        'number of most frequent substrings of a field whose items are stored as a bitset; 0: none',
        rangeParser(...CHOICE_LIMITS.substringSets),
        DEFAULT_CHOICES.substringSets,
      ),
    signFlags(),
  );

/** @throws OperationError for choices that contradict each other */
export function readChoices(options: BuildArguments): BuildChoices {
  const { quantiles, quantilesFrom, firstItems, firstItemsAbove, substringSets } = options;
  if (firstItems <= firstItemsAbove) return { quantiles, quantilesFrom, firstItems, firstItemsAbove, substringSets };
  throw new OperationError(
    `--first-items ${firstItems} is more than --first-items-above ${firstItemsAbove}: a substring may be in fewer items than --first-items. Raise --first-items-above.`,
  );
}
