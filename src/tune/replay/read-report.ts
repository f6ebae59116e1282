/**
 * A report that was written as JSON, read again to be compared with another.
 */
import { OperationError } from '../../content/errors/index.js';
import { isRecord } from '../../format/index.js';
import type { ReplayReport, ShapeReport } from './report.js';
import type { Percentiles } from './samples.js';

/** What a comparison needs of a report. */
export type ComparableReport = Pick<ReplayReport, 'where' | 'snapshot' | 'requests' | 'us' | 'blocks'> & {
  readonly shapes: readonly ComparableShape[];
};
export type ComparableShape = Pick<ShapeReport, 'shape' | 'requests' | 'us' | 'blocks'>;

/** @param name of the file, for messages. @throws OperationError for a text that is no report of this version */
export function readReport(text: string, name: string): ComparableReport {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw notOne(name, 'it is not a whole JSON document');
  }
  if (!isRecord(content) || content['kind'] !== 'stele-replay') throw notOne(name, 'it is something else');
  if (content['version'] !== 1) throw notOne(name, `it is of version ${String(content['version'])}`);
  const shapes = content['shapes'];
  const us = percentiles(content['us']);
  const blocks = list(content['blocks'], percentiles);
  const read = list(shapes, shapeOf);
  if (us === undefined || blocks === undefined || read === undefined) throw notOne(name, 'parts of it are missing');
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

function shapeOf(entry: unknown): ComparableShape | undefined {
  if (!isRecord(entry) || typeof entry['shape'] !== 'string') return undefined;
  const us = percentiles(entry['us']);
  const blocks = list(entry['blocks'], percentiles);
  if (us === undefined || blocks === undefined) return undefined;
  return { shape: entry['shape'], requests: Number(entry['requests']), us, blocks };
}

function percentiles(value: unknown): Percentiles | undefined {
  if (!isRecord(value)) return undefined;
  const { p50, p90, p99, p999, maximum } = value;
  const all = [p50, p90, p99, p999, maximum];
  if (!all.every((one) => typeof one === 'number')) return undefined;
  return { p50: Number(p50), p90: Number(p90), p99: Number(p99), p999: Number(p999), maximum: Number(maximum) };
}
