/**
 * A running server: Node's HTTP server around the Koa application, with the limits and the refusals Koa never sees.
 */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { LIMITS } from '../content/model/index.js';
import { checkIgnoredParameter, ignoring } from '../jsonapi/index.js';
import { Gate } from './access/gate.js';
import { Admission, frontDoor, type Sending } from './deliver/front-door.js';
import { Asked } from './deliver/mounts.js';
import { allMounts, mountServing, type Site, sitesOf } from './deliver/sites.js';
import { watchMemory } from './follow/live-space.js';
import { RequestCounters } from './metrics/counters.js';
import type { Readings } from './metrics/registry.js';
import { crossOrigin } from './negotiate/cross-origin.js';
import { profileLink } from './negotiate/profile.js';
import {
  ANY_ORIGIN,
  checkCacheControl,
  checkCorsOrigin,
  checkHosts,
  checkPublicUrl,
  checkRequestSizes,
  checkSpaces,
  checkTimeouts,
  DEFAULT_CACHE_BYTES,
  DEFAULT_CACHE_CONTROL,
  DEFAULT_MAX_COST_MS,
  DEFAULT_TIMEOUTS,
  HEADER_BYTES_MAXIMUM,
  PRIVATE_CACHE_CONTROL,
  type ServerOptions,
} from './options.js';
import { loadPages, type PageSettings } from './pages/add-on-pages.js';
import { healthPages, RECOVERY_MS, recoveryLog, statusOf } from './pages/health.js';
import { metricsPage, readBlocks, serveMetrics, watchSpaces } from './pages/metrics-page.js';
import type { Page } from './pages/page.js';
import { createApp } from './routing/app.js';
import { accessLog, refusalLog } from './wire/access-log.js';
import { drain, limitConnections, WatchedResponse, watchConnections } from './wire/connections.js';
import { NO_SNIFFING, NO_STORE } from './wire/headers.js';
import { listen } from './wire/listen.js';
import { DEFAULT_OVERLOAD, eventLoopTurn, type Overload, watchLoad } from './wire/overload.js';
import { answerRejected } from './wire/rejected.js';
import { hostOf } from './wire/request.js';

export interface RunningServer {
  /** Such as `http://127.0.0.1:8080`. */
  readonly origin: string;
  /** Where `/metrics` is, if it has a port of its own. */
  readonly metricsOrigin?: string;
  /** What `/metrics` says of this thread alone. */
  readonly readings: () => Readings;
  /** Delivery roots as clients see them, in the order of the spaces; absolute. */
  readonly roots: readonly string[];
  /** Is ready no more, stops listening after a delay, lets requests in flight finish. @returns how many responses were cut */
  readonly close: () => Promise<number>;
}

/** Options as given, checked, and with what stands for those that are absent. */
function settingsOf(options: ServerOptions, canDescribe: boolean) {
  checkSpaces(options.spaces);
  const timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts };
  const headerBytesMaximum = options.headerBytesMaximum ?? HEADER_BYTES_MAXIMUM;
  const targetBytesMaximum = options.targetBytesMaximum ?? LIMITS.targetBytes;
  checkTimeouts(timeouts);
  checkRequestSizes(headerBytesMaximum, targetBytesMaximum);
  const hosts = options.hosts ?? [];
  checkHosts(hosts, options.spaces);
  const gate = options.keys === undefined ? undefined : new Gate(options.keys);
  const cors = crossOrigin((options.corsOrigins ?? [ANY_ORIGIN]).map(checkCorsOrigin));
  const varies = ['Accept', 'Accept-Encoding', ...(cors.varies ? ['Origin'] : []), ...(gate ? ['Authorization'] : [])];
  const cacheControl = options.cacheControl ?? (gate === undefined ? DEFAULT_CACHE_CONTROL : PRIVATE_CACHE_CONTROL);
  return {
    timeouts,
    headerBytesMaximum,
    targetBytesMaximum,
    hosts,
    gate,
    cors,
    limits: { ...DEFAULT_OVERLOAD, ...options.overload },
    publicUrl: options.publicUrl === undefined ? '' : checkPublicUrl(options.publicUrl),
    everyLines: ['Vary', varies.join(', '), ...NO_SNIFFING],
    cacheControl: checkCacheControl(cacheControl),
    ignores: ignoring((options.ignoredParameters ?? []).map(checkIgnoredParameter)),
    maxCostMs: options.maxCostMs ?? DEFAULT_MAX_COST_MS,
    threads: options.threads ?? (() => []),
    withDocs: options.docs !== false && canDescribe,
    withExplorer: options.explorer !== false,
    withMetrics: options.metrics !== false,
  };
}
type Settings = ReturnType<typeof settingsOf>;

function createHttpServer({
  headerBytesMaximum,
  timeouts,
}: Settings): Server<typeof IncomingMessage, typeof WatchedResponse> {
  const server = createServer({
    maxHeaderSize: headerBytesMaximum,
    headersTimeout: timeouts.headersMs,
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: timeouts.keepAliveMs,
    connectionsCheckingInterval: timeouts.checkMs,
    // The guard checks it, and answers with a document.
    requireHostHeader: false,
    ServerResponse: WatchedResponse,
  });
  server.timeout = timeouts.stallMs;
  // An expectation that nobody meets is no reason to refuse a read; Node's own 417 would lack our headers.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  // Bodies are not read, so nobody need be told to go on; Node's own 100 to a pipelined request would stand between the
  // headers and the body of its answer.
  server.on('checkContinue', (request, response) => server.emit('request', request, response));
  return server;
}

