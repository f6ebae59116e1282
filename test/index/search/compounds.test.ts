/**
 * Compounds: words that are found by their parts, if the model asks for it.
 */
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { withChoices } from '../../../src/content/choices/index.js';
import { termId } from '../../../src/content/model/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { getWordReader } from '../../../src/index/search/index.js';
import { openCurrent, type Space } from '../../../src/index/snapshot/index.js';
import { checkSegment } from '../../../src/index/verify/index.js';
import { answer, explainRequest, parseRequest } from '../../../src/jsonapi/index.js';
import { amount } from '../../../testing/amount.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { compoundsIn } from '../../../testing/oracle/answers/compounds.js';
import { readPage } from '../../../testing/pages/markdown.js';
import { writeFiles } from '../../../testing/samples/export.js';
import { modelOf } from '../../../testing/samples/model.js';

const newFolder = temporaryFolders();

const german = {
  brake: 'Eine Bremse',
  brakes: 'Bremsen reinigen',
  disc: 'Scheibenbremsen für das Fahrrad',
  disk: 'Die Bremsscheibe',
  glass: 'Scheibe aus Glas',
  bike: 'Die Fahrradscheibenbremse',
  house: 'Haus am See',
  school: 'Das Schulhaus',
  learn: 'Schule und Arbeit',
  work: 'Ein Arbeitsplatz, ein Platz',
  mouse: 'Hausmaus',
  under: 'Unterhaus und Übersee',
};

async function build(title: object, search: object, items: Readonly<Record<string, string>>, language = 'de') {
  const folder = newFolder();
  writeFiles(join(folder, 'export'), {
    'model.json': modelOf({ part: [{ name: 'title', type: 'text', ...title }] }, { language, search }),
    'part.ndjson': Object.entries(items).map(([id, text]) => ({ id, title: text })),
  });
  await buildSnapshot(join(folder, 'export'), join(folder, 'out'), { files: diskFiles, strict: true });
  return openCurrent(diskFiles, join(folder, 'out'));
}

interface Shown {
  readonly data: readonly { readonly id: string; readonly meta?: { readonly highlights?: object } }[];
  readonly meta: { readonly search: { readonly words: readonly { word: string; matches: readonly string[] }[] } };
}

function ask(space: Space, text: string, rest = ''): Shown {
  const search = `?filter[_search]=${encodeURIComponent(text)}${rest}`;
  return JSON.parse(answer(space, parseRequest(space.model, '/part', search), '/d').toString()) as Shown;
}
const idsOf = (space: Space, text: string, rest?: string): readonly string[] =>
  ask(space, text, rest).data.map(({ id }) => id);

/** @returns `part compound`, ascending, as the reference evaluator finds them */
function naivePairs(texts: readonly string[]): readonly string[] {
  const reader = getWordReader('de');
  const words = texts.flatMap((text) => reader.words(text)).filter((word) => !reader.isStopWord(word));
  const compounds = compoundsIn(new Set(words), (word) => reader.stem(word));
  return [...compounds].flatMap(([part, all]) => Array.from(all, (compound) => `${part} ${compound}`)).toSorted();
}

let space: Space;
beforeAll(async () => {
  space = await build({ search: { phrases: true } }, { compounds: true, whole: ['Hausmaus'] }, german);
});

