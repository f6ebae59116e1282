/**
 * Files of `stele init --with`: a client program of the content; for a site, with a page for each book.
 */

const SCRIPT_CLIENT = `import { connect } from 'stele/client';

/** @type {import('stele/client').Space<import('./content.js').Content>} */
const space = connect(process.env.STELE_URL ?? 'http://127.0.0.1:8080/delivery/jsonapi');

const { items, total } = await space.type('book').find({
  filter: { genre: { _eq: 'Fiction' } },
  sort: ['title'],
  include: ['author'],
  fields: { book: ['title', 'author'], author: ['name'] },
});
for (const { title, author } of items) console.log(\`\${title} by \${author?.name}\`);
console.log(\`\${total} in all\`);
`;

/** @param content path of the content's types, relative to the module. @returns the text of a module that reads books */
const booksModule = (content: string): string => `import { connect } from 'stele/client';
import type { Content } from '${content}';

const space = connect<Content>(process.env.STELE_URL ?? 'http://127.0.0.1:8080/delivery/jsonapi');
const books = space.withDates('book.published').type('book');

/** The newest book is first. */
export async function allBooks() {
  const all = [];
  for await (const book of books.each({ sort: ['-published'] })) all.push(book);
  return all;
}

export async function bookAt(id: string) {
  return (await books.get(id, { include: ['author'] }))?.item;
}
`;

const ASTRO_LIST = `---
import { allBooks } from "../books";

const books = await allBooks();
---
<html lang="en">
  <head><meta charset="utf-8" /><title>Books</title></head>
  <body>
    <h1>Books</h1>
    <ul>{books.map(({ id, title }) => <li><a href={\`/book/\${encodeURI(id)}/\`}>{title}</a></li>)}</ul>
  </body>
</html>
`;

const ASTRO_BOOK = `---
import { allBooks, bookAt } from "../../books";

export async function getStaticPaths() {
  return (await allBooks()).map(({ id }) => ({ params: { id }, props: { id } }));
}
const book = await bookAt(Astro.props.id);
---
<html lang="en">
  <head><meta charset="utf-8" /><title>{book?.title}</title></head>
  <body>
    <h1>{book?.title}</h1>
    <p>{book?.author?.name}, {book?.published?.getUTCFullYear()}</p>
    <p>{book?.summary}</p>
  </body>
</html>
`;

const NEXT_LAYOUT = `import type { ReactNode } from 'react';

export default function Layout({ children }: { children: ReactNode }) {
  return <html lang="en"><body>{children}</body></html>;
}
`;

const NEXT_LIST = `import { allBooks } from "./books";

export const metadata = { title: 'Books' };

export default async function List() {
  return (
    <main>
      <h1>Books</h1>
      <ul>
        {(await allBooks()).map(({ id, title }) => <li key={id}><a href={\`/book/\${encodeURI(id)}\`}>{title}</a></li>)}
      </ul>
    </main>
  );
}
`;

const NEXT_BOOK = `import { notFound } from 'next/navigation';
import { allBooks, bookAt } from "../../books";

/** An id may contain a slash: it is then several parts of the path. */
export async function generateStaticParams() {
  return (await allBooks()).map(({ id }) => ({ id: id.split('/') }));
}

export default async function Page({ params }: { params: Promise<{ id: string[] }> }) {
  const { id } = await params;
  const book = (await bookAt(id.map(decodeURIComponent).join('/'))) ?? notFound();
  return (
    <main>
      <h1>{book.title}</h1>
      <p>{book.author?.name}, {book.published?.getUTCFullYear()}</p>
      <p>{book.summary}</p>
    </main>
  );
}
`;

/** Additions of a client to the project. */
export interface ClientProject {
  readonly files: readonly (readonly [name: string, text: string])[];
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  /** Files and folders that git ignores. */
  readonly ignoredPaths: readonly string[];
}

const tsconfigText = (overrides: object): string =>
  `${JSON.stringify({ ...overrides, compilerOptions: { strict: true } }, undefined, 2)}\n`;

export const CLIENTS = {
  script: { files: [['ask.mjs', SCRIPT_CLIENT]], scripts: { ask: 'node ask.mjs' }, dependencies: {}, ignoredPaths: [] },
  astro: {
    files: [
      ['src/books.ts', booksModule('../content.js')],
      ['src/pages/index.astro', ASTRO_LIST],
      ['src/pages/book/[...id].astro', ASTRO_BOOK],
      ['tsconfig.json', tsconfigText({ extends: 'astro/tsconfigs/base' })],
    ],
    scripts: { site: 'astro build', 'site:dev': 'astro dev' },
    dependencies: { astro: '^5.18.0' },
    ignoredPaths: ['.astro', 'dist'],
  },
  next: {
    files: [
      ['app/books.ts', booksModule('../content.js')],
      ['app/layout.tsx', NEXT_LAYOUT],
      ['app/page.tsx', NEXT_LIST],
      ['app/book/[...id]/page.tsx', NEXT_BOOK],
      ['next.config.mjs', "export default { output: 'export' };\n"],
      ['tsconfig.json', tsconfigText({})],
    ],
    scripts: { site: 'next build', 'site:dev': 'next dev' },
    dependencies: {
      '@types/node': '^20.19.0',
      '@types/react': '^19.0.0',
      next: '^16.0.0',
      react: '^19.0.0',
      'react-dom': '^19.0.0',
      typescript: '^5.9.0',
    },
    ignoredPaths: ['.next', 'next-env.d.ts', 'out'],
  },
} as const satisfies Readonly<Record<string, ClientProject>>;

export type ClientName = keyof typeof CLIENTS;
