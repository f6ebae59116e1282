/**
 * Metrics of requests, connections and access keys.
 */
import { REFUSAL_REASONS } from '../access/refusal.js';
import { type Labels, labelledMetric, type Metric, type Sample, serverMetric } from './metric.js';

/** @returns a sample per status class; all classes from the start, because Prometheus sees no increase in a first value */
const byStatusClass = (counts: readonly number[], labels: Labels = {}): readonly Sample[] =>
  [2, 3, 4, 5].map((digit) => [{ ...labels, status: `${digit}xx` }, counts[digit]!]);

/** In the order of `/metrics`, before the histogram of durations. */
export const RESPONSE_METRICS: readonly Metric[] = [
  labelledMetric(
    'counter',
    'stele_requests_total',
    'Responses that have ended, by class of status.',
    ['status'],
    ({ requests }) => byStatusClass(requests.byStatusClass),
  ),
  labelledMetric(
    'counter',
    'stele_route_responses_total',
    'Responses that have ended, by the route that answered and by class of status.',
    ['route', 'status'],
    ({ requests }) => Object.entries(requests.byRoute).flatMap(([route, counts]) => byStatusClass(counts, { route })),
  ),
];

export const DURATION_HELP =
  'Seconds from the arrival of a request until its client has read the response, by route and class of status.';

export const LOAD_METRICS: readonly Metric[] = [
  labelledMetric(
    'gauge',
    'stele_build_info',
    'Always 1; the labels name the versions of stele and of Node.js.',
    ['version', 'node'],
    ({ version }) => (version === undefined ? [] : [[{ version, node: process.versions.node }, 1]]),
  ),
  serverMetric(
    'counter',
    'stele_response_bytes_total',
    'Bytes of response bodies as sent.',
    ({ requests }) => requests.bodyBytes,
  ),
  serverMetric('counter', 'stele_shed_total', 'Requests refused with 503 because of overload.', ({ shed }) => shed),
  serverMetric(
    'counter',
    'stele_deferred_total',
    'Expensive requests that waited until no cheap request was queued.',
    ({ deferred }) => deferred,
  ),
  serverMetric(
    'counter',
    'stele_deferred_seconds_total',
    'Seconds that expensive requests waited in all.',
    ({ deferredSeconds }) => deferredSeconds,
  ),
  serverMetric(
    'gauge',
    'stele_in_flight',
    'Responses that have begun and that their clients have not read to the end.',
    ({ inFlight }) => inFlight,
  ),
  serverMetric(
    'gauge',
    'stele_waiting_bytes',
    'Bytes of responses that wait for their clients.',
    ({ waitingBytes }) => waitingBytes,
  ),
  serverMetric('gauge', 'stele_connections', 'Open connections.', ({ connections }) => connections),
];

export const KEY_METRICS: readonly Metric[] = [
  labelledMetric(
    'counter',
    'stele_key_responses_total',
    'Responses that have ended, by the key of the request.',
    ['key'],
    ({ access }) => Object.entries(access?.byKey ?? {}).map(([key, count]) => [{ key }, count]),
  ),
  labelledMetric(
    'counter',
    'stele_key_refusals_total',
    'Requests refused because of their key, by reason.',
    ['reason'],
    ({ access }) => (access ? REFUSAL_REASONS.map((reason) => [{ reason }, access.refused[reason] ?? 0]) : []),
  ),
  serverMetric(
    'gauge',
    'stele_keys',
    'Keys that are accepted; 0 if no key is required.',
    ({ access }) => access?.keys ?? 0,
  ),
  serverMetric(
    'gauge',
    'stele_keys_file_broken',
    '1 while the file of keys cannot be used and the earlier keys are accepted, otherwise 0.',
    ({ access }) => (access?.isFileBroken ? 1 : 0),
  ),
];