describe('a search for a part of compounds', () => {
  it.each([
    ['Bremse ', ['brake', 'brakes'], ['disc', 'disk', 'bike']],
    ['bremsen ', ['brake', 'brakes'], ['disc', 'disk', 'bike']],
    ['scheibe ', ['glass'], ['disc', 'disk', 'bike']],
    ['fahrrad ', ['disc'], ['bike']],
    ['schule ', ['learn'], ['school']],
    ['arbeit ', ['learn'], ['work']],
  ])('%s › items with the word first, then items with a compound', (text, own, compounds) => {
    const ids = idsOf(space, text);
    expect(ids.slice(0, own.length).toSorted()).toEqual(own.toSorted());
    expect(ids.slice(own.length).toSorted()).toEqual(compounds.toSorted());
  });

  it('a stop word, and a word that the model keeps whole › are no parts and no compounds', () => {
    expect(idsOf(space, 'haus ').toSorted()).toEqual(['house', 'school']);
    expect(idsOf(space, 'see ')).toEqual(['house']);
  });

  it('a compound › finds itself alone', () => {
    expect(idsOf(space, 'bremsscheibe ')).toEqual(['disk']);
  });

  it('two parts › items that match both words come first', () => {
    expect(idsOf(space, 'scheibe bremse ').slice(0, 3).toSorted()).toEqual(['bike', 'disc', 'disk']);
    expect(idsOf(space, 'scheibe bremse', '&_match=all').toSorted()).toEqual(['bike', 'disc', 'disk']);
  });

  it('phrases and exclusions › mean the word itself', () => {
    expect(idsOf(space, '"bremse"').toSorted()).toEqual(['brake', 'brakes']);
    expect(idsOf(space, 'scheibe -bremse').toSorted()).toEqual(['bike', 'disc', 'disk', 'glass']);
  });

  it('a highlight › marks the compound', () => {
    const [shown] = ask(space, 'fahrrad ', '&_highlight=title').data.slice(1);
    expect(shown?.meta?.highlights).toEqual({
      title: { text: 'Die Fahrradscheibenbremse', words: [{ start: 4, end: 25 }] },
    });
  });

  it('meta.search › lists the word, then the compounds', () => {
    const matchesOf = (text: string): readonly string[] | undefined => ask(space, text).meta.search.words[0]?.matches;
    expect(matchesOf('bremse ')).toEqual(['bremse', 'bremsscheibe', 'fahrradscheibenbremse', 'scheibenbremsen']);
    expect(matchesOf('schule ')).toEqual(['schule', 'schulhaus']);
    expect(matchesOf('bremsscheibe ')).toEqual(['bremsscheibe']);
    // The completions of an unfinished word are listed too.
    expect(matchesOf('schul')).toEqual(['schule', 'schulhaus']);
  });

  it('meta.search › of very many compounds › lists the nine in most items', async () => {
    const hats = 'abcdefghijklmnopqrst'.split('').map((letter) => `Stroh${letter}hut`);
    const words = ['Hut', 'Stroh', ...'abcdefghijklmnopqrst'.split('').map((letter) => `Stroh${letter}`)];
    const items = [...words, ...hats, ...hats.slice(5, 14).reverse()];
    const many = await build(
      { search: true },
      { compounds: true },
      Object.fromEntries(items.map((text, place) => [`i${place}`, text])),
    );
    const [word] = ask(many, 'hut ').meta.search.words;
    expect(word?.matches).toEqual(['hut', ...hats.slice(5, 14).map((hat) => hat.toLowerCase())]);
  });

  it('an explanation › lists the compounds', () => {
    const { words } = explainRequest(space, '/part', '?filter[_search]=schule%20', '', () => 0);
    expect(words?.[0]?.lists).toContainEqual({
      kind: 'compound',
      size: 1,
      because: 'compounds that have it as a part',
    });
  });

  it('whatever is chosen › has the same answer', () => {
    for (const ways of [{ 'search.page': 'all' }, { 'search.lists': 'sums' }, { 'search.all': 'common' }] as const) {
      const [bremse, both] = [ask(space, 'bremse'), ask(space, 'scheibe bremse')];
      withChoices({ ways }, () => expect([ask(space, 'bremse'), ask(space, 'scheibe bremse')]).toEqual([bremse, both]));
    }
  });

  it('the segment › is intact', () => {
    expect(checkSegment(space.types.get('part')!.segment)).toEqual([]);
  });
});

describe('compounds of other languages and fields', () => {
  it.each([
    ['nl', 'schijf', { own: 'Een schijf', other: 'Rem', compound: 'Schijfrem' }],
    ['da', 'vin', { own: 'Vin', other: 'Rød', compound: 'Sommervin', third: 'En sommer' }],
    ['no', 'hytte', { own: 'En hytte', other: 'Sommer', compound: 'Sommerhytte' }],
    ['sv', 'kyrka', { own: 'En kyrka', other: 'Tornet', compound: 'Kyrkotornet' }],
    // The stem of the compound is no beginning of it: `kerkbrod`.
    ['nl', 'kerk', { own: 'De kerk', other: 'Brood', compound: 'Kerkbrood' }],
  ])('%s › %s finds its compound, and meta.search lists it', async (language, text, items) => {
    const other = await build({ search: true }, { compounds: true }, items, language);
    expect(idsOf(other, `${text} `)).toEqual(['own', 'compound']);
    const [word] = ask(other, `${text} `).meta.search.words;
    expect(word?.matches).toEqual([text, items.compound.toLowerCase()]);
  });

  it('a field without stems › finds words as they are written', async () => {
    const items = { own: 'Bremse', other: 'Scheibe', compound: 'Scheibenbremse', plural: 'Scheibenbremsen' };
    const unstemmed = await build({ search: { stems: false } }, { compounds: true }, items);
    expect(idsOf(unstemmed, 'bremse ')).toEqual(['own', 'compound']);
    expect(ask(unstemmed, 'bremse ').meta.search.words).toEqual([
      { word: 'bremse', matches: ['bremse', 'scheibenbremse'] },
    ]);
  });

  it('without the option › compounds are other words', async () => {
    expect(idsOf(await build({ search: true }, {}, german), 'schule ')).toEqual(['learn']);
  });
});

