/**
 * Items that a search finds, excludes or highlights have a form of the typed word, and no other item is found.
 *
 * The forms are listed by hand, and texts are cut at spaces: no code of the engine is used as its own oracle. Words that a
 * stemmer may confuse are next to each other: `one` and `on`, `hers` and `her`, `comer` and `como`.
 */
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { openCurrent, type Space } from '../../../src/index/snapshot/index.js';
import { answer, parseRequest } from '../../../src/jsonapi/index.js';
import { amount } from '../../../testing/amount.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { writeFiles } from '../../../testing/samples/export.js';
import { modelOf } from '../../../testing/samples/model.js';

/** Each line a word in all its forms. A word of grammar has one. */
const FORMS = {
  en: 'one ones|on|ate|at|ore ores|or|hers|her|ours|our|toe toes|to|bee bees|be|inn inns|in|doe|do|owned owning|own|sea seas|piece pieces|table tables|book books|pony ponies',
  es: 'comer comemos comen|como|libro libros|mar mares|esto|este|unas|una|muchos|mucho|mesa mesas',
  de: 'eine|ein|meine|mein|hause hauses|tische tischen|seins|sein|ihrer|ihre|als|alles|meer meeres',
} as const;
type Tongue = keyof typeof FORMS;

const families = (language: Tongue): readonly (readonly string[])[] =>
  FORMS[language].split('|').map((line) => line.split(' '));

/** What nobody sees, one in a word now and then. */
const UNSEEN = ['', '', '', '', '\ufeff', '\u200b', '\u200e', '\u180e', '\u00ad', '\u{e0041}', '\u2066', '\ufe0f'];
const seen = (text: string): string =>
  UNSEEN.reduce((rest, one) => (one === '' ? rest : rest.replaceAll(one, '')), text);

const writtenOf = (language: Tongue): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...families(language).flat()), fc.constantFrom(...UNSEEN), fc.nat(8), fc.boolean())
    .map(([word, unseen, at, isCapital]) => {
      const cased = isCapital ? word.charAt(0).toUpperCase() + word.slice(1) : word;
      return cased.slice(0, at) + unseen + cased.slice(at);
    });

/** Of a question: what it asks for and leaves out, and a way to write that. */
const questionOf = (language: Tongue) =>
  fc.record({
    wanted: fc.array(writtenOf(language), { minLength: 1, maxLength: 2 }),
    isPhrase: fc.boolean(),
    unwanted: fc
      .array(writtenOf(language), { maxLength: 2 })
      .map((words) => words.slice(0, words.length > 1 && words[0]!.length > 3 ? 2 : 1)),
    marks: fc.constantFrom('""', '“”', '„“', '«»', '＂＂'),
    isOpen: fc.boolean(),
    unseen: fc.constantFrom(...UNSEEN),
  });

const caseOf = (language: Tongue) =>
  fc.record({
    texts: fc.array(fc.array(writtenOf(language), { minLength: 1, maxLength: 12, size: 'max' }), {
      minLength: 2,
      maxLength: 30,
    }),
    questions: fc.array(questionOf(language), { minLength: 25, maxLength: 25 }),
  });

interface Shown {
  readonly data: readonly {
    readonly id: string;
    readonly meta: {
      readonly highlights: {
        readonly text?: { readonly text: string; readonly words: readonly { start: number; end: number }[] };
      };
    };
  }[];
  readonly meta: {
    readonly search: { readonly words: readonly { readonly word: string; readonly matches: readonly string[] }[] };
  };
}

const newFolder = temporaryFolders();

async function built(texts: readonly (readonly string[])[], language: Tongue): Promise<Space> {
  const folder = newFolder();
  writeFiles(join(folder, 'export'), {
    'model.json': modelOf({ thing: { text: { type: 'text', search: { phrases: true } } } }, { language }),
    'thing.ndjson': texts.map((words, number) => ({ id: `t${number}`, text: words.join(' ') })),
  });
  await buildSnapshot(join(folder, 'export'), join(folder, 'out'), { files: diskFiles, strict: true });
  return openCurrent(diskFiles, join(folder, 'out'));
}

