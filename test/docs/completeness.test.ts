/**
 * docs/ask and docs/architecture.md against the code: every name that a client can meet is on its
 * page, and the rooms there are those whose imports are checked.
 */

import { beforeAll, describe, expect, it } from 'vitest';
import { REQUEST_ERRORS } from '../../src/content/errors/index.js';
import { FIELD_TYPES, LIMITS, OPERATORS, operatorsOfType } from '../../src/content/model/index.js';
import { BUCKET_TERMS, DEPTH_MAXIMUM } from '../../src/index/termdict/index.js';
import { FORMS } from '../../src/jsonapi/request/heads.js';
import {
  ALLOW,
  COMPLEXITY_HEADER,
  EXPOSED_HEADERS,
  JSON_API,
  NO_STORE,
  SNAPSHOT_HEADER,
} from '../../src/server/http/headers.js';
import { DEFAULT_CACHE_CONTROL } from '../../src/server/options/cache-control.js';
import { HEADER_BYTES_MAXIMUM } from '../../src/server/options/sizes.js';
import { codesIn, codesOfColumn, entriesOf, readPage, tableAt, tablesOf } from '../../testing/pages/markdown.js';
import { WINGS } from '../architecture/rooms.js';
import { ask } from './examples/asking.js';
import { ASK_PAGES, errorExamples, examplesOf } from './examples/examples.js';
import { Servers } from './examples/servers.js';

const pages = ASK_PAGES.map(readPage);
const tables = pages.flatMap(tablesOf);

const sorted = (names: Iterable<string>): string[] => [...names].sort();

