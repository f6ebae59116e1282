/**
 * Spans of OpenTelemetry: one for each request, recorded when its response has ended.
 *
 * The span goes to the tracer that an SDK has registered in this thread; without an SDK it goes nowhere. This file alone
 * imports the API, and only a server with the option `spans` calls it. Elsewhere: `traceparent` in the log (access-log).
 */
import type { Attributes } from '@opentelemetry/api';
import type { EndListener } from './access-log.js';
import type { WatchedResponse } from './watched-response.js';

/** By OpenTelemetry's semantic conventions for HTTP; `stele.…` are this server's own. */
const readAttributes = (response: WatchedResponse): Attributes => ({
  'http.request.method': response.req.method ?? '',
  'http.response.status_code': response.finalStatus,
  ...(response.route === '' ? {} : { 'http.route': response.route }),
  ...(response.space === '' ? {} : { 'stele.space': response.space }),
  ...(response.snapshot === '' ? {} : { 'stele.snapshot': response.snapshot }),
});

/** @returns a function that records the span of an ended response. Its parent is read from `traceparent` by the SDK's propagator */
export async function createSpanRecorder(version: string | undefined): Promise<EndListener> {
  const { propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } = await import('@opentelemetry/api');
  const tracer = trace.getTracer('stele', version);
  return (response) => {
    const parent = propagation.extract(ROOT_CONTEXT, response.req.headers);
    const startTime = performance.timeOrigin + response.startMs;
    const attributes = readAttributes(response);
    // A request without a route has the name `none`, as in the metrics.
    const name = response.route === '' ? 'none' : response.route;
    const span = tracer.startSpan(name, { kind: SpanKind.SERVER, startTime, attributes }, parent);
    if (response.finalStatus >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(performance.timeOrigin + performance.now());
  };
}
