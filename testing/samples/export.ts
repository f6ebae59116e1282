/**
 * Writes small exports that a test defines.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** @param files name → lines or, for model.json, any value */
export function writeFiles(folder: string, files: Readonly<Record<string, unknown>>): string {
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    const text = Array.isArray(content)
      ? content.map((line) => `${JSON.stringify(line)}\n`).join('')
      : typeof content === 'string'
        ? content
        : JSON.stringify(content);
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** Two types that link to each other, a few items. */
export const shelf = {
  'model.json': {
    space: 'shelf',
    contentTypes: [
      {
        name: 'book',
        fields: [
          { name: 'title', type: 'text' },
          { name: 'price', type: 'decimal', precision: 2 },
          { name: 'author', type: 'relationship', to: 'author', many: false },
        ],
      },
      {
        name: 'author',
        fields: [
          { name: 'name', type: 'text' },
          { name: 'books', type: 'relationship', to: 'book', many: true },
        ],
      },
    ],
  },
  'book.ndjson': [
    { id: 'b1', title: 'Stone', price: '9.50', author: 'a1' },
    { id: 'b2', title: 'Chisel', price: '12.00', author: 'a1' },
    { id: 'b3', title: 'Dust', author: null },
  ],
  'author.ndjson': [{ id: 'a1', name: 'Mason', books: ['b2', 'b1'] }],
};
