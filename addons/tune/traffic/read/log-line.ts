/**
 * One line of a log → the request that it tells of.
 *
 * - `stele`: the access log of `stele serve --access-log`, one JSON object a line
 * - `combined`: the combined or common format of nginx, Varnish (varnishncsa), Apache and others
 * - `urls`: a URL, or path and query, a line
 */
import { isRecord } from '../../../../src/format/index.js';

export const LINE_FORMATS = ['stele', 'combined', 'urls'] as const;
export type LineFormat = (typeof LINE_FORMATS)[number];

/** A request before anybody asks where it leads. */
export interface LineRequest {
  readonly method: string;
  /** As the log has it: in origin form, or a whole URL. */
  readonly target: string;
  readonly status: number | undefined;
  readonly timeMs: number | undefined;
}

/** @returns a text in words that continue "the line …" for a line of another format; undefined for one of no request */
export function readLine(format: LineFormat, line: string): LineRequest | string | undefined {
  switch (format) {
    case 'stele':
      return readSteleLine(line);
    case 'combined':
      return readCombinedLine(line);
    case 'urls':
      return { method: 'GET', target: line.trim(), status: undefined, timeMs: undefined };
  }
}

/** @returns the format that a line has, the most particular first; any line could be a path */
export function formatOf(line: string): LineFormat | undefined {
  if (line.startsWith('{')) return 'stele';
  if (typeof readCombinedLine(line) === 'object') return 'combined';
  return /^(?:https?:\/\/|\/)\S*$/.test(line.trim()) ? 'urls' : undefined;
}

function readSteleLine(line: string): LineRequest | string | undefined {
  let entry: unknown;
  try {
    entry = JSON.parse(line);
  } catch {
    return 'is not a whole JSON object';
  }
  if (!isRecord(entry)) return 'is not a JSON object';
  // What the server says besides of itself.
  if (entry['msg'] !== 'request') return undefined;
  const { method, target, status, time } = entry;
  // Of a request that Node's parser refused, nothing is known.
  if (method === null || target === null) return undefined;
  if (typeof method !== 'string' || typeof target !== 'string') return 'has a request without method or target';
  return {
    method,
    target,
    status: typeof status === 'number' ? status : undefined,
    timeMs: typeof time === 'number' ? time : undefined,
  };
}

const combined = /^\S+ \S+ .*?\[([^\]]{20,40})\] "((?:[^"\\]|\\.)*)" (\d{3}) /;
const requestLine = /^([A-Z]+) (\S+)(?: HTTP\/\d(?:\.\d)?)?$/;

function readCombinedLine(line: string): LineRequest | string | undefined {
  const [, time = '', request = '', status] = combined.exec(`${line} `) ?? [];
  if (status === undefined) return 'is not in the combined or common log format';
  const [, method, target] = requestLine.exec(unescaped(request)) ?? [];
  // A connection that sent no request, or bytes of something else, is logged too.
  if (method === undefined || target === undefined) return undefined;
  const timeMs = timeOf(time);
  if (timeMs === undefined) return `has the time "${time}", which is not in the form 10/Oct/2026:13:55:36 +0000`;
  return { method, target, status: Number(status), timeMs };
}

/** nginx writes what could break a line as `\x22`. */
const unescaped = (text: string): string =>
  text.replace(/\\x([0-9A-Fa-f]{2})|\\(["\\])/g, (_, hex: string | undefined, plain: string | undefined) =>
    hex === undefined ? (plain ?? '') : String.fromCharCode(Number.parseInt(hex, 16)),
  );

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const clock = /^(\d{2})\/([A-Z][a-z]{2})\/(\d{4}):(\d{2}:\d{2}:\d{2}) ([+-]\d{2})(\d{2})$/;

function timeOf(text: string): number | undefined {
  const [, day, month = '', year, time, hours, minutes] = clock.exec(text) ?? [];
  const place = months.indexOf(month) + 1;
  if (day === undefined || place === 0) return undefined;
  const ms = Date.parse(`${year}-${String(place).padStart(2, '0')}-${day}T${time}${hours}:${minutes}`);
  return Number.isNaN(ms) ? undefined : ms;
}
