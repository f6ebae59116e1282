/**
 * Words that are written in parts or as one, and words with a sign of their own: what a search finds, marks and suggests.
 */
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { suggest } from '../../../src/engine/query/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import {
  findWordGroups,
  getWordReader,
  listSpellings,
  phraseWords,
  readSearch,
} from '../../../src/index/search/index.js';
import { openCurrent, type Space } from '../../../src/index/snapshot/index.js';
import { checkSegment } from '../../../src/index/verify/index.js';
import { answer, explainRequest, parseRequest } from '../../../src/jsonapi/index.js';
import { amount } from '../../../testing/amount.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { joinedIn } from '../../../testing/oracle/answers/joined.js';
import { writeFiles } from '../../../testing/samples/export.js';
import { modelOf } from '../../../testing/samples/model.js';

const newFolder = temporaryFolders();

const titles = {
  a: 'Free Wi-Fi routers',
  b: 'A wifi lamp',
  c: 'Write an add-on',
  d: 'Addons for gardeners',
  e: 'Add salt, then put the lid on',
  f: 'The U.S.A. by train',
  g: 'Maps of the USA',
  h: 'ISBN 978-3-16-148410-0',
  i: 'ISBN 9783161484101',
  j: 'Learn C++ in a week',
  k: 'Learn C in a week',
  l: 'Learn C# in a week',
  m: 'Nets, and .NET',
  n: 'Fishing with a net',
  o: 'The R&D budget',
  p: 'An E-Mail-Adresse',
  q: 'Sound at 3.5 dB',
  r: 'Room 35',
  s: 'A town of 1,250 people',
  t: 'ISBN 978 0 306 40615 7, a reprint',
  u: 'Letters from the U S A',
  v: 'Rows 1 2 3 4 5 6 7 8 9',
};

let space: Space;
beforeAll(async () => {
  const folder = newFolder();
  const fields = [{ name: 'title', type: 'text', search: { phrases: true } }];
  writeFiles(join(folder, 'export'), {
    'model.json': modelOf(
      { thing: fields },
      { language: 'en', search: { synonyms: [{ from: 'wlan', to: ['wifi'] }] } },
    ),
    'thing.ndjson': Object.entries(titles).map(([id, title]) => ({ id, title })),
  });
  await buildSnapshot(join(folder, 'export'), join(folder, 'out'), { files: diskFiles, strict: true });
  space = await openCurrent(diskFiles, join(folder, 'out'));
});

interface Shown {
  readonly data: readonly {
    readonly id: string;
    readonly meta: {
      readonly highlights?: {
        readonly title?: { readonly text: string; readonly words: readonly { start: number; end: number }[] };
      };
    };
  }[];
  readonly meta: { readonly search: { readonly words: readonly { word: string; matches: readonly string[] }[] } };
}

function ask(words: string, more = ''): Shown {
  const search = `?filter[_search]=${encodeURIComponent(words)}${more}`;
  return JSON.parse(answer(space, parseRequest(space.model, '/thing', search), '').toString()) as Shown;
}

const ids = (words: string, more?: string): string =>
  ask(words, more)
    .data.map(({ id }) => id)
    .join('');

