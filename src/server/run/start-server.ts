/**
 * Starts a server: Node's HTTP server, the response cache before Koa, and the Koa application of each site.
 *
 * Elsewhere: checked options (settings), following folders and reloading snapshots (follow), several threads (threads).
 */
import type { IncomingMessage } from 'node:http';
import { Admission } from '../deliver/admission.js';
import { createCacheAnswerer } from '../deliver/cached-answers.js';
import type { Sending } from '../deliver/send-answer.js';
import { watchMemory } from '../follow/memory-watch.js';
import { NO_SNIFFING, NO_STORE } from '../http/headers.js';
import { readHost } from '../http/request-host.js';
import { RequestCounters } from '../metrics/counters.js';
import type { Readings } from '../metrics/readings.js';
import { createSpaceReader, readBlocks } from '../metrics/space-readings.js';
import { DEFAULT_CACHE_BYTES } from '../options/sizes.js';
import { loadPages } from '../pages/add-on-pages.js';
import { healthPages } from '../pages/health-page.js';
import { createStatusReader } from '../pages/health-status.js';
import { metricsPage } from '../pages/metrics-page.js';
import { serveMetrics } from '../pages/metrics-server.js';
import { RECOVERY_MS, recoveryLog } from '../pages/recovery-log.js';
import { createApp } from '../routing/app.js';
import { RequestTarget } from '../spaces/request-target.js';
import { allMounts, createSites, findMountOf } from '../spaces/sites.js';
import { createAccessLog, createRefusalLog } from '../wire/access-log.js';
import { limitConnections } from '../wire/connection-limit.js';
import { watchConnections } from '../wire/connections.js';
import { drain } from '../wire/drain.js';
import { watchEventLoopTurn } from '../wire/event-loop-turn.js';
import { listen } from '../wire/listen.js';
import { watchLoad } from '../wire/overload.js';
import { answerRejected } from '../wire/rejected.js';
import { createSpanRecorder } from '../wire/spans.js';
import { createHttpServer } from './http-server.js';
import type { ServerOptions } from './server-options.js';
import { readSettings } from './settings.js';
import { sitePages } from './site-pages.js';

/** Sizes of a running server that follow the memory budget. */
interface ThreadSizes {
  readonly cacheBytes: number;
  readonly waitingBytes: number;
}

export interface RunningServer {
  /** Such as `http://127.0.0.1:8080`. */
  readonly origin: string;
  /** Origin of `/metrics`, if it has a port of its own. */
  readonly metricsOrigin?: string;
  /** Readings of this thread alone. */
  readonly readings: () => Readings;
  /** Absolute URLs of the delivery roots as clients see them, in the order of the spaces. */
  readonly roots: readonly string[];
  /** Sets other sizes for this thread, in bytes: of the cache of the next snapshots, and of answers that wait for clients. */
  readonly resize: (sizes: ThreadSizes) => void;
  /** Reports that it is not ready, stops listening after a delay, finishes responses in flight. @returns number of responses cut */
  readonly close: () => Promise<number>;
}

