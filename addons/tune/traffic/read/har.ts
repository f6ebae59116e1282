/**
 * Reads the requests of a HAR file, the archive that developer tools of browsers save.
 *
 * Only method, URL, time and status are read; cookies and headers are ignored.
 */
import { isRecord } from '../../../../src/format/index.js';
import type { LineRequest } from './log-line.js';

/**
 * @returns a request or a fault for each entry; a single text if the whole file is faulty. Faults are predicates that
 *          continue "The file …"
 */
export function readHar(text: string): readonly (LineRequest | string)[] | string {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return 'is not a complete JSON document';
  }
  const log = isRecord(content) ? content['log'] : undefined;
  const entries = isRecord(log) ? log['entries'] : undefined;
  if (!Array.isArray(entries)) return 'has no member "log.entries", as HAR files have';
  return entries.map((entry: unknown) => readEntry(entry));
}

function readEntry(entry: unknown): LineRequest | string {
  const request = isRecord(entry) ? entry['request'] : undefined;
  if (!isRecord(entry) || !isRecord(request)) return 'has no member "request"';
  const { method, url } = request;
  if (typeof method !== 'string' || typeof url !== 'string') return 'has a request without method or URL';
  const response = entry['response'];
  const status = isRecord(response) ? response['status'] : undefined;
  const started = typeof entry['startedDateTime'] === 'string' ? Date.parse(entry['startedDateTime']) : Number.NaN;
  return {
    method,
    target: url,
    status: typeof status === 'number' && status > 0 ? status : undefined,
    timeMs: Number.isNaN(started) ? undefined : started,
  };
}
