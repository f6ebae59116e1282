/**
 * How a request is answered: what planner and executor decide on the way, and what each step takes.
 *
 * The request is answered again and again for a moment: the first time shows what a process that has just started
 * pays, the median what one pays that is running. What is decided is the same each time.
 */
import { type CountedChoice, countingChoices } from '../content/choices/index.js';
import { type ContentModel, fallbackChains } from '../content/model/index.js';
import { type Explanation, Recorder, type Step } from '../engine/query/index.js';
import type { Space } from '../index/snapshot/index.js';
import { answer } from './answer.js';
import { parseRequest } from './parse-request.js';
import type { IgnoresParameter } from './request/ignored-parameters.js';
import type { ParsedRequest } from './request/parsed-request.js';
import { estimatedCost } from './respond/responder.js';

export interface ExplainedStep {
  readonly step: Step;
  readonly firstNs: number;
  readonly medianNs: number;
}

/** The locale that answers, as the model writes it. */
export interface ExplainedLocale {
  readonly code: string;
  /** Whether the request names it; otherwise it is the default one. */
  readonly asked: boolean;
  /** The locales whose values count where it has none, in the order in which they are looked at. */
  readonly fallbacks: readonly string[];
}

export interface ExplainedRequest extends Omit<Explanation, 'steps'> {
  /** Path and query as given. */
  readonly request: string;
  /** The name of the route that answers it on a server. */
  readonly route: ParsedRequest['kind'];
  /** Absent where the space has no locales. */
  readonly locale?: ExplainedLocale;
  readonly complexity: number;
  /** The estimated cost of the answer, which is compared with the maximum. */
  readonly estimatedNs: number;
  /** Of the document. */
  readonly byteLength: number;
  /** Which ways were taken where there are several; absent where there was nothing to choose. */
  readonly choices?: readonly CountedChoice[];
  /** How many times it was answered. */
  readonly runs: number;
  readonly steps: readonly ExplainedStep[];
}

const runsMaximum = 1000;
/** Default time after which no further run is begun. */
const defaultTimeLimitNs = 300_000_000;

/** What a server sets that explains requests between others; without it any answer is explained, at length. */
export interface ExplainBounds {
  /** No further run is begun after this. */
  readonly timeLimitNs: number;
  /** As an answer's own. */
  readonly maxCostMs: number;
  readonly ignores: IgnoresParameter | undefined;
}

const clock = (): number => Number(process.hrtime.bigint());

/**
 * @param path as parseRequest takes it, and `search` too
 * @param base prefix of every link
 * @param now  nanoseconds since any fixed time
 * @throws RequestError as parsing and answering do
 * Cost: about a third of a second or what the bounds say, or answering once where that takes longer.
 */
export function explainRequest(
  space: Space,
  path: string,
  search: string,
  base: string,
  now: () => number = clock,
  bounds?: ExplainBounds,
): ExplainedRequest {
  const startNs = now();
  const run = (): Run => {
    const recorder = new Recorder(now);
    const request = parseRequest(space.model, path, search, recorder, bounds?.ignores);
    const { byteLength } = answer(space, request, base, { trace: recorder, maxCostMs: bounds?.maxCostMs });
    const { kind: route, complexity } = request;
    const locale = localeOf(space.model, request);
    return {
      route,
      ...(locale && { locale }),
      complexity,
      estimatedNs: estimatedCost(),
      byteLength,
      explanation: recorder.explanation(),
    };
  };
  const {
    result: { explanation: first, ...answered },
    choices,
  } = countingChoices(run);
  const runs = [first];
  while (runs.length < runsMaximum && now() - startNs < (bounds?.timeLimitNs ?? defaultTimeLimitNs))
    runs.push(run().explanation);
  const { steps, ...decided } = first;
  return {
    request: `${path}${search}`,
    ...answered,
    ...decided,
    ...(choices.length === 0 ? {} : { choices }),
    runs: runs.length,
    steps: steps.map(({ step, elapsedNs }, place) => ({
      step,
      firstNs: elapsedNs,
      medianNs: median(runs.map((explanation) => explanation.steps[place]?.elapsedNs ?? 0)),
    })),
  };
}

function localeOf({ locales }: ContentModel, { locale }: ParsedRequest): ExplainedLocale | undefined {
  const [place, ...fallbacks] = fallbackChains(locales)[locale?.place ?? 0] ?? [];
  if (place === undefined) return undefined;
  const codeOf = (at: number): string => locales[at]!.code;
  return { code: codeOf(place), asked: locale !== undefined, fallbacks: fallbacks.map(codeOf) };
}

interface Run extends Pick<ExplainedRequest, 'route' | 'locale' | 'complexity' | 'estimatedNs' | 'byteLength'> {
  readonly explanation: Explanation;
}

function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[sorted.length >> 1] ?? 0;
}
