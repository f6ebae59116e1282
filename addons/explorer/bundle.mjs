/**
 * Bundles the explorer into `dist/explorer`: scripts and icon, named by the hash of their content and compressed in
 * advance; the page with inline styles, the inline script, and a mark where the server inserts its description; and the
 * guides with the snapshot that their search reads.
 *
 * Run by `compile.mjs`. Writes the licences of the bundled libraries next to the files.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { buildSync, libraries, licencesOf, required, root } from '../../bundling.mjs';
import { buildSearchSnapshot, writeGuides } from './guides/write-guides.mjs';

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
  entryPoints: { inlineScript: 'app/inline-script.ts', style: 'styles/main.css' },
});
const inGuides = buildSync({
  ...common,
  format: 'iife',
  entryPoints: {
    inlineScript: 'app/guide/theme-script.ts',
    guide: 'app/guide/main.ts',
    'guide-style': 'styles/guide.css',
  },
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
  // The server's sources are imported for their types only; none of their code is bundled.
  tsconfigRaw: { compilerOptions: { jsx: 'react-jsx', jsxImportSource: 'preact', verbatimModuleSyntax: true } },
});

const hashOf = (bytes) => createHash('sha256').update(bytes).digest('base64url').replace(/[-_]/g, '').slice(0, 16);
const mediaTypes = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

/** `app-ABCD.js` → `app` */
const stemOf = (name) => name.slice(0, name.lastIndexOf('-'));
const icon = readFileSync(join(here, 'icon.svg'));
/** `guide.js` → `guide-HASH.js` */
const guideFile = ({ path, contents }) => ({
  name: basename(path).replace('.', `-${hashOf(contents)}.`),
  bytes: Buffer.from(contents),
});
const isInline = ({ path }) => basename(path).startsWith('inlineScript');
const named = [
  ...built.outputFiles.map(({ path, contents }) => ({ name: basename(path), bytes: Buffer.from(contents) })),
  { name: `icon-${hashOf(icon)}.svg`, bytes: icon },
  ...inGuides.outputFiles.filter((file) => !isInline(file)).map(guideFile),
];
/** Inline texts without their last line break: the policy has the hash of every byte between the tags. */
const texts = new Map(inPage.outputFiles.map(({ path, text }) => [basename(path).split('.')[0], text.trim()]));
const inPlace = {
  inlineScript: `<script>${texts.get('inlineScript')}</script>`,
  style: `<style>${texts.get('style')}</style>`,
  // The server replaces this mark.
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
const guideScript = inGuides.outputFiles.find(isInline).text.trim();
const { guides, pages } = writeGuides({
  Marked,
  docs: join(root, 'docs'),
  files: { icon: filled('', 'icon'), script: filled('', 'guide'), style: filled('', 'guide-style') },
  inlineScript: `<script>${guideScript}</script>`,
});
// One file: the package has few files.
writeFileSync(join(out, 'guides.json'), JSON.stringify(Object.fromEntries(pages)));
await buildSearchSnapshot(guides, join(out, 'guide-search'), join(root, 'dist'));
const list = {
  page: { name: 'index.html', script: sourceOf(texts.get('inlineScript')), style: sourceOf(texts.get('style')) },
  guideScript: sourceOf(guideScript),
  files: named.map(({ name, bytes }) => ({
    name,
    mediaType: mediaTypes[name.split('.').at(-1)],
    hash: hashOf(bytes),
  })),
};
// Written last, so that a server that reads the list finds all files.
writeFileSync(join(out, 'files.json'), JSON.stringify(list));
