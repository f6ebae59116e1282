/**
 * `npm run soak:markdown -- [--count 20000] [--seed 1] [--exports ../shared/exports]`: does Markdown show what its HTML or rich
 * text shows?
 *
 * Imports every export in a folder and compares each text that an import converts with its Markdown, as `--strict` does; then
 * the same for `--count` texts of HTML at random.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import fc from 'fast-check';
import { importExport, loadTextConverter } from '../../addons/import/index.js';
import { formatTable, leftColumn, rightColumn } from '../../src/cli/index.js';
import { diskFiles } from '../../src/format/files/index.js';
import { generatedBlocks } from '../../testing/markdown/generated-html.js';
import { ROOT } from '../../testing/root.js';
import { anyNumber, conclude } from '../options.js';

const options = new Command('soak:markdown')
  .description('Compares the Markdown of imports with the texts that it was made of.')
  .option('--count <n>', 'how many texts of HTML at random', anyNumber, 20_000)
  .option('--seed <n>', 'another seed, other texts', anyNumber, 1)
  .option('--exports <folder>', 'folder of genuine exports', join(ROOT, '../shared/exports'))
  .parse()
  .opts();

/** Exports with HTML or rich text: the source, and the path in the folder of exports. */
const inputs = [
  ['contentful', 'contentful/starter-gatsby-blog/export.json'],
  ['contentful', 'contentful/multi-locale/contentful-export.json'],
  ['wordpress', 'wordpress/a11y-theme-unit-test/a11y-theme-unit-test-data.xml'],
  ['wordpress', 'wordpress/importer-fixtures/small-export.xml'],
  ['wordpress', 'wordpress/importer-fixtures/wxr-utf-8-challenges.xml'],
  ['sanity', 'sanity/nextjs-conference/nextjs-conference.tar.gz'],
  ['strapi', 'strapi/import-export-blog-v4/seed-data.tar.gz'],
  ['strapi', 'strapi/monorepo-starter-v5/strapi-export-2026-05-12-144822.tar.gz'],
  ['directus', 'directus/starter-cms-i18n/src'],
] as const;

interface Result {
  readonly source: string;
  readonly items: number;
  readonly texts: number;
  readonly differing: number;
  readonly examples: readonly string[];
}

/** @returns how many texts of an export were compared, and which differ */
async function compareExport(source: string, input: string): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'stele-markdown-'));
  let [texts, differing] = [0, 0];
  try {
    const report = await importExport(source, input, join(folder, 'export'), {
      files: diskFiles,
      onComparedText: (differences) => {
        texts += 1;
        if (differences > 0) differing += 1;
      },
    });
    const examples = report.leftOut.flatMap(({ what, reason, example }) =>
      reason.endsWith('shows differently') ? [`${input}: ${what}: ${reason}, such as ${example}`] : [],
    );
    return { source, items: report.items, texts, differing, examples };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function compareGenerated(): Promise<Result> {
  const { htmlToMarkdown } = await loadTextConverter();
  const examples: string[] = [];
  const report = {
    isChecked: true,
    lost: (reason: string, example?: string) => examples.push(`${reason}: ${example}`),
    faulty: (reason: string) => examples.push(reason),
  };
  const property = fc.property(generatedBlocks, (html) => {
    examples.length = 0;
    htmlToMarkdown(html, report);
    return examples.length === 0;
  });
  const { failed, counterexample } = fc.check(property, { seed: options.seed, numRuns: options.count });
  const found = failed ? [`seed ${options.seed}: ${counterexample?.[0]}: ${examples.join('; ')}`] : [];
  return { source: 'at random', items: 0, texts: options.count, differing: found.length, examples: found };
}

const results: Result[] = [];
for (const [source, path] of inputs) {
  const input = join(options.exports, path);
  if (existsSync(input)) results.push(await compareExport(source, input));
  else console.error(`not tried, as it is missing: ${input}`);
}
results.push(await compareGenerated());

const rows = results.map(({ source, items, texts, differing }) => [source, ...[items, texts, differing].map(String)]);
console.log(
  formatTable([leftColumn('source'), rightColumn('items'), rightColumn('texts'), rightColumn('differing')], rows),
);
const texts = results.reduce((sum, result) => sum + result.texts, 0);
conclude(
  'soak:markdown',
  `${texts} texts compared`,
  results.flatMap(({ examples }) => examples),
);
