/**
 * The list of all query classes, in the order of the report.
 */
import type { Random } from '../../data/generate/random.js';
import { OperationError } from '../../src/content/errors/index.js';
import type { Sample } from '../harness/input/sample.js';
import { ADVERSARIAL } from './adversarial.js';
import { BY_VALUE } from './by-value.js';
import { COMBINED } from './combined.js';
import { ORDER } from './order.js';
import type { QueryClass } from './query-class.js';
import { RANGES } from './ranges.js';
import { RELATIONSHIPS } from './relationships.js';
import { PREFIX_AND_SUFFIX, SUBSTRINGS } from './substrings.js';

export type { QueryClass } from './query-class.js';

const SINGLE: readonly QueryClass[] = [
  ...BY_VALUE,
  ...RANGES,
  ...COMBINED,
  ...PREFIX_AND_SUFFIX,
  ...SUBSTRINGS,
  ...RELATIONSHIPS,
  ...ORDER,
];

/** A mix in which every other class is equally likely. */
export const MIX: QueryClass = {
  name: 'a mix of all',
  group: 'mix',
  url: (sample: Sample, random: Random) => random.pick(SINGLE).url(sample, random),
};

export const CLASSES: readonly QueryClass[] = [...SINGLE, MIX, ...ADVERSARIAL];

/**
 * @param part       of a name or group; undefined: all of them
 * @param otherNames names of the classes and groups of other content; the list may be empty if one of them has the part
 * @throws OperationError if no class has the part
 */
export function classesNamed(part: string | undefined, otherNames: readonly string[] = []): readonly QueryClass[] {
  const selected = CLASSES.filter(
    ({ name, group }) => part === undefined || name.includes(part) || group.includes(part),
  );
  const isOther = part !== undefined && otherNames.some((name) => name.includes(part));
  if (selected.length > 0 || isOther) return selected;
  const names = [...CLASSES.map(({ name }) => name), ...otherNames];
  throw new OperationError(`No class or group contains "${part}". There are: ${names.join('; ')}.`);
}
