/**
 * A small OpenTelemetry SDK for tests: it reads the parent from `traceparent` and keeps every span.
 */
import { type Context, propagation, type SpanOptions, type SpanStatusCode, trace } from '@opentelemetry/api';

export interface RecordedSpan {
  readonly name: string;
  readonly options: SpanOptions;
  readonly parentSpanId: string | undefined;
  statusCode: SpanStatusCode | undefined;
  endTime: unknown;
}

/** Registers the SDK in this thread. @returns its spans, which grow with each request */
export function registerSdk(): readonly RecordedSpan[] {
  const spans: RecordedSpan[] = [];
  const startSpan = (name: string, options: SpanOptions = {}, context?: Context) => {
    const parent = context === undefined ? undefined : trace.getSpanContext(context);
    const recorded: RecordedSpan = {
      name,
      options,
      parentSpanId: parent?.spanId,
      statusCode: undefined,
      endTime: undefined,
    };
    spans.push(recorded);
    const span = trace.wrapSpanContext({
      traceId: parent?.traceId ?? '1'.repeat(32),
      spanId: '2'.repeat(16),
      traceFlags: 1,
    });
    return Object.assign(span, {
      setStatus: ({ code }: { code: SpanStatusCode }) => {
        recorded.statusCode = code;
        return span;
      },
      end: (time: unknown) => {
        recorded.endTime = time;
      },
    });
  };
  const startActiveSpan = (): never => {
    throw new Error('the server starts no active span');
  };
  trace.setGlobalTracerProvider({ getTracer: () => ({ startSpan, startActiveSpan }) });
  propagation.setGlobalPropagator({
    inject: () => undefined,
    fields: () => ['traceparent'],
    extract(context, carrier, getter) {
      const [, traceId, spanId] = String(getter.get(carrier, 'traceparent') ?? '').split('-');
      if (traceId === undefined || spanId === undefined) return context;
      return trace.setSpanContext(context, { traceId, spanId, traceFlags: 1, isRemote: true });
    },
  });
  return spans;
}

export function removeSdk(): void {
  trace.disable();
  propagation.disable();
}
