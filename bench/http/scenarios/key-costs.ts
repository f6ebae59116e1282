/**
 * What asking for keys costs, by servers that were launched together, several times, and loaded in turns.
 *
 * Two launches of the very same server differ by more than a key costs: in what V8 compiles when, and where memory lies.
 * So what one launch shows is one value, however many turns it had, and two servers without keys are always among them:
 * what these two differ by, launch by launch, is the noise.
 */
import { medianInterval, percentile } from '../../harness/timing/statistics.js';

export const SIDES = ['open', 'again', 'sent', 'guarded'] as const;

/**
 * `open` and `again`: without keys, the same twice. `sent`: without keys, but the client sends one, which Node has to
 * read. `guarded`: with keys.
 */
export type Side = (typeof SIDES)[number];

/** What an answer took, in any unit: a value a turn, of all sides in the same turns. */
export type Launched = Readonly<Record<Side, readonly number[]>>;

/** How much longer an answer takes, as a share: the median of the launches, and its interval of 95 %. */
export interface More {
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

export interface KeyCosts {
  /** With keys, over the mean of both without. */
  readonly guarded: More;
  /** A key sent to a server that asks for none, over the same. */
  readonly sent: More;
  /** One without keys over the other. */
  readonly noise: More;
}

/** @param ratioOf the logarithm of a ratio, in one turn */
function moreOf(launches: readonly Launched[], ratioOf: (turn: Readonly<Record<Side, number>>) => number): More {
  const ratios = launches.map((launched) => {
    const turns = launched.open.map((open, turn) =>
      ratioOf({
        open,
        again: launched.again[turn]!,
        sent: launched.sent[turn]!,
        guarded: launched.guarded[turn]!,
      }),
    );
    return percentile(
      turns.sort((a, b) => a - b),
      0.5,
    );
  });
  const { median, low, high } = medianInterval(ratios);
  return { share: Math.expm1(median), low: Math.expm1(low), high: Math.expm1(high) };
}

/** @param launches at least one, each with at least one turn */
export function keyCosts(launches: readonly Launched[]): KeyCosts {
  const openMean = ({ open, again }: Readonly<Record<Side, number>>): number => (Math.log(open) + Math.log(again)) / 2;
  return {
    guarded: moreOf(launches, (turn) => Math.log(turn.guarded) - openMean(turn)),
    sent: moreOf(launches, (turn) => Math.log(turn.sent) - openMean(turn)),
    noise: moreOf(launches, (turn) => Math.log(turn.again) - Math.log(turn.open)),
  };
}
