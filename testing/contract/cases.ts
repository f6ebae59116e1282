/**
 * The contract as a table: requests to a sample export (export) and their answers, worked out by hand.
 *
 * Every backend must give these answers. Lists must have exactly the listed elements; objects may have more members.
 */

export interface ContractCase {
  readonly name: string;
  /** Path and query below the delivery root. */
  readonly target: string;
  readonly status: number;
  readonly document: Readonly<Record<string, unknown>>;
}

const listed = (name: string, target: string, ids: readonly string[], total = ids.length): ContractCase => ({
  name,
  target,
  status: 200,
  document: { data: ids.map((id) => ({ id })), meta: { total } },
});

const answered = (name: string, target: string, document: ContractCase['document']): ContractCase => ({
  name,
  target,
  status: 200,
  document,
});

const refused = (name: string, target: string, code: string, parameter: string): ContractCase => ({
  name,
  target,
  status: 400,
  document: { errors: [{ code, source: { parameter } }] },
});

const missing = (name: string, target: string, code: string): ContractCase => ({
  name,
  target,
  status: 404,
  document: { errors: [{ code }] },
});

const LISTS: readonly ContractCase[] = [
  listed('a list › has the order of the export', '/book', ['salt', 'light', 'stone', 'dust']),
  listed('_eq › is exact', '/book?filter[title][_eq]=Salt', ['salt']),
  listed('_neq › leaves out items without a value', '/book?filter[kind][_neq]=poem', ['salt']),
  listed('_in › takes several values', '/book?filter[id][_in]=dust,salt', ['salt', 'dust']),
  listed('_exists=false › selects items without a value', '/book?filter[pages][_exists]=false', ['dust']),
  listed('_ieq › folds case', '/book?filter[title][_ieq]=SALT', ['salt']),
  listed('_contains › finds parts', '/book?filter[title][_contains]=St', ['stone']),
  listed('_endsWith › finds ends', '/book?filter[title][_endsWith]=Light', ['light']),
  listed('_gt and _lte › enclose numbers', '/book?filter[pages][_gt]=-1&filter[pages][_lte]=320', ['salt', 'light']),
  listed('_lt › compares decimals by value', '/book?filter[price][_lt]=12', ['light']),
  listed('_gte › compares dates', '/book?filter[published][_gte]=2020-01-01', ['light']),
  listed('_eq of a boolean › leaves out items without a value', '/book?filter[inPrint][_eq]=false', ['light']),
  listed('_eq of a list › holds of one of its values', '/book?filter[tags][_eq]=night', ['salt']),
  listed('_near › includes its border', '/book?filter[printedAt][_near]=53.5,8.1,0', ['salt']),
  listed('_within › includes its borders', '/book?filter[printedAt][_within]=8.1,53,8.2,54', ['salt', 'light']),
  listed('_OR › holds of one alternative', '/book?filter[_OR][0][id][_eq]=dust&filter[_OR][1][kind][_eq]=novel', [
    'salt',
    'dust',
  ]),
  listed('_NOT › selects items without a value too', '/book?filter[_NOT][0][kind][_eq]=poem', ['salt', 'dust']),
  listed('a filter behind a relationship › asks the related item', '/book?filter[author][name][_startsWith]=Mara', [
    'salt',
    'stone',
  ]),
  listed(
    'two filters behind one relationship › hold of the same item',
    '/book?filter[parts][kind][_eq]=poem&filter[parts][pages][_lt]=0',
    ['salt'],
  ),
  listed(
    'two filters behind one relationship › do not hold of two items',
    '/book?filter[parts][pages][_lt]=0&filter[parts][inPrint][_exists]=true',
    [],
  ),
  listed('a filter two relationships deep › follows both', '/author?filter[books][parts][pages][_lt]=0', ['mara']),
  listed('_nin of links › demands a link, and none of these', '/book?filter[author][id][_nin]=ole', ['salt', 'stone']),
  listed('a descending sort › puts items without a value last', '/book?sort=-pages', [
    'salt',
    'light',
    'stone',
    'dust',
  ]),
  listed('an ascending sort › puts items without a value last', '/book?sort=price', ['light', 'stone', 'salt', 'dust']),
  listed('a sort behind a relationship › keeps ties in the order of the export', '/book?sort=-author.name', [
    'light',
    'salt',
    'stone',
    'dust',
  ]),
  listed('a sort by distance › puts items without a place last', '/book?sort=printedAt.distance(53.5,8.2)', [
    'light',
    'salt',
    'stone',
    'dust',
  ]),
  listed('a page › has the total of the list', '/book?sort=-pages&page[limit]=2&page[skip]=1', ['light', 'stone'], 4),
  listed('a page of no items › has the total', '/book?page[limit]=0', [], 4),
  listed('a related list › has the order of the links', '/author/mara/books', ['stone', 'salt']),
  listed('another locale › falls back', '/book?localeCode=de&filter[title][_startsWith]=Sal', ['salt', 'light']),
  listed('a search › ranks the closer match first', '/book?filter[_search]=salt', ['salt', 'light']),
];