/** @throws OperationError if an option is wrong or the address cannot be used */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const settings = readSettings(options, (await loadPages('describe')) !== undefined);
  const { timeouts, targetBytesMaximum, hosts, gate, cors, everyLines, threads, withMetrics } = settings;
  const { surrogateHeader, logger } = options;
  const server = createHttpServer(settings);
  const logRequest = options.accessLog === true ? createAccessLog(logger, options.trustedProxy) : undefined;
  const recordSpan = options.spans === true ? await createSpanRecorder(options.version) : undefined;
  const counters = new RequestCounters();
  const connections = watchConnections(server, (response) => {
    counters.countResponse(response);
    gate?.countResponse(response);
    overload.release(response);
    // If the client went away, the kernel may still read the body: its memory is not used again.
    if (response.writableFinished) response.loan?.release();
    response.loan = undefined;
    logRequest?.(response);
    recordSpan?.(response);
  });
  const connectionLimit = limitConnections(server, connections, settings.limits.connectionsMaximum);
  const overload = watchLoad(connections.inFlight, watchEventLoopTurn(), settings.limits, settings.maxCostMs);
  let closing: Promise<number> | undefined;

  const sending: Sending = { crossOrigin: cors, overload, isClosing: () => closing !== undefined };
  const admission = new Admission(overload, connectionLimit, gate);
  const answerFromCache = createCacheAnswerer(sending, admission, gate, targetBytesMaximum);
  const readStatus = createStatusReader(options.spaces, threads, options.keys, options.trust ?? (() => undefined));
  const readings = (): Readings => ({
    version: options.version,
    status: readStatus(),
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
  const isMetricsHere = withMetrics && options.metricsPort === undefined;
  const health = healthPages({ ...options, readStatus, threads, isStopping: () => sending.isClosing() });
  const createPages = await sitePages(options, settings, overload, [...health, ...(isMetricsHere ? [metrics] : [])]);
  const siteLines = [...everyLines, ...cors.everyLines];
  const appOptions = { ...sending, ...settings, admission, surrogateHeader, logger };
  const sites = createSites(
    options.spaces,
    hosts,
    settings.publicUrl,
    settings.withDocs,
    options.cacheBytes ?? DEFAULT_CACHE_BYTES,
    (site) => ({
      ...site,
      koa: createApp({
        ...appOptions,
        mounts: site.mounts,
        hosts: hosts.map(({ host }) => host),
        answerLines: [...siteLines, 'Cache-Control', settings.cacheControl],
        previewLines: [...siteLines, 'Cache-Control', NO_STORE],
        pages: createPages(site),
      }).callback(),
    }),
  );
  const mounts = allMounts(sites);
  const readSpaces = createSpaceReader(mounts);
  const chooseSite =
    hosts.length === 0
      ? () => sites.defaultSite
      : (request: IncomingMessage) => sites.byHost.get(readHost(request)) ?? sites.defaultSite;
  server.on('request', (request, response) => {
    connections.begin(request, response);
    const site = chooseSite(request);
    const target = new RequestTarget(site.mounts, request);
    response.requestTarget = target;
    response.space = target.mount?.served.name ?? '';
    if (answerFromCache(target, request, response)) return;
    void site.koa(request, response);
  });
  const logRefusal = options.accessLog === true ? createRefusalLog(logger) : undefined;
  answerRejected(server, connections, [...cors.everyLines, ...NO_SNIFFING], settings, (...refusal) => {
    counters.countRefusal(refusal[1], refusal[3]);
    logRefusal?.(...refusal);
  });

  const origin = await listen(server, options.host, options.port, options.reusePort);
  const metricsServer =
    withMetrics && options.metricsPort !== undefined
      ? await serveMetrics(
          createApp({ ...appOptions, mounts: [], hosts: [], answerLines: [], previewLines: [], pages: [metrics] }),
          options.host,
          options.metricsPort,
        ).catch(async (error: unknown) => {
          server.close();
          throw error;
        })
      : undefined;
  // With several threads, the supervisor logs the recovery.
  const recovery =
    options.threads === undefined ? setInterval(recoveryLog(readStatus, logger), RECOVERY_MS).unref() : undefined;
  const memoryWatch = watchMemory(options.spaces, logger);
  return {
    origin,
    readings,
    resize: ({ cacheBytes, waitingBytes }) => {
      for (const mount of mounts) mount.cache.resize(Math.floor(cacheBytes / mounts.length));
      overload.resize(waitingBytes);
    },
    ...(metricsServer === undefined ? {} : { metricsOrigin: metricsServer.origin }),
    roots: options.spaces.map((space) => {
      const { base } = findMountOf(mounts, space);
      return base.startsWith('/') ? `${origin}${base}` : base;
    }),
    close() {
      closing ??= drain(server, connections, timeouts).finally(() => {
        metricsServer?.close();
        memoryWatch.stop();
        clearInterval(recovery);
      });
      return closing;
    },
  };
}
