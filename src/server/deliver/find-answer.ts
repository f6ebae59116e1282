/**
 * Finds the answer to a content request: in the cache by its canonical form, or by computing it.
 *
 * An expensive answer is computed when the queue of expensive requests lets it; equal requests to an engine share one
 * computation. Elsewhere: sending it (send-answer), the order of all steps (delivery).
 */
import { TooCostlyError } from '../../content/errors/index.js';
import type { ContentModel } from '../../content/model/index.js';
import {
  type AnySpace,
  dependencies,
  isEngine,
  type Loan,
  lend,
  type ParsedRequest,
  parseRequest,
  pathMistake,
  type Resource,
} from '../../jsonapi/index.js';
import { Answer } from '../cache/prepared-answer.js';
import type { ResponseCache } from '../cache/response-cache.js';
import { AT_ONCE_MS } from '../wire/expensive-queue.js';
import { formatCanonical } from './canonical.js';
import type { ContentRequest } from './content-request.js';
import { checkLinkLength } from './link-length.js';
import { closeSignal } from './shared-work.js';
import { formatSurrogateLines } from './surrogate-header.js';

export interface FoundAnswer {
  readonly answer: Answer;
  /** The canonical request, which is its key in the cache. */
  readonly key: string;
  readonly isCached: boolean;
}

/**
 * @returns a promise if blocks have to be read from files, or the answer is computed later or elsewhere
 * @throws RequestError for every error of the request
 */
export function findAnswer(
  { mount, target: { text, routedPath, search }, addressed, response, channel }: ContentRequest,
  space: AnySpace,
  cache: ResponseCache | undefined,
): FoundAnswer | Promise<FoundAnswer> {
  if (addressed === undefined) throw pathMistake(space.model, routedPath);
  const request = parseRequest(space.model, addressed, search, undefined, channel.ignores);
  checkLinkLength(mount.path, text, request, channel.targetBytesMaximum);
  const key = formatCanonical(request);
  const cached = cache?.findCanonical(key, text);
  if (cached !== undefined) {
    mount.cache.hits += 1;
    return { answer: cached, key, isCached: true };
  }
  const { surrogateHeader } = channel;
  const resources: Resource[] = [];
  const collected = surrogateHeader === undefined ? undefined : resources;
  const prepare = (document: Buffer, loan?: Loan): Answer => {
    const snapshotLines = channel.linesOf(mount, space.id);
    const language = findLanguage(space.model, request);
    const lines = language === undefined ? snapshotLines : [...snapshotLines, 'Content-Language', language];
    const allLines =
      surrogateHeader === undefined
        ? lines
        : [...lines, ...formatSurrogateLines(dependencies(space.model, request, resources), surrogateHeader)];
    mount.cache.misses += 1;
    return new Answer(document, request.kind, request.complexity, allLines, loan);
  };
  const computed = (answer: Answer): FoundAnswer => ({ answer, key, isCached: false });
  if (isEngine(space)) {
    // The key includes the base, because each host of a space has links of its own.
    const pending = channel
      .pendingAnswers(space)
      .join(mount.base + key, closeSignal(response), async (signal) =>
        prepare(await space.answer(request, mount.base, { writtenResources: collected, signal })),
      );
    return pending.then(computed);
  }
  const fromLoan = (loan: Loan): FoundAnswer => computed(prepare(loan.document, loan));
  const { maxCostMs } = channel;
  // Answers that read blocks from files yield to others by themselves.
  const atOnceMs = maxCostMs > AT_ONCE_MS && space.pages === undefined ? AT_ONCE_MS : undefined;
  try {
    const loan = lend(space, request, mount.base, { writtenResources: collected, maxCostMs, atOnceMs });
    return loan instanceof Promise ? loan.then(fromLoan) : fromLoan(loan);
  } catch (error) {
    if (!(error instanceof TooCostlyError)) throw error;
    resources.length = 0;
    const limits = { writtenResources: collected, maxCostMs };
    return channel.overload.defer(response, () => lend(space, request, mount.base, limits)).then(fromLoan);
  }
}

/** @returns the language code of the answer; undefined if the space has no locales */
const findLanguage = ({ locales }: ContentModel, { locale }: ParsedRequest): string | undefined =>
  locales[locale?.place ?? 0]?.code;
