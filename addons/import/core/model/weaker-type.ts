/**
 * Notes for the report about fields that have a weaker type than most of their values suggest: a text instead of dates, an integer
 * instead of a relationship. Each note names the values that are the reason, their places, and the ways to the other type.
 *
 * Elsewhere: deciding the type (field-type), links that are missed (infer-links).
 */
import { list } from '../../../../src/content/errors/index.js';
import { entryOfType } from '../../../../src/content/model/index.js';
import { type FieldDecision, INSTANT } from '../declarations/shape.js';
import type { ExampleValue, ValueForm, ValueStatistics } from '../intake/value-statistics.js';
import type { MissedLink } from './infer-links.js';
import { countValues } from './value-kinds.js';

/** A type that some values fit. */
interface StrongerType {
  /** The values, in the plural. */
  readonly noun: string;
  readonly form: ValueForm;
  readonly count: number;
  /** The field in `--overrides` that has the type. */
  readonly override: object;
}

/**
 * @param path       `type.field`
 * @param missedLink if the field is nearly a relationship
 * @returns undefined if no other type suggests itself
 */
export function describeWeakerType(
  path: string,
  decision: FieldDecision,
  statistics: ValueStatistics,
  missedLink: MissedLink | undefined,
): string | undefined {
  if (missedLink !== undefined) return describeMissedLink(path, decision, missedLink);
  if (entryOfType(decision.type).value !== 'text' || decision.many === true) return undefined;
  const total = countValues(statistics);
  const [best] = strongerTypes(statistics).sort((a, b) => b.count - a.count);
  if (best === undefined || best.count === total || best.count * 2 < total) return undefined;
  const examples = exceptions(statistics, best.form);
  if (examples.length === 0) return undefined;
  const misses = total - best.count;
  return `${path}: ${best.count} of ${total} values are ${best.noun}, but not ${formatExamples(examples, misses)}; so it is a text. ${advise(path, misses, best.override)}`;
}

function describeMissedLink(
  path: string,
  { type }: FieldDecision,
  { to, values, misses, examples }: MissedLink,
): string {
  const override = { to: to.length === 1 ? to[0] : to };
  const given = `${values - misses} of ${values} values are ids of ${list(to)}, but not ${formatExamples(examples, misses)}`;
  return `${path}: ${given}; so it is of type ${type}, and no relationship. ${advise(path, misses, override)}`;
}

function strongerTypes(statistics: ValueStatistics): StrongerType[] {
  const { fractionalNumbers, unsafeIntegers, dates, instants } = statistics;
  const areDates = dates === instants;
  return [
    {
      noun: 'numbers',
      form: 'number',
      count: statistics.decimalTexts + countValues(statistics, 'number'),
      override: { type: fractionalNumbers + unsafeIntegers === 0 ? 'integer' : 'decimal' },
    },
    {
      noun: areDates ? 'dates' : 'times',
      form: 'instant',
      count: instants,
      override: { ...INSTANT, ...(areDates && { format: 'date' }) },
    },
    {
      noun: 'true or false',
      form: 'boolean',
      count: statistics.booleanTexts + countValues(statistics, 'boolean'),
      override: { type: 'boolean' },
    },
  ];
}

/** @returns the first values that do not have the form */
function exceptions({ examples }: ValueStatistics, form: ValueForm): readonly ExampleValue[] {
  const forms: readonly ValueForm[] = ['other', 'number', 'instant', 'boolean'];
  return forms.filter((each) => each !== form).flatMap((each) => examples[each]);
}

/** The most values that a note names. */
const SHOWN_MAXIMUM = 3;

/** @returns such as `"x" (a.csv, line 3), "y" (a.csv, line 5) and 2 more` */
function formatExamples(examples: readonly ExampleValue[], count: number): string {
  const shown = examples.slice(0, SHOWN_MAXIMUM).map(({ text, place }) => `${JSON.stringify(text)} (${place})`);
  const hiddenCount = count - shown.length;
  return `${shown.join(', ')}${hiddenCount > 0 ? ` and ${hiddenCount} more` : ''}`;
}

function advise(path: string, misses: number, override: object): string {
  const [values, them] = misses === 1 ? ['the value', 'it'] : ['the values', 'them'];
  return `Correct ${values}, or leave ${them} out with --overrides <file> and ${JSON.stringify({ [path]: override })} in the file`;
}
