/**
 * The export of the contract suite: a press with four books, two authors, and values of every kind.
 *
 * It is small enough to work out each answer in the table (cases) by hand.
 */
export const PRESS = {
  'model.json': {
    space: 'press',
    locales: [
      { code: 'en', default: true },
      { code: 'de', fallback: 'en' },
    ],
    contentTypes: [
      {
        name: 'book',
        fields: [
          { name: 'title', type: 'text', localized: true, fold: true, search: true },
          { name: 'pages', type: 'integer' },
          { name: 'price', type: 'decimal', precision: 2 },
          { name: 'kind', type: 'select', options: ['novel', 'poem'] },
          { name: 'inPrint', type: 'boolean' },
          { name: 'published', type: 'dateTime', format: 'date' },
          { name: 'tags', type: 'text', many: true },
          { name: 'printedAt', type: 'location' },
          { name: 'author', type: 'relationship', to: 'author', many: false },
          { name: 'parts', type: 'relationship', to: 'book', many: true },
        ],
      },
      {
        name: 'author',
        fields: [
          { name: 'name', type: 'text', search: true },
          { name: 'books', type: 'relationship', to: 'book', many: true },
        ],
      },
    ],
  },
  'book.ndjson': [
    {
      id: 'salt',
      title: { en: 'Salt', de: 'Salz' },
      pages: 320,
      price: '19.90',
      kind: 'novel',
      inPrint: true,
      published: '2019-10-12',
      tags: ['sea', 'night'],
      printedAt: { latitude: 53.5, longitude: 8.1 },
      author: 'mara',
      parts: ['light', 'stone'],
    },
    {
      id: 'light',
      title: { en: 'Salt and Light' },
      pages: 120,
      price: '9.50',
      kind: 'poem',
      inPrint: false,
      published: '2020-01-01',
      tags: ['sea'],
      printedAt: { latitude: 53.5, longitude: 8.2 },
      author: 'ole',
    },
    { id: 'stone', title: { en: 'Stone' }, pages: -1, price: '12.00', kind: 'poem', author: 'mara' },
    { id: 'dust', title: { en: 'Dust', de: 'Staub' } },
  ],
  'author.ndjson': [
    { id: 'mara', name: 'Mara Mason', books: ['stone', 'salt'] },
    { id: 'ole', name: 'Ole Olsen', books: ['light'] },
  ],
};
