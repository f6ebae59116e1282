/**
 * What a run found, in words for people and for docs/reliability.md.
 */
import { type FuzzReport, textOf } from './fuzz.js';
import { growthOf } from './heap-watch.js';
import type { SocketReport } from './socket.js';

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

const cut = (text: string): string =>
  text.length <= 160 ? text : `${text.slice(0, 160)}… (${text.length} characters)`;

const memory = (bytes: readonly number[]): string =>
  bytes.length === 0
    ? 'too few cases to watch it'
    : `${number.format(Math.min(...bytes) / 2 ** 20)} to ${number.format(Math.max(...bytes) / 2 ** 20)} MiB, second half against first ${number.format(growthOf(bytes) / 2 ** 20)} MiB`;

export function describeFuzz(report: FuzzReport, slowMs: number): string {
  const { cases, answered, refused, faults, slowest, offenders, heapBytes, seconds } = report;
  return [
    `${number.format(cases)} requests in ${number.format(seconds)} s: ${number.format(answered)} answered, ${number.format(refused)} refused`,
    `faults: ${faults.length}`,
    `slower than ${slowMs} ms: ${offenders}; the slowest took ${number.format(slowest[0]?.elapsedMs ?? 0)} ms`,
    `heap: ${memory(heapBytes)}`,
    'slowest:',
    ...slowest.map(
      ({ elapsedMs, index, subject, target }) =>
        `  ${number.format(elapsedMs)} ms, case ${index} (${subject.name}): ${JSON.stringify(cut(textOf(target)))}`,
    ),
  ].join('\n');
}

export function describeSocket(report: SocketReport, slowMs: number): string {
  const { conversations, responses, byStatus, faults, slowest, offenders, residentBytes, seconds } = report;
  return [
    `${number.format(conversations)} conversations, ${number.format(responses)} responses in ${number.format(seconds)} s`,
    `by status: ${[...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, count]) => `${status}: ${number.format(count)}`)
      .join(', ')}`,
    `faults: ${faults.length}`,
    ...faults.map(({ index, fault, text }) => `  case ${index}: ${fault}\n    ${JSON.stringify(cut(text))}`),
    `slower than ${slowMs} ms: ${offenders}; the slowest took ${number.format(slowest[0]?.elapsedMs ?? 0)} ms`,
    `resident memory of the server: ${memory(residentBytes)}`,
    'slowest:',
    ...slowest.map(
      ({ elapsedMs, index, text }) => `  ${number.format(elapsedMs)} ms, case ${index}: ${JSON.stringify(cut(text))}`,
    ),
  ].join('\n');
}
