/**
 * What Groonga replies: a line of JSON that begins with a code and the time it took itself, and then has the results by
 * the labels of the question.
 */
import type { Answer } from './contestants.js';
import type { ReplyKind } from './groonga-commands.js';
import { RANGE_CENTS } from './questions.js';

export interface Reply {
  /** What Groonga says it took, from the command to the end of its output. */
  readonly ownMs: number;
  readonly body: unknown;
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** @throws Error with Groonga's own words where it could not answer */
export function readReply(line: string): Reply {
  const read: unknown = JSON.parse(line);
  const [header, body] = isList(read) ? read : [];
  if (!isList(header)) throw new Error(`Groonga has replied with something else than a result: ${line.slice(0, 200)}`);
  const [code, , seconds, message] = header;
  if (code !== 0) throw new Error(`Groonga could not answer: ${String(message)}`);
  return { ownMs: Number(seconds) * 1000, body };
}

/** The labelled results stand last, after how many items there are, their columns and the items. */
function labelled(results: unknown, label: string): unknown {
  const last = isList(results) ? results.at(-1) : undefined;
  if (typeof last !== 'object' || last === null || !Object.hasOwn(last, label))
    throw new Error(`Groonga has not answered what is called "${label}".`);
  return Reflect.get(last, label);
}

/** @returns the rows below how many there are and their columns, in the form that is compared */
function rowsOf(results: unknown, label: string): Answer {
  const [, , ...rows] = ((found) => (isList(found) ? found : []))(labelled(results, label));
  return rows.filter(isList).map((row) => row.map(String).join(' '));
}

const counted = (results: unknown): Answer => rowsOf(results, 'counted');
const statistics = (results: unknown): Answer => rowsOf(results, 'statistics');

/** @returns the ranges that have items, by how many, each named by its place */
function ranges(results: unknown): Answer {
  const counts = [0, ...RANGE_CENTS].map((_, place) => {
    const found = labelled(results, `range${place}`);
    const [count] = isList(found) && isList(found[0]) ? found[0] : [];
    return { place, count: Number(count) };
  });
  const filled = counts.filter(({ count }) => count !== 0);
  return filled.sort((left, right) => right.count - left.count).map(({ place, count }) => `${place} ${count}`);
}

/** @returns what the command of a question counted */
export function answerOf({ body: results }: Reply, kind: ReplyKind): Answer {
  switch (kind) {
    case 'facet':
      return counted(results);
    case 'statistics':
      return statistics(results);
    case 'ranges':
      return ranges(results);
    case 'page': {
      const page = labelled(results, 'page');
      return [
        ...counted(labelled(results, 'kinds')),
        ...counted(labelled(results, 'places')),
        ...counted(page),
        ...statistics(page),
      ];
    }
  }
}
