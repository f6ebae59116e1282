/**
 * The questions as commands of Groonga: one `select` each, with a drilldown for whatever is counted.
 *
 * A list page is one command too. Its slices share what the word has found, so that it is looked up once.
 */
import { type CountQuestion, isAll, type PageQuestion, type Question, RANGE_CENTS, SHOWN } from './questions.js';

/** Months are kept as a column; ranges belong to the question and are told at the time. */
const COLUMNS = {
  kind: 'kind',
  place: 'place',
  code: 'code',
  makers: 'makers',
  sold: 'month',
  ranges: 'range',
} as const;

const RANGE = `${RANGE_CENTS.map((cents, i) => `cents < ${cents} ? ${i} : `).join('')}${RANGE_CENTS.length}`;

const RANGE_COLUMN = `--columns[range].stage filtered --columns[range].type Int8 --columns[range].value '${RANGE}'`;

/** Ranges of all items: each is found by the index on prices, and how many it has is all that is asked. */
function rangesCommand(): string {
  const slices = [0, ...RANGE_CENTS].map((from, place) => {
    const to = RANGE_CENTS[place];
    const filter = to === undefined ? `cents >= ${from}` : `between(cents, ${from}, "include", ${to}, "exclude")`;
    const named = `--slices[range${place}]`;
    return `${named}.filter '${filter}' ${named}.limit 0 ${named}.output_columns _id`;
  });
  return `select Items --limit 0 --output_columns _id ${slices.join(' ')}`;
}

const top = (prefix: string, column: string): string =>
  `--${prefix}drilldowns[counted].keys ${column} --${prefix}drilldowns[counted].sort_keys -_nsubrecs,_key ` +
  `--${prefix}drilldowns[counted].limit ${SHOWN} --${prefix}drilldowns[counted].output_columns _key,_nsubrecs`;

const statistics = (prefix: string): string =>
  `--${prefix}drilldowns[statistics].calc_types MIN,MAX,SUM --${prefix}drilldowns[statistics].calc_target cents ` +
  `--${prefix}drilldowns[statistics].output_columns _nsubrecs,_min,_max,_sum`;

function countCommand({ counted, selection: { start, end } }: CountQuestion): string {
  const filter = isAll({ start, end }) ? '' : ` --filter 'between(bucket, ${start}, "include", ${end}, "exclude")'`;
  const column = counted === 'ranges' ? ` ${RANGE_COLUMN}` : '';
  const asked = counted === 'price' ? statistics('') : top('', COLUMNS[counted]);
  return `select Items${filter} --limit 0 --output_columns _id${column} ${asked}`;
}

function slice(name: string, filter: string, limit: number, asked: readonly string[]): string {
  const named = `--slices[${name}]`;
  return [
    `${named}.filter '${filter}' ${named}.limit ${limit} ${named}.output_columns _id,title ${named}.sort_keys _id`,
    ...asked,
  ].join(' ');
}

function pageCommand({ word, kindIs, placeFrom }: PageQuestion): string {
  const [kind, place] = [`kind == "${kindIs}"`, `place >= "${placeFrom}"`];
  return [
    `select Items --filter 'title @ "${word}"' --limit 0 --output_columns _id`,
    slice('kinds', place, 0, [top('slices[kinds].', 'kind')]),
    slice('places', kind, 0, [top('slices[places].', 'place')]),
    slice('page', `${kind} && ${place}`, 20, [top('slices[page].', 'code'), statistics('slices[page].')]),
  ].join(' ');
}

/** What a reply's results are labelled by. */
export type ReplyKind = 'page' | 'facet' | 'ranges' | 'statistics';

export function replyKindOf(question: Question): ReplyKind {
  if (question.kind === 'page') return 'page';
  if (question.counted === 'ranges' && isAll(question.selection)) return 'ranges';
  return question.counted === 'price' ? 'statistics' : 'facet';
}

/** @returns the command, without the end of its line */
export function commandOf(question: Question): string {
  if (question.kind === 'page') return pageCommand(question);
  return replyKindOf(question) === 'ranges' ? rangesCommand() : countCommand(question);
}
