/**
 * Bundles the explorer into `dist/explorer`: its script, what the script loads when it needs it and an icon, each named by
 * its content and compressed, as the server compresses none of them itself; and the page that names them. In the page
 * stand its styles and the few lines that run before the script, and a place for what the server describes. And the guides.
 *
 * Run by `compile.mjs`. The licences of what it contains lie beside.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { buildSync, libraries, licencesOf, required, root } from '../../bundling.mjs';
import { guidesOf } from './guides.mjs';

const { Marked } = required('marked');
const here = join(root, 'addons', 'explorer');
const out = join(root, 'dist', 'explorer');

const common = {
  absWorkingDir: here,
  outdir: out,
  write: false,
  bundle: true,
  minify: true,
  target: ['es2022', 'chrome123', 'firefox120', 'safari17.5'],
  charset: 'utf8',
  legalComments: 'none',
  logLevel: 'warning',
};
const inPage = buildSync({
  ...common,
  format: 'iife',
  entryPoints: { early: 'app/early.ts', style: 'styles/main.css' },
});
const built = buildSync({
  ...common,
  entryPoints: { app: 'app/main.tsx' },
  format: 'esm',
  splitting: true,
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  nodePaths: libraries,
  metafile: true,
  // Types come from the sources of the server; nothing of it is bundled.
  tsconfigRaw: { compilerOptions: { jsx: 'react-jsx', jsxImportSource: 'preact', verbatimModuleSyntax: true } },
});

const hashOf = (bytes) => createHash('sha256').update(bytes).digest('base64url').replace(/[-_]/g, '').slice(0, 16);
const mediaTypes = {
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
};

/** `app-ABCD.js` → `app` */
const stemOf = (name) => name.slice(0, name.lastIndexOf('-'));
const icon = readFileSync(join(here, 'icon.svg'));
const named = [
  ...built.outputFiles.map(({ path, contents }) => ({ name: basename(path), bytes: Buffer.from(contents) })),
  { name: `icon-${hashOf(icon)}.svg`, bytes: icon },
];
/** What stands in the page, without its last line break: a policy names it by the hash of every byte between the tags. */
const texts = new Map(inPage.outputFiles.map(({ path, text }) => [basename(path).split('.')[0], text.trim()]));
const inPlace = {
  early: `<script>${texts.get('early')}</script>`,
  style: `<style>${texts.get('style')}</style>`,
  // The server's to fill.
  description: '{{description}}',
};
const filled = (_, stem) => inPlace[stem] ?? named.find(({ name }) => stemOf(name) === stem).name;
const page = readFileSync(join(here, 'index.html'), 'utf8').replace(/\{\{(\w+)\}\}/g, filled);
const sourceOf = (text) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
for (const { name, bytes } of named) {
  writeFileSync(join(out, name), bytes);
  writeFileSync(join(out, `${name}.gz`), gzipSync(bytes, { level: 9 }));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  writeFileSync(join(out, `${name}.br`), brotliCompressSync(bytes, { params }));
}
writeFileSync(join(out, 'LICENSES.txt'), licencesOf(built.metafile, here));
writeFileSync(join(out, 'index.html'), page);
const guides = guidesOf({
  Marked,
  docs: join(root, 'docs'),
  head: `${inPlace.early}${inPlace.style}`,
  icon: `explore/${filled('', 'icon')}`,
});
for (const [name, text] of guides) writeFileSync(join(out, `guide-${name}.html`), text);
const list = {
  page: { name: 'index.html', script: sourceOf(texts.get('early')), style: sourceOf(texts.get('style')) },
  guides: [...guides.keys()],
  files: named.map(({ name, bytes }) => ({
    name,
    mediaType: mediaTypes[name.split('.').at(-1)],
    hash: hashOf(bytes),
  })),
};
// Written last: a server that finds the list finds all of them.
writeFileSync(join(out, 'files.json'), JSON.stringify(list));