describe('the table of docs/content.md', () => {
  it('each search › finds the items in the order of its row', async () => {
    const section = readPage('docs/content.md').split('### Compounds')[1] ?? '';
    const [introduction = ''] = section.split('| search |');
    const titles = [...introduction.split('titles')[1]!.matchAll(/\*([^*]+)\*/g)].map(([, title = '']) => title);
    const documented = await build(
      { search: true },
      { compounds: true },
      Object.fromEntries(titles.map((title) => [title, title])),
    );
    const rows = [...section.matchAll(/^\| `(\w+)` \| (.+) \|$/gm)];
    expect(rows.length).toBeGreaterThan(2);
    for (const [, text = '', found = ''] of rows)
      expect(idsOf(documented, text), text).toEqual([...found.matchAll(/\*([^*]+)\*/g)].map(([, title]) => title));
  });
});

describe('an incremental build', () => {
  it('another type changed › has the same snapshot as a full build', async () => {
    const folder = newFolder();
    const write = (note: string, title: string): string => {
      const fields = [{ name: 'title', type: 'text', search: true }];
      return writeFiles(join(newFolder(), 'export'), {
        'model.json': modelOf({ part: fields, note: fields }, { language: 'de', search: { compounds: true } }),
        'part.ndjson': [...Object.values(german), title].map((text, place) => ({ id: `p${place}`, title: text })),
        'note.ndjson': [{ id: 'n', title: note }],
      });
    };
    await buildSnapshot(write('Rad', 'Ein Stein'), join(folder, 'kept'), { files: diskFiles, strict: true });
    // A word of another type is no part of a compound, and a new word of the same type is one.
    const exports = [write('Stein', 'Ein Stein'), write('Stein', 'Steinhaus und Stein')];
    for (const [place, input] of exports.entries()) {
      const linked = await buildSnapshot(input, join(folder, 'kept'), { files: diskFiles, strict: true });
      const full = await buildSnapshot(input, join(folder, `full${place}`), { files: diskFiles, strict: true });
      expect(linked.snapshot).toBe(full.snapshot);
    }
    const space = await openCurrent(diskFiles, join(folder, 'kept'));
    expect(idsOf(space, 'haus ')).toContain('p12');
  });
});

describe('random vocabularies', () => {
  it('pairs of parts and compounds › are those of a plain search through all cuts', async () => {
    const syllable = fc.constantFrom('bau', 'holz', 'rad', 'weg', 'stein', 'lamp', 'turm', 'bret', 'ten', 'garten');
    const word = fc
      .array(syllable, { minLength: 1, maxLength: 4 })
      .chain((parts) => fc.constantFrom('', 's', 'n', 'en').map((link) => parts.join(link)));
    await fc.assert(
      fc.asyncProperty(fc.array(word, { minLength: 3, maxLength: 25 }), async (words) => {
        const items = Object.fromEntries(words.map((text, place) => [`i${place}`, text]));
        const random = await build({ search: true }, { compounds: true }, items);
        const index = random.types.get('part')!.segment.search!;
        const stemText = (stem: number): string => Buffer.from(index.tables.stems.at(termId(stem))).toString();
        const pairs = [...index.tables.compoundParts].map(
          (part, place) => `${stemText(part)} ${stemText(index.tables.compounds[place]!)}`,
        );
        expect(pairs.toSorted()).toEqual(naivePairs(words));
      }),
      { seed: 1, numRuns: amount(100, 20) },
    );
  });
});

describe('the option in a language without compounds', () => {
  it('English › the build is refused', async () => {
    await expect(build({ search: true }, { compounds: true }, { a: 'x' }, 'en')).rejects.toThrow(
      /search\.compounds: compounds are found in da, de, nl, no, sv, and these texts have the language en; remove "compounds"/,
    );
  });
});