const DOCUMENTS: readonly ContractCase[] = [
  answered('an item › has every value as the export wrote it', '/book/salt', {
    data: {
      type: 'book',
      id: 'salt',
      attributes: {
        title: 'Salt',
        pages: 320,
        price: '19.90',
        kind: 'novel',
        inPrint: true,
        published: '2019-10-12',
        tags: ['sea', 'night'],
        printedAt: { latitude: 53.5, longitude: 8.1 },
      },
      relationships: {
        author: { data: { type: 'author', id: 'mara' } },
        parts: { data: [{ id: 'light' }, { id: 'stone' }], meta: { total: 2 } },
      },
      meta: { locales: ['en', 'de'] },
    },
  }),
  answered('an item without values › shows null', '/book/dust', {
    data: { attributes: { title: 'Dust', pages: null, tags: null }, relationships: { author: { data: null } } },
  }),
  answered('an item in another locale › has its values', '/book/dust?localeCode=de', {
    data: { attributes: { title: 'Staub' } },
  }),
  answered('chosen fields › are all that is shown', '/book?fields[book]=pages&page[limit]=1', {
    data: [{ id: 'salt', attributes: { pages: 320 } }],
  }),
  answered('an include › brings each related item once', '/book?include=author', {
    included: [
      { type: 'author', id: 'mara' },
      { type: 'author', id: 'ole' },
    ],
  }),
  answered('a cap of a relationship › cuts its links, not their total', '/book/salt?page[parts][limit]=1', {
    data: { relationships: { parts: { data: [{ id: 'light' }], meta: { total: 2 } } } },
  }),
  answered('a related item › is one resource', '/book/light/author', { data: { type: 'author', id: 'ole' } }),
  answered('a related item that is none › is null', '/book/dust/author', { data: null }),
  answered('facets › count values, the most frequent first', '/book?_facet[kind]=5&_facet[tags]=5&page[limit]=0', {
    meta: {
      facets: {
        kind: {
          values: [
            { value: 'poem', count: 2 },
            { value: 'novel', count: 1 },
          ],
          missing: 1,
        },
        tags: {
          values: [
            { value: 'sea', count: 2 },
            { value: 'night', count: 1 },
          ],
          missing: 2,
        },
      },
    },
  }),
  answered('a facet behind a relationship › counts items', '/book?_facet[author.name]=1&page[limit]=0', {
    meta: { facets: { 'author.name': { values: [{ value: 'Mara Mason', count: 2 }], total: 2, missing: 1 } } },
  }),
  answered('statistics › are exact', '/book?_stats=pages,price&page[limit]=0', {
    meta: {
      stats: {
        pages: { count: 3, missing: 1, min: -1, max: 320, sum: '439' },
        price: { count: 3, missing: 1, min: '9.50', max: '19.90', sum: '41.40', mean: '13.80' },
      },
    },
  }),
  answered('a search of all types › lists items of several', '/_search?filter[_search]=mason', {
    data: [{ type: 'author', id: 'mara' }],
    meta: { total: 1 },
  }),
];

const REFUSALS: readonly ContractCase[] = [
  refused('an unknown field', '/book?filter[nope][_eq]=1', 'UnknownField', 'filter[nope][_eq]'),
  refused('an operator of another type', '/book?filter[inPrint][_gt]=a', 'UnsupportedOperator', 'filter[inPrint][_gt]'),
  refused('a value of another type', '/book?filter[pages][_gt]=x', 'InvalidValue', 'filter[pages][_gt]'),
  refused('an unknown sort', '/book?sort=nope', 'UnknownField', 'sort'),
  refused('an unknown include', '/book?include=nope', 'UnknownField', 'include'),
  refused('a page too long', '/book?page[limit]=101', 'InvalidValue', 'page[limit]'),
  missing('an unknown type', '/nope', 'ContentTypeNotFound'),
];

/** Requests that a program asks through the client as well. */
export const CASES: readonly ContractCase[] = [
  ...LISTS,
  ...DOCUMENTS,
  ...REFUSALS.map((refusal) => ({ ...refusal, name: `${refusal.name} › is refused` })),
];

/** Requests that only a URL can express: linkage, suggestions, missing things, names that no query object has. */
export const ADDRESS_CASES: readonly ContractCase[] = [
  listed('linkage › has identifiers in the order of the links', '/book/salt/relationships/parts', ['light', 'stone']),
  answered('suggestions › are words and titles', '/_suggest?q=sa', {
    meta: {
      suggestions: [
        { text: 'salt', kind: 'word', count: 2 },
        { text: 'Salt', kind: 'title' },
        { text: 'Salt and Light', kind: 'title' },
      ],
    },
  }),
  missing('an unknown item › is not found', '/book/nope', 'ItemNotFound'),
  refused('an unknown parameter › is refused', '/book?wrong=1', 'UnknownParameter', 'wrong'),
];