describe('search › words written in parts or as one', () => {
  it('the index › is valid', () => {
    expect(checkSegment(space.types.get('thing')!.segment)).toEqual([]);
  });

  it.each([
    ['wifi', 'ab', 'as one'],
    ['Wi-Fi ', 'ba', 'in parts'],
    ['wi‑fi ', 'ba', 'with a hyphen that does not break'],
    ['addon', 'dc', 'as one, with another form'],
    ['add-on', 'dce', 'in parts; an item with a part follows'],
    ['usa', 'gfu', 'as one'],
    ['U.S.A.', 'gfu', 'with full stops'],
    ['U S A ', 'fgu', 'with spaces'],
    ['9783161484100', 'h', 'a number without its signs'],
    ['978-3-16-148410-1 ', 'ihqstv', 'a number with signs; items with some of its parts follow'],
    ['1250', 's', 'thousands'],
    ['35', 'r', 'a decimal is no other number'],
    ['email', 'p', 'two of three parts'],
    ['mailadresse', 'p', 'the other two of three parts'],
    ['9780306406157', 't', 'digits between spaces'],
    ['978-0-306-40615-7 ', 'thv', 'a number with signs for spaces; items with some of its parts follow'],
    ['123456789', '', 'a row of a table'],
    ['wif', 'ba', 'unfinished'],
    ['wlan', 'ba', 'as a synonym'],
    ['wifi lamp', 'ba', 'with another word'],
    ['free Wi-Fi ', 'ab', 'in parts, with another word'],
  ])('%s › finds %s: %s', (words, expected) => {
    const found = ids(words);
    expect([...found].toSorted().join('')).toBe([...expected].toSorted().join(''));
    // An item with every word comes first.
    if (/\d-|. ./.test(words.trim())) expect(found[0]).toBe(expected[0]);
    if (words === 'add-on') expect(found.at(-1)).toBe('e');
  });

  it.each([
    ['"wifi"', 'ab'],
    ['"free wifi"', 'a'],
    ['"wifi routers"', 'a'],
    ['"free wifi routers"', 'a'],
    ['"wi-fi"', 'ab'],
    ['"wi fi"', 'a'],
    ['"wifi router"', 'a'],
    ['"wifi lamp"', 'b'],
    ['"wi-fi lamp"', 'b'],
    ['usa -u.s.a.', ''],
    ['week -c++', 'kl'],
    ['week -wi-fi', 'jkl'],
    ['routers -wifi', ''],
    ['lamp -wi-fi', ''],
  ])('%s › finds %s', (words, expected) => {
    expect([...ids(words)].toSorted().join('')).toBe(expected);
  });
});

describe('search › a phrase still being typed', () => {
  it.each([
    ['"learn c', 'jkl', 'with a whole word at its end'],
    ['"wifi la', 'b', 'with the beginning of a word'],
    ['"salt, then pu', 'e', 'with the beginning of a third word'],
    ['"salt pu', '', 'words that are not next to each other'],
    ['"free wif', 'a', 'a joined word that is not whole'],
    ['"learn zzz', '', 'a word that no item has'],
    ['week "learn c', 'jkl', 'after another word'],
    ['"wifi', 'ab', 'a single word'],
    ['"wifi ', 'ab', 'a single finished word'],
    ['"', '', 'without a word'],
  ])('%s › finds %s: %s', (words, expected) => {
    expect([...ids(words)].toSorted().join('')).toBe(expected);
  });

  it('a query › has the phrase with its last word unfinished', () => {
    const { phrases } = readSearch('"red sh', 'en');
    expect(phrases).toEqual([
      [
        { text: 'red', offset: 0 },
        { text: 'sh', offset: 1, isPrefix: true },
      ],
    ]);
  });
});

