/**
 * Reads the request from one line of a log, in one of three formats:
 *
 * - `stele`: the access log of `stele serve --access-log`, one JSON object a line
 * - `combined`: the combined or common format of nginx, Varnish (varnishncsa), Apache and others
 * - `urls`: a URL, or path and query, a line
 */
import { isRecord } from '../../../../src/format/index.js';

export const LINE_FORMATS = ['stele', 'combined', 'urls'] as const;
export type LineFormat = (typeof LINE_FORMATS)[number];

/** A request of any site, not yet checked to be a request for content. */
export interface LineRequest {
  readonly method: string;
  /** Unchanged from the log: a path with a query, or an absolute URL. */
  readonly target: string;
  readonly status: number | undefined;
  readonly timeMs: number | undefined;
}

/**
 * @returns the request; undefined if the line is an entry without a request; a text that continues "the line …" if it
 *   is in
 *          another format
 */
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

/** @returns the format of the line, tried from the most specific; undefined if it has none of them */
export function detectLineFormat(line: string): LineFormat | undefined {
  if (line.startsWith('{')) return 'stele';
  if (typeof readCombinedLine(line) === 'object') return 'combined';
  return /^(?:https?:\/\/|\/)\S*$/.test(line.trim()) ? 'urls' : undefined;
}

function readSteleLine(line: string): LineRequest | string | undefined {
  let entry: unknown;
  try {
    entry = JSON.parse(line);
  } catch {
    return 'is not a complete JSON object';
  }
  if (!isRecord(entry)) return 'is not a JSON object';
  // The server also logs its own events.
  if (entry['msg'] !== 'request') return undefined;
  const { method, target, status, time } = entry;
  // Node's parser refused the request, so the log has neither method nor target.
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
  const [, method, target] = requestLine.exec(decodeEscapes(request)) ?? [];
  // nginx also logs connections that sent no request or other bytes.
  if (method === undefined || target === undefined) return undefined;
  const timeMs = parseTime(time);
  if (timeMs === undefined) return `has the time "${time}", which is not in the form 10/Oct/2026:13:55:36 +0000`;
  return { method, target, status: Number(status), timeMs };
}

/** Decodes the escapes of nginx, which writes a quotation mark as `\x22`. */
const decodeEscapes = (text: string): string =>
  text.replace(/\\x([0-9A-Fa-f]{2})|\\(["\\])/g, (_, hex: string | undefined, plain: string | undefined) =>
    hex === undefined ? (plain ?? '') : String.fromCharCode(Number.parseInt(hex, 16)),
  );

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const clock = /^(\d{2})\/([A-Z][a-z]{2})\/(\d{4}):(\d{2}:\d{2}:\d{2}) ([+-]\d{2})(\d{2})$/;

/** @returns milliseconds since the epoch; undefined if the text is not a time */
function parseTime(text: string): number | undefined {
  const [, day, month = '', year, time, hours, minutes] = clock.exec(text) ?? [];
  const monthNumber = months.indexOf(month) + 1;
  if (day === undefined || monthNumber === 0) return undefined;
  const ms = Date.parse(`${year}-${String(monthNumber).padStart(2, '0')}-${day}T${time}${hours}:${minutes}`);
  return Number.isNaN(ms) ? undefined : ms;
}
