/**
 * Where a link leads, and what is told of one that leads nowhere, to several items, or twice to the same.
 */
import { beforeEach, describe, expect, it } from 'vitest';
import { LinkResolver } from '../../../build/publish/resolve-links.js';
import { ProblemLog } from '../../../build/read/index.js';
import { contentType, docId, type RelationshipField } from '../../../src/content/model/index.js';

const author: RelationshipField = { name: 'author', type: 'relationship', to: ['author'], many: false };
const about: RelationshipField = { name: 'about', type: 'relationship', to: ['author', 'place'], many: true };
const book = contentType('book', [author, about]);
const known: Readonly<Record<string, readonly string[]>> = { author: ['ann', 'york'], place: ['york', 'rome'] };
const to = (id: string, type?: string) => ({ type, id });

let problems: ProblemLog;
let resolver: LinkResolver;
beforeEach(() => {
  problems = new ProblemLog({ strict: false });
  const space = {
    docOf: (type: string, id: string) => {
      const doc = (known[type] ?? []).indexOf(id);
      return doc < 0 ? undefined : docId(doc);
    },
  };
  resolver = new LinkResolver(space, 'book.ndjson', (doc) => doc + 100, problems);
});

describe('a link', () => {
  it.each([
    ['an id', author, to('york'), { typeIndex: 0, doc: 1 }],
    ['an id that one of several types has', about, to('rome'), { typeIndex: 1, doc: 1 }],
    ['an id that two types have', about, to('york'), undefined],
    ['the same with its type', about, to('york', 'place'), { typeIndex: 1, doc: 0 }],
    ['an id that no type has', about, to('oslo'), undefined],
    ['an id of another type', about, to('rome', 'author'), undefined],
  ] as const)('%s › leads to the one matching item, or is dangling', (_, field, target, resolved) => {
    expect(resolver.resolve(field, target)).toEqual(resolved);
  });

  it('to a missing item › is recorded by relationship, because the item may be added later', () => {
    for (const target of [to('oslo'), to('rome', 'author'), to('york'), to('rome')]) resolver.resolve(about, target);
    resolver.resolve(author, to('bob'));
    expect([...resolver.missing]).toEqual([
      [
        'about',
        [
          [null, 'oslo'],
          ['author', 'rome'],
        ],
      ],
      ['author', [[null, 'bob']]],
    ]);
  });

  it('without a type, with several possible types › marks its relationship, because an added item may make it ambiguous', () => {
    resolver.resolve(author, to('ann'));
    resolver.resolve(about, to('rome', 'place'));
    expect([...resolver.relationshipsWithBareIds]).toEqual([]);
    resolver.resolve(about, to('rome'));
    expect([...resolver.relationshipsWithBareIds]).toEqual(['about']);
  });
});

describe('messages about a link', () => {
  it.each([
    ['nowhere', about, to('oslo'), 'there is no author or place "oslo"; the link is dropped'],
    ['nowhere, with its type', about, to('oslo', 'place'), 'there is no place "oslo"; the link is dropped'],
  ] as const)('to %s › a warning with its line and field', (_, field, target, reason) => {
    resolver.reportDropped(book, field, docId(7), target);
    const place = { severity: 'warning', file: 'book.ndjson', line: 107, field: field.name };
    expect(problems.summary).toEqual({ errors: 0, warnings: 1, problems: [{ ...place, reason, count: 1 }] });
    expect(problems.countOf('danglingLink')).toBe(1);
  });

  it('to two items › an error with the form that distinguishes them', () => {
    resolver.reportDropped(book, about, docId(0), to('york'));
    expect(problems.summary).toMatchObject({ errors: 1, warnings: 0 });
    expect(problems.summary.problems[0]).toMatchObject({
      line: 100,
      field: 'about',
      reason: 'more than one of author, place has an item "york"; write {"type": …, "id": …} to say which',
    });
  });

  it('twice to one item › a warning', () => {
    resolver.reportRepeated(book, about, docId(2), to('rome'));
    expect(problems.summary.problems[0]).toMatchObject({
      line: 102,
      field: 'about',
      reason: 'the item "rome" is linked to twice; it is kept once',
    });
    expect(problems.countOf('repeatedLink')).toBe(1);
  });

  it('in several locales › one message for each item, field and target; without locales › one for each link', () => {
    const locales = ['en', 'de'].map((code) => ({ code, fallback: undefined, language: undefined }));
    const localized = { ...book, locales };
    const inGerman = { ...about, name: 'about@de' };
    for (const field of [about, inGerman]) {
      resolver.reportDropped(localized, field, docId(0), to('oslo'));
      resolver.reportRepeated(localized, field, docId(0), to('rome'));
    }
    const counts = () => [problems.countOf('danglingLink'), problems.countOf('repeatedLink')];
    expect(counts()).toEqual([1, 1]);
    expect(problems.summary.problems.map(({ field }) => field)).toEqual(['about', 'about']);
    resolver.reportDropped(localized, about, docId(1), to('oslo'));
    resolver.reportDropped(localized, about, docId(0), to('bern'));
    resolver.reportDropped(localized, about, docId(0), to('oslo', 'place'));
    expect(counts()).toEqual([4, 1]);
    for (let time = 0; time < 2; time += 1) {
      resolver.reportDropped(book, about, docId(0), to('oslo'));
      resolver.reportRepeated(book, about, docId(0), to('rome'));
    }
    expect(counts()).toEqual([6, 3]);
  });
});