describe('search › joined words within a phrase', () => {
  const items = {
    a: 'A box of free Wi-Fi routers',
    b: 'A box of free wifi routers',
    c: 'Prices of the Wi-Fi add-ons in the U.S.A. today',
    d: 'Prices of the wifi addons in the USA today',
    e: 'The E-Mail-Adresse of a shop',
    f: 'The E-Mailadresse of a shop',
    g: 'ISBN 978-0-306-40615-7, a reprint',
    h: 'A free box for Wi-Fi, and routers',
    i: 'C++ for Wi-Fi routers',
    j: 'A Wi-Fi Wi-Fi lamp',
    k: 'A Wi-Fi-free room',
  };
  const readItems = Object.entries(items).map(([id, title]) => ({ id, title }));
  let phrases: Space;
  let words: Space;
  beforeAll(async () => {
    const build = async (search: object | true): Promise<Space> => {
      const folder = newFolder();
      const fields = [{ name: 'title', type: 'text', search }];
      writeFiles(join(folder, 'export'), {
        'model.json': modelOf({ thing: fields }, { language: 'en' }),
        'thing.ndjson': readItems,
      });
      await buildSnapshot(join(folder, 'export'), join(folder, 'out'), { files: diskFiles, strict: true });
      return openCurrent(diskFiles, join(folder, 'out'));
    };
    phrases = await build({ phrases: true });
    words = await build(true);
  });

  const askIn = (where: Space, text: string, more = ''): Shown => {
    const search = `?filter[_search]=${encodeURIComponent(text)}${more}`;
    return JSON.parse(answer(where, parseRequest(where.model, '/thing', search), '').toString()) as Shown;
  };
  const idsIn = (where: Space, text: string): string =>
    askIn(where, text)
      .data.map(({ id }) => id)
      .toSorted()
      .join('');

  it.each([
    ['"free wifi routers"', 'ab', 'in the middle, written as one'],
    ['"free Wi-Fi routers"', 'ab', 'in the middle, in parts'],
    ['"free wi fi routers"', 'a', 'parts with a space are two words'],
    ['"wifi routers"', 'abi', 'at the start'],
    ['"free wi-fi"', 'ab', 'at the end'],
    ['"box wifi routers"', '', 'not next to the word before'],
    ['"free routers"', '', 'a joined word is not skipped'],
    ['"the wifi addons in the usa today"', 'cd', 'several, written as one'],
    ['"the Wi-Fi add-ons in the U.S.A. today"', 'cd', 'several, in parts'],
    ['"the wifi add-ons in the U.S.A. today"', 'cd', 'several, mixed'],
    ['"the usa today"', 'cd', 'of three parts'],
    ['"the emailadresse of"', 'ef', 'three parts as one'],
    ['"the email adresse of"', 'e', 'the first two of three parts'],
    ['"the e mailadresse of"', 'ef', 'the last two of three parts'],
    ['"the e-mail-adresse of"', 'ef', 'all of three parts'],
    ['"isbn 9780306406157 a"', 'g', 'a number'],
    ['"c++ for wifi routers"', 'i', 'next to a word with its sign'],
    ['"a wifi lamp"', '', 'a repeated joined word'],
    ['"wifi wifi lamp"', 'j', 'a word that is typed twice in a row'],
    ['"wi-fi lamp"', 'j', 'the last one of repeated words'],
    ['"a wifi free room"', 'k', 'the first two of three parts, and the third'],
    ['"free wif', 'ab', 'the beginning, while it is typed'],
    ['"free wi', 'ab', 'the first part, while it is typed'],
    ['"free wi-f', 'ab', 'the beginning of the second part, while it is typed'],
    ['"free wi-fi', 'ab', 'all parts, while it is typed'],
    ['"free wifi r', 'ab', 'another word after it, while it is typed'],
    ['"free wi-fi rou', 'ab', 'another word after its parts, while it is typed'],
    ['"box wif', '', 'not next to the word before, while it is typed'],
    ['routers -"free wifi"', 'hi', 'excluded, written as one'],
    ['routers -"free wi-fi"', 'hi', 'excluded, in parts'],
    ['how do the free boxes of the shop help "free wi-fi routers"', 'ab', 'quoted in a long question'],
  ])('%s › finds %s: %s', (text, expected) => {
    // In a long question, the phrase decides which items come first.
    if (!text.startsWith('how')) expect(idsIn(phrases, text)).toBe(expected);
    else
      expect(
        askIn(phrases, text)
          .data.slice(0, 2)
          .map(({ id }) => id)
          .toSorted()
          .join(''),
      ).toBe(expected);
  });

  it('without stored places › the words are anywhere in the item', () => {
    expect(idsIn(words, '"free wifi routers"')).toBe('abh');
    expect(idsIn(words, '"free wi-fi routers"')).toBe('abh');
  });

  it.each([
    ['"free wifi routers"', 'a', ['free', 'Wi-Fi', 'routers']],
    ['"free wi-fi routers"', 'a', ['free', 'Wi', 'Fi', 'routers']],
    ['"free wi-fi routers"', 'b', ['free', 'wifi', 'routers']],
    ['"the usa today"', 'c', ['U.S.A', 'today']],
  ])('%s in item %s › marks %s', (text, id, expected) => {
    const title = askIn(phrases, text, '&_highlight=title').data.find((each) => each.id === id)?.meta.highlights?.title;
    expect(title?.words.map(({ start, end }) => title.text.slice(start, end))).toEqual(expected);
  });

  it('a phrase with many joined words › has eight spellings', () => {
    const spellings = (text: string): readonly string[] =>
      listSpellings(phraseWords(getWordReader('en').read(text))).map((spelling) =>
        spelling.map(({ text: word, offset }) => `${word}${offset}`).join(' '),
      );
    expect(spellings('free Wi-Fi router')).toEqual(['free0 wi1 fi2 router3', 'free0 wifi1 router2']);
    expect(spellings('free router')).toEqual(['free0 router1']);
    expect(spellings('a-b c-d e-f g-h')).toHaveLength(8);
    expect(spellings('a-b '.repeat(400))).toHaveLength(8);
  });

  it('the segment › is valid', () => {
    expect(checkSegment(phrases.types.get('thing')!.segment)).toEqual([]);
  });
});