function asked(space: Space, text: string): Shown {
  const search = `?filter[_search]=${encodeURIComponent(text)}&_highlight=text&page[limit]=100`;
  return JSON.parse(answer(space, parseRequest(space.model, '/thing', search), '').toString());
}

describe.each(['en', 'es', 'de'] as const)('searches in the language %s', (language) => {
  const all = families(language);
  const familyOf = (word: string): number => all.findIndex((forms) => forms.includes(seen(word).toLowerCase()));
  /** Whether the words stand one behind the other, those said twice in a row taken as one. */
  const has = (text: readonly string[], words: readonly string[]): boolean => {
    const [own, wanted] = [text, words].map((some) =>
      some
        .map((word) => seen(word).toLowerCase())
        .filter((word, place, whole) => word !== whole[place - 1])
        .map(familyOf),
    );
    return own!.some((_, start) => wanted!.every((family, place) => own![start + place] === family));
  };

  it('matched, excluded and highlighted words › are exactly the forms of the typed word', {
    timeout: 120_000,
  }, async () => {
    const counts = { found: 0, leftOut: 0, marked: 0, matches: 0 };
    for (let seed = 1; seed <= amount(10, 6); seed += 1) {
      const { texts, questions } = fc.sample(caseOf(language), { seed, numRuns: 1 })[0]!;
      const space = await built(texts, language);
      for (const { wanted, isPhrase, unwanted, marks, isOpen, unseen } of questions) {
        // A word that no item has may be mistyped: that is another rule.
        if (!wanted.every((word) => texts.some((text) => has(text, [word])))) continue;
        const [open, close] = [...marks] as [string, string];
        const asks = isPhrase ? open + wanted.join(' ') + close : `${wanted[0]!} `;
        const out =
          unwanted.length === 0 ? '' : ` ${unseen}-${unseen}${open}${unwanted.join(' ')}${isOpen ? '' : close}`;
        const shown = asked(space, asks + out);
        const label = `${language}, seed ${seed}: ${JSON.stringify(asks + out)} in ${JSON.stringify(texts)}`;
        const words = isPhrase ? wanted : wanted.slice(0, 1);
        const expected = texts.map((text, number) => {
          const isOut = unwanted.length > 0 && has(text, unwanted);
          counts.leftOut += Number(isOut && has(text, words));
          return has(text, words) && !isOut ? [`t${number}`] : [];
        });
        expect(shown.data.map(({ id }) => id).sort(), label).toEqual(expected.flat().sort());
        const asFamilies = words.map(familyOf);
        for (const { meta } of shown.data) {
          const { text = '', words: places = [] } = meta.highlights.text ?? {};
          expect(places.length, label).toBeGreaterThan(0);
          for (const { start, end } of places) expect(asFamilies, label).toContain(familyOf(text.slice(start, end)));
          counts.marked += places.length;
        }
        for (const { word, matches } of shown.meta.search.words) {
          for (const match of matches) {
            expect(familyOf(match), label).toBe(familyOf(word));
            expect(
              texts.some((text) => text.some((one) => seen(one).toLowerCase() === match)),
              label,
            ).toBe(true);
          }
          counts.matches += matches.length;
        }
        counts.found += expected.flat().length;
      }
    }
    for (const count of Object.values(counts)) expect(count, JSON.stringify(counts)).toBeGreaterThan(10);
  });
});

describe('an unfinished stop word', () => {
  it('if an item has it › matches no longer words; if none has it › may be completed', async () => {
    const found = (space: Space, text: string): string[] => asked(space, text).data.map(({ id }) => id);
    const space = await built(
      [
        ['One', 'piece'],
        ['Book', 'on', 'the', 'table'],
      ],
      'en',
    );
    expect(found(space, 'on')).toEqual(['t1']);
    expect(found(space, '"on piece"')).toEqual([]);
    expect(found(space, 'piece -on')).toEqual(['t0']);
    const titles = await built([['One', 'piece'], ['Book']], 'en');
    expect(found(titles, 'on')).toEqual(['t0']);
  });
});
