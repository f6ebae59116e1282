/**
 * Reads the JSON report of an earlier replay, to compare it with a new one.
 *
 * Elsewhere: the form of a report (report), comparing two (compare).
 */
import { OperationError } from '../../../src/content/errors/index.js';
import { isRecord } from '../../../src/format/index.js';
import type { ReplayReport, ShapeReport, UncomparedRequests } from './report.js';
import type { Percentiles } from './samples.js';

/** The parts of a report that a comparison needs. */
export type ComparableReport = Pick<ReplayReport, 'where' | 'snapshot' | 'requests' | 'us' | 'blocks'> & {
  readonly shapes: readonly ComparableShape[];
};
export type ComparableShape = Pick<ShapeReport, 'shape' | 'requests' | 'us' | 'blocks' | 'errors' | 'alone'>;

/**
 * @param text content of the file
 * @param name name of the file, for messages
 * @throws OperationError if the text is not a report of version 1 or 2
 */
export function readReport(text: string, name: string): ComparableReport {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw notReportError(name, 'it is not a complete JSON document');
  }
  if (!isRecord(content) || content['kind'] !== 'stele-replay')
    throw notReportError(name, 'it has no "kind": "stele-replay"');
  const version = content['version'];
  if (version !== 1 && version !== 2) throw notReportError(name, `it is of version ${String(version)}`);
  const shapes = content['shapes'];
  const us = readPercentiles(content['us']);
  const blocks = readList(content['blocks'], readBlock);
  const readShapes = readList(shapes, (entry) => readShape(entry, version));
  if (us === null || blocks === undefined || readShapes === undefined)
    throw notReportError(name, 'parts of it are missing');
  return {
    where: String(content['where']),
    snapshot: typeof content['snapshot'] === 'string' ? content['snapshot'] : undefined,
    requests: Number(content['requests']),
    us,
    blocks,
    shapes: readShapes,
  };
}

const notReportError = (name: string, reason: string): OperationError =>
  new OperationError(`${name} is not a report of "stele replay --report" that this program can read: ${reason}.`);

/** @returns the list of read values; undefined if the value is not a list, or an entry cannot be read */
function readList<Value>(value: unknown, readEntry: (entry: unknown) => Value | undefined): Value[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const entries = value.flatMap((entry: unknown) => readEntry(entry) ?? []);
  return entries.length === value.length ? entries : undefined;
}

function readShape(entry: unknown, version: 1 | 2): ComparableShape | undefined {
  if (!isRecord(entry) || typeof entry['shape'] !== 'string') return undefined;
  const us = readPercentiles(entry['us']);
  const blocks = readList(entry['blocks'], readBlock);
  const errors = readCounts(entry['errors']);
  const alone = readUncompared(entry['alone']);
  if (us === null || blocks === undefined || errors === undefined || alone === null) return undefined;
  const shape = { shape: entry['shape'], requests: Number(entry['requests']), errors, alone };
  // Version 1 mixed the latencies of errors with those of answers.
  return version === 1 && Object.keys(errors).length > 0
    ? { ...shape, us: undefined, blocks: [] }
    : { ...shape, us, blocks };
}

function readCounts(value: unknown): Readonly<Record<string, number>> | undefined {
  if (!isRecord(value)) return undefined;
  return Object.fromEntries(Object.entries(value).map(([code, times]) => [code, Number(times)]));
}

/** @returns undefined if the member is absent, null if it has a wrong form */
function readUncompared(value: unknown): UncomparedRequests | undefined | null {
  if (value === undefined) return undefined;
  const us = isRecord(value) ? readPercentiles(value['us']) : null;
  return us && isRecord(value) ? { requests: Number(value['requests']), us } : null;
}

const readBlock = (value: unknown): Percentiles | undefined => readPercentiles(value) ?? undefined;

/** @returns undefined if the member is absent, null if it has a wrong form */
function readPercentiles(value: unknown): Percentiles | undefined | null {
  if (value === undefined) return undefined;
  if (!isRecord(value)) return null;
  const { p50, p90, p99, p999, maximum } = value;
  const figures = [p50, p90, p99, p999, maximum];
  if (!figures.every((figure) => typeof figure === 'number')) return null;
  return { p50: Number(p50), p90: Number(p90), p99: Number(p99), p999: Number(p999), maximum: Number(maximum) };
}