describe('search › signs that belong to a word', () => {
  it.each([
    ['c++', 'j', 'comes first'],
    ['C#', 'l', 'comes first'],
    ['C♯', 'l', 'comes first'],
    ['.net', 'm', 'comes first'],
    ['r&d', 'o', 'comes first'],
  ])('%s › %s %s, before items without the sign', (words, first) => {
    expect(ids(words)[0]).toBe(first);
    expect(ids(words, '&_match=all')).toBe(first);
  });

  it('a word without the sign › finds it with every sign', () => {
    expect([...ids('learn c')].toSorted().join('')).toBe('jkl');
    expect([...ids('net')].toSorted().join('')).toBe('mn');
  });

  it('a sign that no item has › is ignored', () => {
    expect(ids('lamp++')).toBe('b');
    expect(ids('lamp*', '&_match=all')).toBe('b');
    expect(ask('lamp#').meta.search.words).toEqual([{ word: 'lamp', matches: ['lamp'] }]);
  });

  it('a phrase › has the word with its sign', () => {
    expect(ids('"c++ in a week"')).toBe('j');
    expect([...ids('"learn c"')].toSorted().join('')).toBe('jkl');
  });
});

describe('search › how joined words are shown', () => {
  const marked = (words: string, id: string): readonly string[] => {
    const item = ask(words, '&_highlight=title').data.find((each) => each.id === id);
    const title = item?.meta.highlights?.title;
    return title?.words.map(({ start, end }) => title.text.slice(start, end)) ?? [];
  };

  it.each([
    ['wifi', 'a', ['Wi-Fi']],
    ['wifi', 'b', ['wifi']],
    ['wi-fi', 'a', ['Wi', 'Fi']],
    ['wi-fi', 'b', ['wifi']],
    ['c++', 'j', ['C++']],
    ['.net', 'm', ['Nets', '.NET']],
    ['usa', 'f', ['U.S.A']],
    ['"wifi router"', 'a', ['Wi-Fi', 'routers']],
    ['"c++ in"', 'j', ['C++']],
    ['email ', 'p', ['E-Mail']],
    ['email', 'p', ['E-Mail-Adresse']],
    ['9783161484100', 'h', ['978-3-16-148410-0']],
  ])('%s in item %s › is marked as %s', (words, id, expected) => {
    expect(marked(words, id)).toEqual(expected);
  });

  it('meta.search › has the word, and the joined word of parts', () => {
    expect(ask('wifi').meta.search.words).toEqual([{ word: 'wifi', matches: ['wifi'] }]);
    expect(ask('wi-fi ').meta.search.words).toEqual([
      { word: 'wi', matches: ['wi', 'wifi'] },
      { word: 'fi', matches: ['fi', 'wifi'] },
    ]);
    expect(ask('c++').meta.search.words).toEqual([
      { word: 'c', matches: ['c'] },
      { word: 'c++', matches: ['c++'] },
    ]);
  });

  it('an explanation › says that a list has the other spelling', () => {
    const { words } = explainRequest(space, '/thing', '?filter[_search]=wifi+', '', undefined, {
      timeLimitNs: 0,
      maxCostMs: 1000,
      ignores: undefined,
    });
    expect(words?.[0]?.lists).toMatchObject([
      { kind: 'word', size: 1 },
      { kind: 'joined', size: 1 },
    ]);
  });

  it('suggestions › have titles with the other spelling', () => {
    const segments = [space.types.get('thing')!.segment];
    const suggested = (text: string): readonly string[] => suggest(segments, text).map((each) => each.text);
    expect(suggested('wifi ro')).toEqual([titles.a]);
    expect(suggested('wifi')).toEqual(['wifi', titles.b, titles.a]);
  });
});

