/**
 * Imports a log as traffic, and counts the lines that were left out, by reason.
 *
 * Elsewhere: reading one line or a HAR file (read), storing the requests (builder).
 */
import { excerpt, OperationError } from '../../../src/content/errors/index.js';
import { type LoggedRequest, TrafficBuilder } from './builder.js';
import { readHar } from './read/har.js';
import { detectLineFormat, LINE_FORMATS, type LineFormat, type LineRequest, readLine } from './read/log-line.js';
import type { Traffic, ValueForm } from './traffic.js';

export const LOG_FORMATS = [...LINE_FORMATS, 'har'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

/** Reasons to leave out a line, as they are printed. */
export const SKIP_REASONS = [
  'unreadable',
  'no request',
  'another method',
  'elsewhere',
  'another space',
  'server error',
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

export interface ImportOptions {
  /** Undefined to detect the format from the first line. */
  readonly format: LogFormat | undefined;
  readonly values: ValueForm;
  /** Salt of the hashes, if values are hashed. */
  readonly salt: string;
  /** Imports only requests to this space; undefined to import all. */
  readonly space: string | undefined;
}

export interface SkippedLines {
  readonly count: number;
  /** Number of the first of these lines, from 1; in a HAR file the number of the entry. */
  readonly first: number;
  /** The fault of that line, as the predicate of a sentence. */
  readonly reason: string;
}

export interface ImportedLog {
  readonly format: LogFormat;
  readonly lines: number;
  readonly traffic: Traffic;
  readonly skipped: ReadonlyMap<SkipReason, SkippedLines>;
  /** Name of an unknown parameter → how often it was left out. */
  readonly leftOut: ReadonlyMap<string, number>;
}

/**
 * @param lines lines of the log, without their line breaks
 * @param name  name of the log, for messages
 * @throws OperationError if the format is not recognised, or no line is a request for content
 * Cost: O(length); memory for each distinct request, and 12 bytes for each request. A HAR file is read into memory.
 */
export async function importLog(
  lines: AsyncIterable<string> | Iterable<string>,
  name: string,
  options: ImportOptions,
): Promise<ImportedLog> {
  const logImport = new LogImport(options);
  let { format } = options;
  const allLines: string[] = [];
  for await (const line of lines) {
    if (format === undefined && line.trim() !== '') format = detectFormat(line);
    if (format === 'har') allLines.push(line);
    else logImport.addLine(line, format);
  }
  if (format === undefined) {
    throw new OperationError(
      `${name} is not a log of a known format. Its first line is not an entry of "stele serve --access-log", not in the combined format of nginx and Varnish, not a URL, and not the beginning of a HAR file. Give the format with --format.`,
    );
  }
  if (format === 'har') logImport.addHar(allLines.join('\n'), name);
  return logImport.finish(format, name);
}

/** Detects the format of the first line. A HAR file is one JSON object with a member "log", often on many lines. */
function detectFormat(line: string): LogFormat | undefined {
  const isHar = line.startsWith('{') && (line.trim() === '{' || /^\{\s*"log"\s*:/.test(line));
  return isHar ? 'har' : detectLineFormat(line);
}

const root = '/delivery/jsonapi';
const host = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#]*/;

/** An import in progress: the traffic so far, and the lines that were left out. */
class LogImport {
  readonly #builder: TrafficBuilder;
  readonly #space: string | undefined;
  readonly #skipped = new Map<SkipReason, SkippedLines>();
  #lines = 0;

  constructor({ values, salt, space }: ImportOptions) {
    this.#builder = new TrafficBuilder(values, salt);
    this.#space = space;
  }

  addLine(addLine: string, format: LineFormat | undefined): void {
    this.#lines += 1;
    if (addLine.trim() === '') return;
    this.#take(format === undefined ? 'has an unknown format' : readLine(format, addLine));
  }

  /** @throws OperationError if the text is not a HAR file */
  addHar(text: string, name: string): void {
    const entries = readHar(text);
    if (typeof entries === 'string') throw new OperationError(`${name} cannot be read as HAR: it ${entries}.`);
    for (const entry of entries) {
      this.#lines += 1;
      this.#take(entry);
    }
  }

  /** @throws OperationError if no request for content was found */
  finish(format: LogFormat, name: string): ImportedLog {
    if (this.#builder.count === 0) {
      const reasons = [...this.#skipped].map(
        ([category, { count, first, reason }]) => `${count} ${category} (the first, ${first}, ${reason})`,
      );
      const skippedText = reasons.length === 0 ? 'it is empty' : reasons.join('; ');
      throw new OperationError(
        `${name} has no request for content below ${root}: ${skippedText}. Check that it is the log of this site, and that --space names the right space.`,
      );
    }
    return {
      format,
      lines: this.#lines,
      traffic: this.#builder.build(),
      skipped: this.#skipped,
      leftOut: this.#builder.leftOut,
    };
  }

  #take(read: LineRequest | string | undefined): void {
    if (read === undefined) this.#skip('no request', 'has no request');
    else if (typeof read === 'string') this.#skip('unreadable', read);
    else this.#request(read);
  }

  #request({ method, target, status, timeMs }: LineRequest): void {
    if (method !== 'GET' && method !== 'HEAD') {
      this.#skip('another method', `has the method ${excerpt(method)}`);
      return;
    }
    const [local = ''] = target.replace(host, '').split('#', 1);
    const queryStart = local.indexOf('?');
    const path = queryStart < 0 ? local : local.slice(0, queryStart);
    const rootStart = `${path}/`.indexOf(`${root}/`);
    if (rootStart < 0) {
      this.#skip('elsewhere', `leads to ${excerpt(path)}`);
      return;
    }
    const spaceName = path.slice(0, rootStart).split('/').at(-1) ?? '';
    if (this.#space !== undefined && spaceName !== this.#space) {
      this.#skip('another space', `asks for the space "${excerpt(spaceName)}"`);
      return;
    }
    if (status !== undefined && status >= 500) {
      this.#skip('server error', `was answered with ${status}`);
      return;
    }
    const request: LoggedRequest = {
      path: path.slice(rootStart + root.length),
      search: queryStart < 0 ? '' : local.slice(queryStart),
      timeMs,
    };
    const problem = this.#builder.add(request);
    if (problem !== undefined) this.#skip('unreadable', problem);
  }

  #skip(category: SkipReason, reason: string): void {
    const { count = 0, first = this.#lines, reason: spaceName = reason } = this.#skipped.get(category) ?? {};
    this.#skipped.set(category, { count: count + 1, first, reason: spaceName });
  }
}
