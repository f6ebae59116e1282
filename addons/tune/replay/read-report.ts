/**
 * A report that was written as JSON, read again to be compared with another.
 */
import { OperationError } from '../../../src/content/errors/index.js';
import { isRecord } from '../../../src/format/index.js';
import type { Apart, ReplayReport, ShapeReport } from './report.js';
import type { Percentiles } from './samples.js';

/** What a comparison needs of a report. */
export type ComparableReport = Pick<ReplayReport, 'where' | 'snapshot' | 'requests' | 'us' | 'blocks'> & {
  readonly shapes: readonly ComparableShape[];
};
export type ComparableShape = Pick<ShapeReport, 'shape' | 'requests' | 'us' | 'blocks' | 'errors' | 'alone'>;

/** @param name of the file, for messages. @throws OperationError for a text that is no report of this version */
export function readReport(text: string, name: string): ComparableReport {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw notOne(name, 'it is not a whole JSON document');
  }
  if (!isRecord(content) || content['kind'] !== 'stele-replay') throw notOne(name, 'it is something else');
  const version = content['version'];
  if (version !== 1 && version !== 2) throw notOne(name, `it is of version ${String(version)}`);
  const shapes = content['shapes'];
  const us = percentiles(content['us']);
  const blocks = list(content['blocks'], block);
  const read = list(shapes, (entry) => shapeOf(entry, version));
  if (us === null || blocks === undefined || read === undefined) throw notOne(name, 'parts of it are missing');
  return {
    where: String(content['where']),
    snapshot: typeof content['snapshot'] === 'string' ? content['snapshot'] : undefined,
    requests: Number(content['requests']),
    us,
    blocks,
    shapes: read,
  };
}

const notOne = (name: string, why: string): OperationError =>
  new OperationError(`${name} is not a report of "stele replay --report" that this program can read: ${why}.`);

function list<Value>(value: unknown, read: (entry: unknown) => Value | undefined): Value[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const entries = value.flatMap((entry: unknown) => read(entry) ?? []);
  return entries.length === value.length ? entries : undefined;
}

function shapeOf(entry: unknown, version: 1 | 2): ComparableShape | undefined {
  if (!isRecord(entry) || typeof entry['shape'] !== 'string') return undefined;
  const us = percentiles(entry['us']);
  const blocks = list(entry['blocks'], block);
  const errors = counts(entry['errors']);
  const alone = apart(entry['alone']);
  if (us === null || blocks === undefined || errors === undefined || alone === null) return undefined;
  const shape = { shape: entry['shape'], requests: Number(entry['requests']), errors, alone };
  // Version 1 mixed the latencies of errors with those of answers.
  return version === 1 && Object.keys(errors).length > 0
    ? { ...shape, us: undefined, blocks: [] }
    : { ...shape, us, blocks };
}

function counts(value: unknown): Readonly<Record<string, number>> | undefined {
  if (!isRecord(value)) return undefined;
  return Object.fromEntries(Object.entries(value).map(([code, times]) => [code, Number(times)]));
}

/** @returns undefined where there is none, null for what is something else */
function apart(value: unknown): Apart | undefined | null {
  if (value === undefined) return undefined;
  const us = isRecord(value) ? percentiles(value['us']) : null;
  return us && isRecord(value) ? { requests: Number(value['requests']), us } : null;
}

const block = (value: unknown): Percentiles | undefined => percentiles(value) ?? undefined;

/** @returns undefined where there are none, null for what is something else */
function percentiles(value: unknown): Percentiles | undefined | null {
  if (value === undefined) return undefined;
  if (!isRecord(value)) return null;
  const { p50, p90, p99, p999, maximum } = value;
  const all = [p50, p90, p99, p999, maximum];
  if (!all.every((one) => typeof one === 'number')) return null;
  return { p50: Number(p50), p90: Number(p90), p99: Number(p99), p999: Number(p999), maximum: Number(maximum) };
}
