/**
 * A running server: Node's HTTP server around the Koa application, with the limits and the refusals Koa never sees.
 */
import { createServer, type IncomingMessage } from 'node:http';
import { checkIgnoredParameter, ignoring } from '../api/jsonapi/index.js';
import { LIMITS } from '../content/model/index.js';
import { Gate } from './access/gate.js';
import { Admission, frontDoor, type Sending } from './deliver/front-door.js';
import { askedOf } from './deliver/mounts.js';
import { allMounts, mountServing, type Site, sitesOf } from './deliver/sites.js';
import { readExplorer } from './explore/bundle.js';
import { explorerPages } from './explore/explorer-pages.js';
import { watchMemory } from './follow/live-space.js';
import { RequestCounters } from './metrics/counters.js';
import type { Readings } from './metrics/registry.js';
import { crossOrigin } from './negotiate/cors.js';
import { profileLink } from './negotiate/media-types.js';
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
import { descriptionPages, readReference } from './pages/description-pages.js';
import { healthPages, RECOVERY_MS, recoveryLog, statusOf } from './pages/health.js';
import { metricsPage, readBlocks, serveMetrics, watchSpaces } from './pages/metrics-page.js';
import type { Page } from './pages/page.js';
import { createApp } from './routing/app.js';
import { accessLog, refusalLog } from './wire/access-log.js';
import { drain, limitConnections, WatchedResponse, watchConnections } from './wire/connections.js';
import { NO_SNIFFING, NO_STORE } from './wire/headers.js';
import { listen } from './wire/listen.js';
import { DEFAULT_OVERLOAD, eventLoopTurn, watchLoad } from './wire/overload.js';
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

/** @throws OperationError when an option is wrong or the address cannot be taken */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  checkSpaces(options.spaces);
  const timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts };
  const limits = { ...DEFAULT_OVERLOAD, ...options.overload };
  const headerBytesMaximum = options.headerBytesMaximum ?? HEADER_BYTES_MAXIMUM;
  const targetBytesMaximum = options.targetBytesMaximum ?? LIMITS.targetBytes;
  checkTimeouts(timeouts);
  checkRequestSizes(headerBytesMaximum, targetBytesMaximum);
  const publicUrl = options.publicUrl === undefined ? '' : checkPublicUrl(options.publicUrl);
  const hosts = options.hosts ?? [];
  checkHosts(hosts, options.spaces);
  const cors = crossOrigin((options.corsOrigins ?? [ANY_ORIGIN]).map(checkCorsOrigin));
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
  const logRequest = options.accessLog === true ? accessLog(options.logger, options.trustedProxy) : undefined;
  const gate = options.keys === undefined ? undefined : new Gate(options.keys);
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
  const connectionLimit = limitConnections(server, connections, limits.connectionsMaximum);
  const overload = watchLoad(connections.inFlight, eventLoopTurn(), limits);
  let closing: Promise<number> | undefined;

  const varies = ['Accept', 'Accept-Encoding', ...(cors.varies ? ['Origin'] : []), ...(gate ? ['Authorization'] : [])];
  const everyLines = ['Vary', varies.join(', '), ...NO_SNIFFING];
  const cacheControl = checkCacheControl(
    options.cacheControl ?? (gate === undefined ? DEFAULT_CACHE_CONTROL : PRIVATE_CACHE_CONTROL),
  );
  const sending: Sending = { crossOrigin: cors, overload, closing: () => closing !== undefined };
  const admission = new Admission(overload, connectionLimit, gate);
  const door = frontDoor(sending, admission, gate, targetBytesMaximum);
  const threads = options.threads ?? (() => []);
  const status = statusOf(options.spaces, threads, options.keys, options.trust ?? (() => undefined));
  const readings = (): Readings => ({
    status: status(),
    requests: counters.read(),
    inFlight: connections.inFlight(),
    waitingBytes: overload.heldBytes(),
    connections: connections.count(),
    shed: admission.shed,
    spaces: readSpaces(),
    blocks: readBlocks(options.spaces),
    access: gate?.read(),
  });
  const metrics = metricsPage(readings, options.readAll);
  const withMetrics = options.metrics !== false;
  const metricsHere = withMetrics && options.metricsPort === undefined;
  const { surrogateHeader, logger } = options;
  const ignores = ignoring((options.ignoredParameters ?? []).map(checkIgnoredParameter));
  const maxCostMs = options.maxCostMs ?? DEFAULT_MAX_COST_MS;
  const explorer = options.explorer === false ? undefined : await readExplorer();
  if (options.explorer !== false && explorer === undefined) {
    logger.warn('the explorer is left out, because it is not compiled; npm run compile makes it');
  }
  const reference = options.docs === false ? undefined : await readReference();
  const shared = {
    ...sending,
    admission,
    ignores,
    targetBytesMaximum,
    maxCostMs,
    everyLines,
    surrogateHeader,
    gate,
    logger,
  };
  const pages = [
    ...healthPages(status, options.spaces, threads, options.version, options.keys, options.trust, () =>
      sending.closing(),
    ),
    ...(metricsHere ? [metrics] : []),
  ];
  /** What a site has beside content; where there is none, nothing but what is said of the server. */
  const pagesOf = ({ mounts, publicUrl }: Site): readonly Page[] => {
    if (mounts.length === 0) return pages;
    const explore = {
      mounts,
      overload,
      maxCostMs,
      ignores,
      guarded: gate !== undefined,
      images: options.explorerImages !== false,
    };
    return [
      ...pages,
      ...(explorer === undefined ? [] : explorerPages(explorer, explore)),
      ...(options.docs === false ? [] : descriptionPages(mounts, publicUrl, reference, gate !== undefined)),
      ...(options.pages ?? []),
    ];
  };
  /** What every answer of a site has. */
  const linesOf = ({ profile }: Site): readonly string[] => [
    ...everyLines,
    ...cors.everyLines,
    ...(profile === undefined ? [] : profileLink(profile)),
  ];
  const sites = sitesOf(
    options.spaces,
    hosts,
    publicUrl,
    options.docs !== false,
    options.cacheBytes ?? DEFAULT_CACHE_BYTES,
    (site) => ({
      ...site,
      koa: createApp({
        ...shared,
        mounts: site.mounts,
        hosts: hosts.map(({ host }) => host),
        answerLines: [...linesOf(site), 'Cache-Control', cacheControl],
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
    const asked = askedOf(site.mounts, request);
    response.asked = asked;
    response.space = asked.mount?.served.name ?? '';
    if (door(asked, request, response)) return;
    void site.koa(request, response);
  });
  // An expectation that nobody meets is no reason to refuse a read; Node's own 417 would lack our headers.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  // Bodies are not read, so nobody need be told to go on; Node's own 100 to a pipelined request would stand between the
  // headers and the body of its answer.
  server.on('checkContinue', (request, response) => server.emit('request', request, response));
  const logRefusal = options.accessLog === true ? refusalLog(options.logger) : undefined;
  answerRejected(
    server,
    connections,
    [...cors.everyLines, ...NO_SNIFFING],
    { headerBytesMaximum, targetBytesMaximum },
    (...refusal) => {
      counters.refused(refusal[1], refusal[3]);
      logRefusal?.(...refusal);
    },
  );

  const origin = await listen(server, options.host, options.port, options.reusePort);
  const scraped =
    withMetrics && options.metricsPort !== undefined
      ? await serveMetrics(
          createApp({ ...shared, mounts: [], answerLines: [], previewLines: [], pages: [metrics] }),
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
