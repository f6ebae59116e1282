/**
 * The questions as Groonga is asked them, and how its replies are read. That they count alike is seen by every run, which
 * compares all answers.
 */
import { describe, expect, it } from 'vitest';
import { commandOf } from '../../../bench/facets/groonga-commands.js';
import { answerOf, readReply } from '../../../bench/facets/groonga-replies.js';
import { type Counted, type Question, questionClasses } from '../../../bench/facets/questions.js';
import { Random } from '../../../data/generate/random.js';

const count = (counted: Counted, start: number, end: number): Question => ({
  kind: 'count',
  counted,
  selection: { start, end },
});

describe('commandOf', () => {
  it('all items › no filter, and the ten most frequent values, ties by value', () => {
    expect(commandOf(count('kind', 0, 1000))).toBe(
      'select Items --limit 0 --output_columns _id --drilldowns[counted].keys kind ' +
        '--drilldowns[counted].sort_keys -_nsubrecs,_key --drilldowns[counted].limit 10 ' +
        '--drilldowns[counted].output_columns _key,_nsubrecs',
    );
  });

  it('a share of them › the buckets from the first up to before the last', () => {
    expect(commandOf(count('price', 5, 6))).toContain(`--filter 'between(bucket, 5, "include", 6, "exclude")'`);
    expect(commandOf(count('price', 5, 6))).toContain('calc_types MIN,MAX,SUM');
  });

  it('ranges of all items › each from the index on prices, as that is quicker', () => {
    const command = commandOf(count('ranges', 0, 1000));
    expect(command).toContain(`--slices[range1].filter 'between(cents, 1000, "include", 2000, "exclude")'`);
    expect(command).toContain(`--slices[range3].filter 'cents >= 5000'`);
  });

  it('ranges of some items › a column for this question, of the range that each price is in', () => {
    expect(commandOf(count('ranges', 0, 100))).toContain(
      "--columns[range].value 'cents < 1000 ? 0 : cents < 2000 ? 1 : cents < 5000 ? 2 : 3'",
    );
  });

  it('a list page › one command, whose facets ignore their own condition', () => {
    const command = commandOf({ kind: 'page', word: 'w0001', kindIs: 'k2', placeFrom: 'p0100' });
    expect(command).toContain(`select Items --filter 'title @ "w0001"'`);
    expect(command).toContain(`--slices[kinds].filter 'place >= "p0100"'`);
    expect(command).toContain(`--slices[places].filter 'kind == "k2"'`);
    expect(command).toContain(`--slices[page].filter 'kind == "k2" && place >= "p0100"'`);
  });

  it('every question › one line, as a command ends with its line', () => {
    const questions = questionClasses(new Random(1, 'commands'), 2).flatMap((one) => one.questions);
    expect(questions.length).toBeGreaterThan(30);
    for (const question of questions) expect(commandOf(question)).toMatch(/^select Items [^\n]+$/);
  });
});

describe('readReply', () => {
  it('a result › its own time in milliseconds, and what follows', () => {
    expect(readReply('[[0,1700000000.5,0.00025],true]')).toEqual({ ownMs: 0.25, body: true });
  });

  it('a refusal › an error with the words of Groonga', () => {
    expect(() => readReply('[[-63,1.5,0.1,"Syntax error: <nonsense>",[]]]')).toThrow(
      'Groonga could not answer: Syntax error: <nonsense>',
    );
    expect(() => readReply('7')).toThrow('something else than a result: 7');
  });
});

describe('answerOf', () => {
  const reply = (body: unknown) => ({ ownMs: 0, body });
  const columns = [['_key', 'ShortText']];
  const found = [[3], columns];
  const facet = (...rows: unknown[]) => ({ counted: [[9], columns, ...rows] });

  it('a facet › its rows, without how many values there are', () => {
    expect(answerOf(reply([found, facet(['k2', 2], ['k1', 1])]), 'facet')).toEqual(['k2 2', 'k1 1']);
  });

  it('statistics › count, least, greatest and sum', () => {
    const statistics = [[1], columns, [3, 99, 500, 700]];
    expect(answerOf(reply([found, { statistics }]), 'statistics')).toEqual(['3 99 500 700']);
  });

  it('ranges › those that have items, the fullest first, ties by place', () => {
    const slices = Object.fromEntries([2, 5, 0, 2].map((hits, place) => [`range${place}`, [[hits], columns]]));
    expect(answerOf(reply([found, slices]), 'ranges')).toEqual(['1 5', '0 2', '3 2']);
  });

  it('a list page › three facets and the statistics, in the order that is compared', () => {
    const page = { ...facet(['c1', 1]), statistics: [[1], columns, [1, 5, 5, 5]] };
    const slices = {
      page: [[1], columns, [7, 'title'], page],
      places: [...found, facet(['p1', 1])],
      kinds: [...found, facet(['k1', 3])],
    };
    expect(answerOf(reply([found, slices]), 'page')).toEqual(['k1 3', 'p1 1', 'c1 1', '1 5 5 5']);
  });

  it('a result that was not asked for › an error, not an empty answer', () => {
    expect(() => answerOf(reply([found, {}]), 'facet')).toThrow('has not answered what is called "counted"');
  });
});