describe('docs/ask', () => {
  it('error codes › each has a row with its status', () => {
    const rows = tableAt(tables, 'Errors', 'code').rows.map(([code = '', status = '']) => [codesIn(code)[0], status]);
    expect(rows).toEqual(Object.entries(REQUEST_ERRORS).map(([code, status]) => [code, String(status)]));
  });

  it('field types › each has a row with its JSON form', () => {
    const table = tableAt(tables, 'Fields and values', 'model type');
    expect(sorted(codesOfColumn(table, 0))).toEqual(sorted(FIELD_TYPES));
  });

  it('operators › each is listed with the types that accept it', () => {
    const { rows } = tableAt(tables, 'Operators', 'operator');
    expect(sorted(rows.flatMap(([names = '']) => codesIn(names)))).toEqual(sorted(OPERATORS));
    for (const [names = '', , types = ''] of rows) {
      for (const operator of codesIn(names)) {
        const taking = FIELD_TYPES.filter((type) => operatorsOfType(type).some((taken) => taken === operator));
        expect(sorted(codesIn(types)), operator).toEqual(sorted(taking));
      }
    }
  });

  it('values › every filterable type has a row with its notation', () => {
    const named = codesOfColumn(tableAt(tables, 'Values', 'type'), 0);
    for (const type of FIELD_TYPES) if (operatorsOfType(type).length > 0) expect(named).toContain(type);
  });

  it('parameters › each form is in the table', () => {
    const forms = codesOfColumn(tableAt(tables, 'Parameters', 'parameter'), 0);
    expect(forms).toEqual(expect.arrayContaining(Object.values(FORMS)));
    expect(new Set(forms.map((form) => /^\w+/.exec(form)?.[0]))).toEqual(new Set(Object.keys(FORMS)));
  });

  it('limits › each is in the table with its value', () => {
    const expected: Readonly<Record<keyof typeof LIMITS, readonly [label: string, value: number]>> = {
      pageLimitMaximum: ['`page[limit]` of a list of items', LIMITS.pageLimitMaximum],
      pageLimitDefault: ['`page[limit]` if it is not set', LIMITS.pageLimitDefault],
      relationshipLimitMaximum: [
        '`page[<relationship>][limit]`, and `page[limit]` of a linkage endpoint',
        LIMITS.relationshipLimitMaximum,
      ],
      relationshipLimitDefault: [
        'related items that a to-many relationship shows, if no limit is set',
        LIMITS.relationshipLimitDefault,
      ],
      includeDepth: ['steps in one path of `include`', LIMITS.includeDepth],
      hops: ['relationships in one path to a field; sort keys that follow relationships', LIMITS.hops],
      filterDepth: ['levels of nested groups', LIMITS.filterDepth],
      filterConditions: ['filter conditions', LIMITS.filterConditions],
      filterListValues: ['values of one `_in` or `_nin`', LIMITS.filterListValues],
      searchWords: ['words of `filter[_search]`', LIMITS.searchWords],
      suggestText: ['characters of `q` in `/_suggest`', LIMITS.suggestText],
      facets: ['facets of one request', LIMITS.facets],
      facetValues: ['values that `_facet[<field>]` shows', LIMITS.facetValues],
      facetRanges: ['numbers of one `_facet[<field>][ranges]`', LIMITS.facetRanges],
      statistics: ['fields of one `_stats`', LIMITS.statistics],
      complexityMaximum: ['complexity', LIMITS.complexityMaximum],
      targetBytes: ['bytes of path and query', LIMITS.targetBytes],
    };
    const table = tableAt(tables, 'Limits', 'limit');
    const values = entriesOf(table);
    for (const [label, value] of Object.values(expected)) expect(values.get(label), label).toBe(String(value));
    expect(values.get('bytes of request line and headers')).toBe(String(HEADER_BYTES_MAXIMUM));
    expect(Object.keys(REQUEST_ERRORS)).toEqual(expect.arrayContaining(codesOfColumn(table, 2)));
  });

  describe('headers', () => {
    const named = codesOfColumn(tableAt(tables, 'Headers', 'header'), 0);
    const servers = new Servers();
    const found = new Set<string>();
    beforeAll(async () => {
      for (const example of [...pages.flatMap(examplesOf), ...errorExamples()]) {
        for (const name of Object.keys((await ask(servers, example)).headers)) found.add(name);
      }
      await servers.stop();
    });

    it('headers of the example answers › are in the table, and no others', () => {
      // A connection that stays open says so in a header that the examples, which close it, do not see.
      expect(sorted(named.map((name) => name.toLowerCase()))).toEqual(sorted([...found, 'keep-alive']));
    });

    it('headers exposed to and allowed for scripts › are named', () => {
      expect(named).toEqual(expect.arrayContaining([COMPLEXITY_HEADER, SNAPSHOT_HEADER, ...EXPOSED_HEADERS]));
      for (const value of [ALLOW, JSON_API, NO_STORE, DEFAULT_CACHE_CONTROL])
        expect(pages.join()).toContain(`\`${value}\``);
    });
  });
});

describe('docs/format.md', () => {
  it('sizes of the substring tree › equal the constants in the code', () => {
    const words = readPage('docs/format.md').replace(/\s+/g, ' ');
    expect(words).toContain(`With ${BUCKET_TERMS} terms or fewer it has no nodes`);
    expect(words).toContain(`that more than ${BUCKET_TERMS} terms contain`);
    expect(words).toContain(`It has at most ${BUCKET_TERMS} terms, except`);
    expect(words).toContain(`Below a string of ${DEPTH_MAXIMUM} bytes`);
    expect(readPage('docs/structures.md')).toContain(`nothing up to ${BUCKET_TERMS} values`);
  });
});

describe('docs/architecture.md', () => {
  const tables = tablesOf(readPage('docs/architecture.md'));

  it('wings › the table is that of the import test, each with a question', () => {
    const { rows } = tableAt(tables, 'Folders', 'folder');
    const known = rows.map(([wing = '', , knows = '']) => {
      const name = codesIn(wing)[0] ?? '';
      const named = codesIn(knows);
      const others = Object.keys(WINGS).filter((other) => other !== name && !named.includes(other));
      return [name, sorted(knows.startsWith('all but') ? others : named)];
    });
    expect(known).toEqual(Object.entries(WINGS).map(([wing, below]) => [wing, sorted(below)]));
    for (const [wing, question] of rows) expect(question, wing).toMatch(/\?/);
  });
});