describe('word groups', () => {
  const joined = (text: string, language?: 'en' | 'fr'): readonly string[] =>
    getWordReader(language)
      .read(text)
      .joined.map((word) => word.text);

  it.each([
    ['wi-fi Node.js AC/DC snake_case', ['wifi', 'nodejs', 'acdc', 'snakecase']],
    ['C++ C# A* Disney+ .NET', ['c++', 'c#', 'a*', 'disney+', '.net']],
    ['C♯ C++17 C+17 C#7 1+1 F♯-Moll', ['c#', 'c++', 'f#']],
    ['AT&T J.R.R. 2026-05-16 192.168.0.1', ['at&t', 'jrr', '20260516', '19216801']],
    ['1,000 1.000.000 3.14 1/2 12-05', ['1000', '1000000']],
    ['wi - fi, end. Start... - + # 東京-大阪', []],
    ['a-b-c-d-e-f-g-h-i', []],
    [`${'a'.repeat(40)}-${'b'.repeat(40)}`, []],
  ])('%s › joins %j', (text, expected) => {
    expect(joined(text)).toEqual(expected);
  });

  it('an apostrophe › joins only without a language', () => {
    expect(joined("O'Brien’s l'art")).toEqual(['obrien', 'lart']);
    expect(joined("O'Brien’s l'art", 'en')).toEqual([]);
    expect(joined("O'Brien’s l'art", 'fr')).toEqual([]);
  });

  it.each(['en', 'fr', undefined] as const)(
    'any text › has the same words with and without groups (%s)',
    (language) => {
      const reader = getWordReader(language);
      const pieces = fc.constantFrom(
        ..."a b wi fi on s garden Café 90 1984 ² 東京 é ʼ ʿ ’ ' ＇ \u00ad - ‐ . / _ & , + # * ++ \" x ’s 's e\u0301".split(
          ' ',
        ),
        ' ',
        ' ',
        '\n',
      );
      fc.assert(
        fc.property(
          fc.array(pieces, { maxLength: 14 }).map((parts) => parts.join('')),
          (text) => {
            const { words, joined: joinedWords } = reader.read(text);
            expect(words).toEqual(reader.words(text));
            const ends = joinedWords.map(({ end }) => end);
            expect(ends).toEqual(ends.toSorted((left, right) => left - right));
          },
        ),
        { seed: 3, numRuns: amount(5000, 800) },
      );
    },
  );

  it('digits and letters between spaces › are joined as a plain reading joins them', () => {
    const piece = fc.constantFrom(
      'a',
      'b',
      'é',
      '978',
      '3',
      '148410',
      'salt',
      '(u',
      '(12',
      's.',
      '77,',
      'c)',
      '\u200bd',
      'e\u00ad',
      '7-8',
    );
    const space = fc.constantFrom(' ', ' ', ' ', ' ', ' ', '  ', '\n');
    const text = fc.array(fc.tuple(piece, space), { maxLength: 14 }).map((parts) => parts.flat().join(''));
    fc.assert(
      fc.property(text, (given) => {
        const found = getWordReader('en')
          .read(given)
          .joined.map((word) => `${word.text} ${word.end}`);
        expect(found).toEqual(joinedIn(given, 'en').map((word) => `${word.text} ${word.end}`));
      }),
      { seed: 5, numRuns: amount(20_000, 1500) },
    );
  });

  it('rows of many numbers, and short numbers › are not joined', () => {
    const joinedOf = (given: string): readonly string[] =>
      getWordReader('en')
        .read(given)
        .joined.map(({ text }) => text);
    expect(joinedOf('1 2 3 4 5 6 7 8 9')).toEqual([]);
    expect(joinedOf('in 1 of 3 16 rooms')).toEqual([]);
    expect(joinedOf('J R R Tolkien, and (978 3 16 148410 0).')).toEqual(['jrr', '9783161484100']);
  });

  it('a long piece without spaces › is read in one pass', () => {
    const text = "a'".repeat(50_000) + 'b-'.repeat(50_000);
    expect(findWordGroups(text, 'parts')).toEqual([]);
    expect(findWordGroups(text, 'joins')).toEqual([]);
  });
});