/** @returns what a site has beside content; where there is none, nothing but what is said of the server */
async function sitePages(
  options: ServerOptions,
  { ignores, maxCostMs, gate, withDocs, withExplorer }: Settings,
  overload: Overload,
  pages: readonly Page[],
): Promise<(site: Site) => readonly Page[]> {
  const page: PageSettings = {
    overload,
    maxCostMs,
    ignores,
    guarded: gate !== undefined,
    images: options.explorerImages !== false,
    dev: options.dev,
    docs: withDocs,
    logger: options.logger,
  };
  const explorer = withExplorer ? await (await loadPages('explorer'))?.prepare(page) : undefined;
  const description = withDocs ? await (await loadPages('describe'))?.prepare(page) : undefined;
  return (site) => {
    if (site.mounts.length === 0) return pages;
    return [...pages, ...(explorer?.(site) ?? []), ...(description?.(site) ?? []), ...(options.pages ?? [])];
  };
}

/** @throws OperationError when an option is wrong or the address cannot be taken */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const settings = settingsOf(options, (await loadPages('describe')) !== undefined);
  const { timeouts, targetBytesMaximum, hosts, gate, cors, everyLines, threads, withMetrics } = settings;
  const { surrogateHeader, logger } = options;
  const server = createHttpServer(settings);
  const logRequest = options.accessLog === true ? accessLog(logger, options.trustedProxy) : undefined;
  const counters = new RequestCounters();
  const connections = watchConnections(server, (response) => {
    counters.ended(response);
    gate?.ended(response);
    overload.release(response);
    // Where the client is gone, its bytes may still be on their way somewhere: that memory is not used again.
    if (response.writableFinished) response.loan?.giveBack();
    response.loan = undefined;
    logRequest?.(response);
  });
  const connectionLimit = limitConnections(server, connections, settings.limits.connectionsMaximum);
  const overload = watchLoad(connections.inFlight, eventLoopTurn(), settings.limits, settings.maxCostMs);
  let closing: Promise<number> | undefined;

  const sending: Sending = { crossOrigin: cors, overload, closing: () => closing !== undefined };
  const admission = new Admission(overload, connectionLimit, gate);
  const door = frontDoor(sending, admission, gate, targetBytesMaximum);
  const status = statusOf(options.spaces, threads, options.keys, options.trust ?? (() => undefined));
  const readings = (): Readings => ({
    status: status(),
    requests: counters.read(),
    inFlight: connections.inFlight(),
    waitingBytes: overload.heldBytes(),
    connections: connections.count(),
    shed: admission.shed + overload.deferred().refused,
    deferred: overload.deferred().answers,
    deferredSeconds: overload.deferred().seconds,
    spaces: readSpaces(),
    blocks: readBlocks(options.spaces),
    access: gate?.read(),
  });
  const metrics = metricsPage(readings, options.readAll);
  const metricsHere = withMetrics && options.metricsPort === undefined;
  const health = healthPages({ ...options, read: status, threads, isStopping: () => sending.closing() });
  const pagesOf = await sitePages(options, settings, overload, [...health, ...(metricsHere ? [metrics] : [])]);
  /** What every answer of a site has. */
  const linesOf = ({ profile }: Site): readonly string[] => [
    ...everyLines,
    ...cors.everyLines,
    ...(profile === undefined ? [] : profileLink(profile)),
  ];
  const shared = { ...sending, ...settings, admission, surrogateHeader, logger };
  const sites = sitesOf(
    options.spaces,
    hosts,
    settings.publicUrl,
    settings.withDocs,
    options.cacheBytes ?? DEFAULT_CACHE_BYTES,
    (site) => ({
      ...site,
      koa: createApp({
        ...shared,
        mounts: site.mounts,
        hosts: hosts.map(({ host }) => host),
        answerLines: [...linesOf(site), 'Cache-Control', settings.cacheControl],
        previewLines: [...linesOf(site), 'Cache-Control', NO_STORE],
        pages: pagesOf(site),
      }).callback(),
    }),
  );
  const mounts = allMounts(sites);
  const readSpaces = watchSpaces(mounts);
  const siteOf =
    hosts.length === 0
      ? () => sites.rest
      : (request: IncomingMessage) => sites.byHost.get(hostOf(request)) ?? sites.rest;
  server.on('request', (request, response) => {
    connections.begin(request, response);
    const site = siteOf(request);
    const asked = new Asked(site.mounts, request);
    response.asked = asked;
    response.space = asked.mount?.served.name ?? '';
    if (door(asked, request, response)) return;
    void site.koa(request, response);
  });
  const logRefusal = options.accessLog === true ? refusalLog(logger) : undefined;
  answerRejected(server, connections, [...cors.everyLines, ...NO_SNIFFING], settings, (...refusal) => {
    counters.refused(refusal[1], refusal[3]);
    logRefusal?.(...refusal);
  });

  const origin = await listen(server, options.host, options.port, options.reusePort);
  const scraped =
    withMetrics && options.metricsPort !== undefined
      ? await serveMetrics(
          createApp({ ...shared, mounts: [], hosts: [], answerLines: [], previewLines: [], pages: [metrics] }),
          options.host,
          options.metricsPort,
        ).catch(async (error: unknown) => {
          server.close();
          throw error;
        })
      : undefined;
  // Of several threads, who starts them tells it.
  const recovery =
    options.threads === undefined ? setInterval(recoveryLog(status, logger), RECOVERY_MS).unref() : undefined;
  const memory = watchMemory(options.spaces, logger);
  return {
    origin,
    readings,
    ...(scraped === undefined ? {} : { metricsOrigin: scraped.origin }),
    roots: options.spaces.map((space) => {
      const { base } = mountServing(mounts, space);
      return base.startsWith('/') ? `${origin}${base}` : base;
    }),
    close() {
      closing ??= drain(server, connections, timeouts).finally(() => {
        scraped?.close();
        memory.stop();
        clearInterval(recovery);
      });
      return closing;
    },
  };
}
