/**
 * docs/api.md and docs/architecture.md against the code: what a client can meet is enumerated here and must be on its
 * page, and the rooms there are those whose imports are checked.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { REQUEST_ERRORS } from '../../src/errors/index.js';
import { FORMS } from '../../src/jsonapi/request/parameter-forms.js';
import { FIELD_TYPES, LIMITS, OPERATORS, OPERATORS_BY_TYPE } from '../../src/model/index.js';
import { DEFAULT_CACHE_CONTROL } from '../../src/server/index.js';
import { HEADER_BYTES_MAXIMUM } from '../../src/server/options.js';
import {
  ALLOW,
  COMPLEXITY_HEADER,
  EXPOSED_HEADERS,
  JSON_API,
  NO_STORE,
  SNAPSHOT_HEADER,
} from '../../src/server/wire/headers.js';
import { BUCKET_TERMS, DEPTH_MAXIMUM } from '../../src/termdict/index.js';
import { ROOMS } from '../architecture/rooms.js';
import { ask } from './examples/asking.js';
import { examplesOf } from './examples/examples.js';
import { Servers } from './examples/servers.js';
import { codesIn, codesOfColumn, entriesOf, ROOT, readPage, tableAt, tablesOf } from './markdown.js';

const page = readPage('docs/api.md');
const tables = tablesOf(page);

const sorted = (names: Iterable<string>): string[] => [...names].sort();

describe('docs/api.md', () => {
  it('error codes › each has a row with its status, and an example', () => {
    const rows = tableAt(tables, 'Errors', 'code').rows.map(([code = '', status = '']) => [codesIn(code)[0], status]);
    expect(rows).toEqual(Object.entries(REQUEST_ERRORS).map(([code, { status }]) => [code, String(status)]));
    const shown = examplesOf(page)
      .map(({ body = '' }) => body)
      .join('\n');
    for (const code of Object.keys(REQUEST_ERRORS)) expect(shown).toContain(`"code": "${code}"`);
  });

  it('field types › each has a row of what it is delivered as', () => {
    const table = tableAt(tables, 'Fields and values', 'model type');
    expect(sorted(codesOfColumn(table, 0))).toEqual(sorted(FIELD_TYPES));
  });

  it('operators › the matrix is that of the model', () => {
    const { head, rows } = tableAt(tables, 'Operators', 'type');
    expect(rows.map(([type = '']) => codesIn(type)[0]).sort()).toEqual(sorted(FIELD_TYPES));
    for (const type of FIELD_TYPES) {
      const row = rows.find(([cell = '']) => codesIn(cell)[0] === type) ?? [];
      const taken = head.flatMap((operators, column) => (column > 0 && row[column] !== '' ? codesIn(operators) : []));
      expect(sorted(taken), type).toEqual(sorted(OPERATORS_BY_TYPE[type]));
    }
    expect(sorted(codesOfColumn(tableAt(tables, 'Operators', 'operator'), 0))).toEqual(sorted(OPERATORS));
  });

  it('values › every type that can be filtered says how they are written', () => {
    const named = codesOfColumn(tableAt(tables, 'Values', 'type'), 0);
    for (const type of FIELD_TYPES) if (OPERATORS_BY_TYPE[type].length > 0) expect(named).toContain(type);
  });

  it('parameters › each form is in the table', () => {
    const forms = codesOfColumn(tableAt(tables, 'Requests', 'parameter'), 0);
    expect(forms).toEqual(expect.arrayContaining(Object.values(FORMS)));
    expect(new Set(forms.map((form) => /^\w+/.exec(form)?.[0]))).toEqual(new Set(Object.keys(FORMS)));
  });

  it('limits › each is in the table with its value', () => {
    const expected: Readonly<Record<keyof typeof LIMITS, readonly [label: string, value: number]>> = {
      pageLimitMaximum: ['`page[limit]` of a list of items', LIMITS.pageLimitMaximum],
      pageLimitDefault: ['`page[limit]` where not given', LIMITS.pageLimitDefault],
      relationshipLimitMaximum: [
        '`page[<relationship>][limit]`, and `page[limit]` of a linkage endpoint',
        LIMITS.relationshipLimitMaximum,
      ],
      relationshipLimitDefault: [
        'items a to-many relationship shows where not capped',
        LIMITS.relationshipLimitDefault,
      ],
      includeDepth: ['steps in one path of `include`', LIMITS.includeDepth],
      filterDepth: ['groups inside each other', LIMITS.filterDepth],
      filterConditions: ['filter conditions', LIMITS.filterConditions],
      filterListValues: ['values of one `_in` or `_nin`', LIMITS.filterListValues],
      searchWords: ['words of `filter[_search]`', LIMITS.searchWords],
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
      for (const example of examplesOf(page)) {
        for (const name of Object.keys((await ask(servers, example)).headers)) found.add(name);
      }
      await servers.stop();
    });

    it('whatever the answers to the examples carry › is in the table, and nothing else', () => {
      // A connection that stays open says so in a header that the examples, which close it, do not see.
      expect(sorted(named.map((name) => name.toLowerCase()))).toEqual(sorted([...found, 'keep-alive']));
    });

    it('what scripts may read, and what is allowed › are named', () => {
      expect(named).toEqual(expect.arrayContaining([COMPLEXITY_HEADER, SNAPSHOT_HEADER, ...EXPOSED_HEADERS]));
      for (const value of [ALLOW, JSON_API, NO_STORE, DEFAULT_CACHE_CONTROL]) expect(page).toContain(`\`${value}\``);
    });
  });
});

describe('docs/format.md', () => {
  it('sizes of the tree of substrings › are those of the code', () => {
    const words = readPage('docs/format.md').replace(/\s+/g, ' ');
    expect(words).toContain(`With ${BUCKET_TERMS} terms or fewer it has no nodes`);
    expect(words).toContain(`that more than ${BUCKET_TERMS} terms contain`);
    expect(words).toContain(`It has at most ${BUCKET_TERMS} terms, but where a string of ${DEPTH_MAXIMUM} bytes`);
    expect(readPage('docs/architecture.md')).toContain(`nothing up to ${BUCKET_TERMS} values`);
  });
});

describe('docs/architecture.md', () => {
  it('rooms › the table is that of the import test, each with a question', () => {
    const { rows } = tableAt(tablesOf(readPage('docs/architecture.md')), 'Rooms', 'room');
    const described = rows.map(([room = '', , imports = '']) => [codesIn(room)[0], sorted(codesIn(imports))]);
    expect(described).toEqual(Object.entries(ROOMS).map(([room, imports]) => [room, sorted(imports)]));
    for (const [room, question] of rows) expect(question, room).toMatch(/\?|↔|→/);
  });

  it('folders within rooms › stand in a table, each with a question', () => {
    const { rows } = tableAt(tablesOf(readPage('docs/architecture.md')), 'Rooms', 'folder');
    const folders = ['src', 'build'].flatMap((root) =>
      readdirSync(join(ROOT, root), { recursive: true, encoding: 'utf8' }).flatMap((path) => {
        const [room, folder, file] = path.split('/');
        return folder !== undefined && file !== undefined ? [`${root}/${room}/${folder}`] : [];
      }),
    );
    expect(sorted(rows.map(([folder = '']) => codesIn(folder)[0] ?? ''))).toEqual(sorted([...new Set(folders)]));
    for (const [folder, question] of rows) expect(question, folder).toMatch(/\?/);
  });
});
