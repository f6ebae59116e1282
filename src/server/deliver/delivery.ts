/**
 * A GET below a delivery root: negotiate, parse, answer, and send as little as the client needs.
 *
 * It writes to the response itself, from header lines that lie ready: setting headers one by one costs as much as
 * finding an answer. A mistake is thrown, to be told by the layer that tells of mistakes.
 */
import type { Context } from 'koa';
import { InvariantError, RequestError, TooCostlyError } from '../../content/errors/index.js';
import type { ContentModel, SnapshotId } from '../../content/model/index.js';
import {
  type Addressed,
  type AnySpace,
  decode,
  dependencies,
  type EngineSpace,
  type IgnoresParameter,
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
import { CompressionQueue } from '../negotiate/compression-queue.js';
import { acceptsIdentity, type ContentCoding } from '../negotiate/content-coding.js';
import type { SurrogateHeader } from '../options.js';
import type { ContentHandler, ContentKind, RoutedContext } from '../routing/router.js';
import { type WatchedResponse, watched } from '../wire/connections.js';
import { SNAPSHOT_HEADER } from '../wire/headers.js';
import { AT_ONCE_MS } from '../wire/overload.js';
import type { RequestHeaders } from '../wire/request.js';
import { canonicalOf, checkLinkLength } from './canonical.js';
import {
  type Admission,
  codingFor,
  matchProblem,
  mediaTypeProblem,
  nameProfile,
  type Sending,
  sendReady,
  sendRepresentation,
} from './front-door.js';
import type { Asked, Mount } from './mounts.js';
import { surrogateLines } from './surrogate-header.js';
import { goneSignal, UnderWay } from './under-way.js';

export interface DeliveryOptions extends Sending {
  readonly mounts: readonly Mount[];
  readonly admission: Admission;
  readonly targetBytesMaximum: number;
  /** What an answer may take, in milliseconds, as estimated. */
  readonly maxCostMs: number;
  /** The header that tells what an answer depends on, if one does. */
  readonly surrogateHeader: SurrogateHeader | undefined;
  /** Which parameters are passed over. */
  readonly ignores: IgnoresParameter | undefined;
  /** Header lines of every answer, as names and values in turn. */
  readonly answerLines: readonly string[];
  /** The same of answers from a preview. */
  readonly previewLines: readonly string[];
}

/** The same, as one request after the other uses it. */
interface Delivering extends DeliveryOptions {
  /** The header lines of every answer from a snapshot. */
  readonly linesOf: (snapshot: SnapshotId) => readonly string[];
  /** Answers that an engine is making. */
  readonly underWay: (space: EngineSpace) => UnderWay<Answer>;
  readonly compression: CompressionQueue;
}

/** @returns those of a space, while anything refers to it */
function underWayOf(): Delivering['underWay'] {
  const all = new WeakMap<EngineSpace, UnderWay<Answer>>();
  return (space) => {
    const found = all.get(space) ?? new UnderWay<Answer>();
    all.set(space, found);
    return found;
  };
}

/** @returns the lines by snapshot: those of the last ones are kept, as hardly any request has another */
function answerLinesOf(mounts: readonly Mount[], answerLines: readonly string[]): Delivering['linesOf'] {
  const known = new Map<SnapshotId, readonly string[]>();
  return (snapshot) => {
    const found = known.get(snapshot);
    if (found !== undefined) return found;
    const lines = [SNAPSHOT_HEADER, snapshot, ...answerLines];
    if (known.size >= 2 * mounts.length) known.clear();
    known.set(snapshot, lines);
    return lines;
  };
}

interface Found {
  readonly answer: Answer;
  /** What it is kept under. */
  readonly key: string;
  /** Whether it came from the cache. */
  readonly kept: boolean;
}

/** A request, and what it is answered with. */
interface Asking {
  readonly mount: Mount;
  readonly asked: Asked;
  /** What the path names; undefined where it is a mistake. */
  readonly addressed: Addressed | undefined;
  readonly headers: RequestHeaders;
  readonly response: WatchedResponse;
  readonly options: Delivering;
}

/**
 * Finds the answer in the cache or makes it.
 *
 * @returns a promise where some of it has to be read from files first, or is made elsewhere
 * @throws RequestError for every mistake of the request
 */
function find(
  { mount, asked: { target, routed, search }, addressed, response, options }: Asking,
  space: AnySpace,
  cache: ResponseCache | undefined,
): Found | Promise<Found> {
  if (addressed === undefined) throw pathMistake(space.model, routed);
  const request = parseRequest(space.model, addressed, search, undefined, options.ignores);
  checkLinkLength(mount.path, target, request, options.targetBytesMaximum);
  const key = canonicalOf(request);
  const kept = cache?.findCanonical(key, target);
  if (kept !== undefined) {
    mount.cache.hits += 1;
    return { answer: kept, key, kept: true };
  }
  const { surrogateHeader } = options;
  const shown: Resource[] = [];
  const named = surrogateHeader === undefined ? undefined : shown;
  const make = (document: Buffer, loan?: Loan): Answer => {
    const common = options.linesOf(space.id);
    const language = languageOf(space.model, request);
    const lines = language === undefined ? common : [...common, 'Content-Language', language];
    const all =
      surrogateHeader === undefined
        ? lines
        : [...lines, ...surrogateLines(dependencies(space.model, request, shown), surrogateHeader)];
    mount.cache.misses += 1;
    return new Answer(document, request.kind, request.complexity, all, loan);
  };
  const found = (answer: Answer): Found => ({ answer, key, kept: false });
  if (isEngine(space)) {
    // Spaces at several hosts have links of their own.
    const made = options
      .underWay(space)
      .join(mount.base + key, goneSignal(response), async (signal) =>
        make(await space.answer(request, mount.base, { shown: named, signal })),
      );
    return made.then(found);
  }
  const lent = (loan: Loan): Found => found(make(loan.document, loan));
  const { maxCostMs } = options;
  // What has to be read from files gives way by itself.
  const atOnceMs = maxCostMs > AT_ONCE_MS && space.pages === undefined ? AT_ONCE_MS : undefined;
  try {
    const loan = lend(space, request, mount.base, { shown: named, maxCostMs, atOnceMs });
    return loan instanceof Promise ? loan.then(lent) : lent(loan);
  } catch (error) {
    if (!(error instanceof TooCostlyError)) throw error;
    shown.length = 0;
    const whole = { shown: named, maxCostMs };
    return options.overload.putOff(response, () => lend(space, request, mount.base, whole)).then(lent);
  }
}

/** @returns the code of the answer's locale, of a space that has some */
const languageOf = ({ locales }: ContentModel, { locale }: ParsedRequest): string | undefined =>
  locales[locale?.place ?? 0]?.code;

/**
 * @returns undefined where the answer was sent at once, as all are that need no compressing and nothing from files
 * @throws RequestError for every mistake of the request, 503 without a snapshot
 */
function deliver(asking: Asking, space: AnySpace | undefined): Promise<void> | undefined {
  const { mount, asked, headers, response } = asking;
  if (space === undefined) {
    const detail = `The space "${mount.served.name}" has no snapshot loaded; try again later.`;
    throw new RequestError([{ code: 'Unavailable', detail }]);
  }
  const problem = mediaTypeProblem(headers);
  if (problem !== undefined) throw new RequestError([problem]);
  nameProfile(mount, headers, response);
  response.snapshot = space.id;
  const cache = mount.cache.of(space);
  const send = (found: Found): Promise<void> | undefined => sendFound(found, cache, asking);
  const found = find(asking, space, cache);
  if (!(found instanceof Promise)) return send(found);
  return found.then((made) => {
    // Whoever asked for the same meanwhile may have made it, too.
    const kept = cache?.findCanonical(made.key, asked.target);
    if (kept === undefined || made.kept) return send(made);
    made.answer.takeLoan()?.giveBack();
    return send({ answer: kept, key: made.key, kept: true });
  });
}

/** @returns undefined where it was sent at once */
function sendFound(
  { answer: found, key, kept }: Found,
  cache: ResponseCache | undefined,
  { asked: { target }, headers, response, options }: Asking,
): Promise<void> | undefined {
  const { compression } = options;
  response.cached = kept;
  const coding = affordable(found, codingFor(found, headers), headers, compression);
  const problem = matchProblem(found, coding, headers, response);
  if (problem !== undefined) {
    found.takeLoan()?.giveBack();
    throw new RequestError([problem], found.complexity);
  }
  // What has to be compressed is dear enough to be kept at once, and others may ask for it meanwhile.
  if (!kept && cache !== undefined && (cache.isRepeated(key) || coding !== 'identity')) cache.add(key, target, found);
  if (sendReady(response, found, coding, headers, options)) {
    // Of what was sent without its body, or from memory of its own, nobody reads the document any more.
    found.takeLoan()?.giveBack();
    return undefined;
  }
  // Held from now on, not from when it is sent: those that wait to be compressed are in memory as well.
  options.overload.hold(response, found.documentBytes);
  return found.compress(coding, compression.encode).then((made) => {
    options.overload.release(response);
    cache?.updateSize(key);
    found.takeLoan()?.giveBack();
    sendRepresentation(response, found, coding, made, headers, options);
  });
}

/** @returns the coding asked for, unless it would have to wait for long and the client takes the document as it is */
function affordable(
  found: Answer,
  asked: ContentCoding,
  headers: RequestHeaders,
  compression: CompressionQueue,
): ContentCoding {
  if (found.isBegun(asked) || !compression.isBusy) return asked;
  return acceptsIdentity(headers.acceptEncoding) ? 'identity' : asked;
}

/** Leaves the error to be told by the layer that tells of mistakes, with the snapshot that it was made by. */
function fail(ctx: Context, space: AnySpace | undefined, error: unknown): never {
  if (space !== undefined) ctx.set(SNAPSHOT_HEADER, space.id);
  throw error;
}

/** Koa's promise of what is done already. */
const DONE = Promise.resolve();

/** The same of what is not published yet: nobody keeps it, and no purge names it. */
const previewing = (options: DeliveryOptions): DeliveryOptions => ({
  ...options,
  mounts: options.mounts.flatMap(({ preview }) => preview ?? []),
  answerLines: options.previewLines,
  surrogateHeader: undefined,
});

const deliveringOf = (options: DeliveryOptions): Delivering => ({
  ...options,
  linesOf: answerLinesOf(options.mounts, options.answerLines),
  underWay: underWayOf(),
  compression: new CompressionQueue(),
});

/** Whether the router could not decode a part of the path, and left it as it is. */
function isMalformed({ state, captures }: RoutedContext): boolean {
  if (!state.asked.routed.includes('%')) return false;
  const parts: readonly string[] = captures;
  return parts.some((part) => decode(part, 'literal') === undefined);
}

/** @returns the handlers of the routes to content, each by what it addresses */
export function delivery(given: DeliveryOptions): (kind: ContentKind) => ContentHandler {
  const published = deliveringOf(given);
  const preview = deliveringOf(previewing(given));
  const handle = (kind: ContentKind, ctx: RoutedContext): Promise<void> => {
    const { asked, headers } = ctx.state;
    if (asked.mount === undefined) throw new InvariantError(`"${asked.path}" was routed to content`);
    const mount = given.admission.admit(ctx, asked.mount);
    const { type, id, relationship } = ctx.params;
    const addressed = kind === 'mistake' || isMalformed(ctx) ? undefined : { kind, type, id, relationship };
    // Read once: the next moment may have the next snapshot.
    const { space } = mount.served;
    const options = mount === asked.mount ? published : preview;
    let sending: Promise<void> | undefined;
    try {
      sending = deliver({ mount, asked, addressed, headers, response: watched(ctx.res), options }, space);
    } catch (error) {
      return fail(ctx, space, error);
    }
    if (sending === undefined) {
      ctx.respond = false;
      return DONE;
    }
    return sending.then(
      () => {
        ctx.respond = false;
      },
      (error: unknown) => fail(ctx, space, error),
    );
  };
  return (kind) => (ctx) => handle(kind, ctx);
}
