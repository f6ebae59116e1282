/**
 * A log → traffic, and a count of every line that did not become part of it.
 */
import { excerpt, OperationError } from '../../../src/content/errors/index.js';
import { type LoggedRequest, TrafficBuilder } from './builder.js';
import { readHar } from './read/har.js';
import { formatOf, LINE_FORMATS, type LineFormat, type LineRequest, readLine } from './read/log-line.js';
import type { Traffic, ValueForm } from './traffic.js';

export const LOG_FORMATS = [...LINE_FORMATS, 'har'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

/** Why lines are left out. */
export const SKIPPED = [
  'unreadable',
  'no request',
  'another method',
  'elsewhere',
  'another space',
  'server error',
] as const;
export type Skipped = (typeof SKIPPED)[number];

export interface ImportOptions {
  /** Undefined: as the first line looks. */
  readonly format: LogFormat | undefined;
  readonly values: ValueForm;
  readonly salt: string;
  /** Only requests to this space; undefined: to any, as one server for one space has them. */
  readonly space: string | undefined;
}

export interface SkippedLines {
  readonly count: number;
  /** The first of them: its number from 1 on (of a HAR file, of the entry), and what is wrong with it. */
  readonly first: number;
  readonly reason: string;
}

export interface ImportedLog {
  readonly format: LogFormat;
  readonly lines: number;
  readonly traffic: Traffic;
  readonly skipped: ReadonlyMap<Skipped, SkippedLines>;
  /** Parameters that the interface does not have, and how often each came. */
  readonly leftOut: ReadonlyMap<string, number>;
}

/**
 * @param lines of the log, without their ends
 * @param name  of the log, for messages
 * @throws OperationError when no line is of a known format, or none leads to content
 * Cost: O(length); memory for each different request, and 12 bytes a request.
 */
export async function importLog(
  lines: AsyncIterable<string> | Iterable<string>,
  name: string,
  options: ImportOptions,
): Promise<ImportedLog> {
  const gathered = new Gathered(options);
  let { format } = options;
  const whole: string[] = [];
  for await (const line of lines) {
    if (format === undefined && line.trim() !== '') format = guess(line);
    if (format === 'har') whole.push(line);
    else gathered.line(line, format);
  }
  if (format === undefined) {
    throw new OperationError(
      `${name} is not a log of a known format. Its first line is not from "stele serve --access-log", not in the combined format of nginx and Varnish, not a URL, and not the beginning of a HAR file. Give the format with --format.`,
    );
  }
  if (format === 'har') gathered.har(whole.join('\n'), name);
  return gathered.end(format, name);
}

/** A HAR file is one JSON object, often over many lines; an access log has one a line. */
function guess(line: string): LogFormat | undefined {
  const isHar = line.startsWith('{') && (line.trim() === '{' || /^\{\s*"log"\s*:/.test(line));
  return isHar ? 'har' : formatOf(line);
}

const root = '/delivery/jsonapi';
const host = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#]*/;

class Gathered {
  readonly #builder: TrafficBuilder;
  readonly #space: string | undefined;
  readonly #skipped = new Map<Skipped, SkippedLines>();
  #lines = 0;

  constructor({ values, salt, space }: ImportOptions) {
    this.#builder = new TrafficBuilder(values, salt);
    this.#space = space;
  }

  line(line: string, format: LineFormat | undefined): void {
    this.#lines += 1;
    if (line.trim() === '') return;
    this.#take(format === undefined ? 'has an unknown format' : readLine(format, line));
  }

  /** @throws OperationError for what is no HAR file */
  har(text: string, name: string): void {
    const entries = readHar(text);
    if (typeof entries === 'string') throw new OperationError(`${name} cannot be read as HAR: it ${entries}.`);
    for (const entry of entries) {
      this.#lines += 1;
      this.#take(entry);
    }
  }

  end(format: LogFormat, name: string): ImportedLog {
    if (this.#builder.count === 0) {
      const reasons = [...this.#skipped].map(
        ([why, { count, first, reason }]) => `${count} ${why} (the first, ${first}, ${reason})`,
      );
      const told = reasons.length === 0 ? 'it is empty' : reasons.join('; ');
      throw new OperationError(
        `${name} has no request for content below ${root}: ${told}. Is it the log of another site, or does --space name the wrong space?`,
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
    const mark = local.indexOf('?');
    const path = mark < 0 ? local : local.slice(0, mark);
    const at = `${path}/`.indexOf(`${root}/`);
    if (at < 0) {
      this.#skip('elsewhere', `leads to ${excerpt(path)}`);
      return;
    }
    const before = path.slice(0, at).split('/').at(-1) ?? '';
    if (this.#space !== undefined && before !== this.#space) {
      this.#skip('another space', `asks for the space "${excerpt(before)}"`);
      return;
    }
    if (status !== undefined && status >= 500) {
      this.#skip('server error', `was answered with ${status}`);
      return;
    }
    const request: LoggedRequest = {
      path: path.slice(at + root.length),
      search: mark < 0 ? '' : local.slice(mark),
      timeMs,
    };
    const problem = this.#builder.add(request);
    if (problem !== undefined) this.#skip('unreadable', problem);
  }

  #skip(why: Skipped, reason: string): void {
    const { count = 0, first = this.#lines, reason: before = reason } = this.#skipped.get(why) ?? {};
    this.#skipped.set(why, { count: count + 1, first, reason: before });
  }
}
