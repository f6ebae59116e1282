/**
 * A small export with every field type, in three states: a night, the night before, and a much earlier one.
 */
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

export type Night = 'long before' | 'before' | 'after';

const titles: Readonly<Record<Night, string>> = { 'long before': 'Sand', before: 'Salt', after: 'Salt and Light' };

const model = {
  space: 'soak',
  contentTypes: [
    {
      name: 'work',
      fields: [
        { name: 'title', type: 'text' },
        { name: 'summary', type: 'textMultiline' },
        { name: 'body', type: 'markdown' },
        { name: 'kind', type: 'select', options: ['novel', 'poem'] },
        { name: 'pages', type: 'integer' },
        { name: 'price', type: 'decimal', precision: 2 },
        { name: 'weight', type: 'decimal', precision: 20 },
        { name: 'inPrint', type: 'boolean' },
        { name: 'printed', type: 'dateTime', format: 'date' },
        { name: 'stocked', type: 'dateTime' },
        { name: 'cover', type: 'image' },
        { name: 'makers', type: 'relationship', to: 'maker', many: true },
        { name: 'about', type: 'relationship', to: ['maker', 'work'], many: false },
      ],
    },
    {
      name: 'maker',
      fields: [
        { name: 'name', type: 'text' },
        { name: 'works', type: 'relationship', to: 'work', many: true },
      ],
    },
    { name: 'note', fields: [{ name: 'text', type: 'text' }] },
  ],
};

const works = (night: Night) => [
  {
    id: 'salt',
    title: titles[night],
    summary: 'One line.\nAnother.',
    body: '# Salt\n',
    kind: 'novel',
    pages: 320,
    price: '19.90',
    weight: '0.12345678901234567891',
    inPrint: true,
    printed: '2019-10-12',
    stocked: '2024-03-01T10:00:00+0200',
    cover: { url: '/salt.png', width: 10, height: 20 },
    makers: ['mara', 'ole'],
    about: { type: 'maker', id: 'mara' },
  },
  { id: 'stone', title: 'Stöne 😀', kind: 'poem', pages: -1, inPrint: false, about: { type: 'work', id: 'salt' } },
  { id: 'empty' },
  ...(night !== 'after' ? [] : [{ id: 'new', title: 'New', makers: ['mara'] }]),
];

const makers = [
  { id: 'mara', name: 'Mara Mason', works: ['stone', 'salt'] },
  { id: 'ole', name: 'Ole' },
];

const lines = (items: readonly object[]): Uint8Array =>
  Buffer.from(items.map((item) => `${JSON.stringify(item)}\n`).join(''));

/** @returns path → bytes of the export's files, below `folder` */
export const exportFiles = (folder: string, night: Night): ReadonlyMap<string, Uint8Array> =>
  new Map([
    [join(folder, 'model.json'), Buffer.from(JSON.stringify(model))],
    [join(folder, 'work.ndjson'), lines(works(night))],
    [join(folder, 'maker.ndjson.gz'), gzipSync(lines(makers))],
    [join(folder, 'note.ndjson'), lines([{ id: 'n', text: 'the same every night' }])],
  ]);
