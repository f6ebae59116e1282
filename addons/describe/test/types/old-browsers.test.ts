/**
 * The client compiles in projects for older browsers, whose compiler checks declaration files and knows no newer library.
 */
import { expect, it } from 'vitest';
import { temporaryFolders } from '../../../../testing/folder.js';
import { openBookshop } from '../../../../testing/samples/bookshop.js';
import { compiled } from './compiled.js';

const newFolder = temporaryFolders();

const PAGE = `
import { ConnectionError, connect } from 'stele/client';
import type { Content } from './content.js';

const books = connect<Content>('https://shop.example/delivery/jsonapi').type('book');
export const reason = books.get('turf').then((turf) => turf?.item.title, (error) => error instanceof ConnectionError && error.status);
`;

it('stele/client with lib es2020, without skipLibCheck and the types of Node › compiles', async () => {
  const { model } = await openBookshop();
  const options = { target: 'es2020', lib: ['es2020', 'dom'], skipLibCheck: false, types: [] };
  expect(compiled(newFolder(), model, { 'page.ts': PAGE }, undefined, options)).toBe('');
});
