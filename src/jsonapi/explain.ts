/**
 * Explanations of requests: the decisions of the planner and the executor, and the time of each step.
 *
 * The request is answered repeatedly for a short time. The first run shows the times of a process that has just started,
 * the median those of a running one; the decisions are the same in each run.
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

/** The locale of the answer, as the model writes it. */
export interface ExplainedLocale {
  readonly code: string;
  /** Whether the request names the locale; otherwise it is the default locale. */
  readonly asked: boolean;
  /** The locales that supply values that this one lacks, in the order in which they are tried. */
  readonly fallbacks: readonly string[];
}

export interface ExplainedRequest extends Omit<Explanation, 'steps'> {
  /** Path and query as the caller wrote them. */
  readonly request: string;
  /** The name of the route that answers the request on a server. */
  readonly route: ParsedRequest['kind'];
  /** Absent if the space has no locales. */
  readonly locale?: ExplainedLocale;
  readonly complexity: number;
  /** The estimated cost of the answer, which the server compares with its maximum. */
  readonly estimatedNs: number;
  /** Length of the document. */
  readonly byteLength: number;
  /** The alternative taken at each choice; absent if there was nothing to choose. */
  readonly choices?: readonly CountedChoice[];
  /** How many times the request was answered. */
  readonly runs: number;
  readonly steps: readonly ExplainedStep[];
}

const runsMaximum = 1000;
/** Default time after which no further run begins. */
const defaultTimeLimitNs = 300_000_000;

/** Limits of a server that explains requests while it serves others; without limits any answer is explained. */
export interface ExplainBounds {
  /** Time after which no further run begins. */
  readonly timeLimitNs: number;
  /** Maximum estimated time of the answer, as for any request. */
  readonly maxCostMs: number;
  readonly ignores: IgnoresParameter | undefined;
}

const clock = (): number => Number(process.hrtime.bigint());

/**
 * @param path as parseRequest takes it; `search` likewise
 * @param base prefix of every link
 * @param now  nanoseconds since any fixed time
 * @throws RequestError as parsing and answering do
 * Cost: about 0.3 s, or the time limit of `bounds`; at least one answer.
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
  const { timeLimitNs = defaultTimeLimitNs, maxCostMs, ignores } = bounds ?? {};
  const answerOnce = (): Run => {
    const recorder = new Recorder(now);
    const request = parseRequest(space.model, path, search, recorder, ignores);
    const { byteLength } = answer(space, request, base, { trace: recorder, maxCostMs });
    const locale = explainLocale(space.model, request);
    return {
      figures: {
        route: request.kind,
        ...(locale && { locale }),
        complexity: request.complexity,
        estimatedNs: estimatedCost(),
        byteLength,
      },
      explanation: recorder.explanation(),
    };
  };
  const { result: firstRun, choices } = countingChoices(answerOnce);
  const explanations = [firstRun.explanation];
  while (explanations.length < runsMaximum && now() - startNs < timeLimitNs) {
    explanations.push(answerOnce().explanation);
  }
  const { steps: firstSteps, ...decisions } = firstRun.explanation;
  const steps = firstSteps.map(({ step, elapsedNs }, index): ExplainedStep => {
    const elapsedInRuns = explanations.map((explanation) => explanation.steps[index]?.elapsedNs ?? 0);
    return { step, firstNs: elapsedNs, medianNs: median(elapsedInRuns) };
  });
  return {
    request: `${path}${search}`,
    ...firstRun.figures,
    ...decisions,
    ...(choices.length === 0 ? {} : { choices }),
    runs: explanations.length,
    steps,
  };
}

function explainLocale({ locales }: ContentModel, { locale }: ParsedRequest): ExplainedLocale | undefined {
  const [place, ...fallbacks] = fallbackChains(locales)[locale?.place ?? 0] ?? [];
  if (place === undefined) return undefined;
  const codeOf = (at: number): string => locales[at]!.code;
  return { code: codeOf(place), asked: locale !== undefined, fallbacks: fallbacks.map(codeOf) };
}

/** One run of the request. */
interface Run {
  /** The parts of the result that are equal in all runs. */
  readonly figures: Pick<ExplainedRequest, 'route' | 'locale' | 'complexity' | 'estimatedNs' | 'byteLength'>;
  readonly explanation: Explanation;
}

function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[sorted.length >> 1] ?? 0;
}
