/**
 * The size of the imported package: modules and bytes, its own and those of libraries.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compiled } from '../../../testing/cli/stele.js';
import { readPage } from '../../../testing/pages/markdown.js';

interface Loaded {
  readonly modules: number;
  readonly byteLength: number;
  /** Names of the packages. */
  readonly packages: readonly string[];
}

const specifiers = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\(\s*)["']([^"']+)["']/g;

/** Follows every import and every require, of any package. */
function loadedBy(entry: string): Loaded {
  const files = new Map<string, number>();
  const waiting = [entry];
  for (const file of waiting) {
    if (files.has(file)) continue;
    const text = readFileSync(file, 'utf8');
    files.set(file, Buffer.byteLength(text));
    const require = createRequire(file);
    for (const [, name = ''] of text.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(specifiers)) {
      if (name.startsWith('node:')) continue;
      const path = name.startsWith('.') ? join(dirname(file), name) : resolved(require, name);
      if (path !== undefined && existsSync(path) && /\.[cm]?js$/.test(path)) waiting.push(path);
    }
  }
  const packages = [...files.keys()].flatMap((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []);
  return {
    modules: files.size,
    byteLength: [...files.values()].reduce((sum, bytes) => sum + bytes, 0),
    packages: [...new Set(packages)].sort(),
  };
}

function resolved(require: NodeJS.Require, name: string): string | undefined {
  try {
    return require.resolve(name);
  } catch {
    return undefined;
  }
}

const MODULES = 460;
const KILOBYTES = 1900;

describe('importing the package', () => {
  const loaded = loadedBy(compiled('src/client/library/index.js'));

  it('loads the engine, but not the server, the builder or the command line', () => {
    expect(loaded.packages).toEqual([
      '@orama/stemmers',
      '@orama/stopwords',
      'detect-libc',
      'entities',
      'fastest-levenshtein',
      'flexsearch',
      'msgpackr',
      'msgpackr-extract',
      'node-gyp-build-optional-packages',
      'porter2',
    ]);
  });

  it('loads at most the number of modules and bytes on the page', () => {
    expect(loaded.modules).toBeGreaterThan(100);
    expect(loaded.modules).toBeLessThanOrEqual(MODULES);
    expect(loaded.byteLength / 1000).toBeLessThanOrEqual(KILOBYTES);
    expect(readPage('docs/library.md')).toContain(`${MODULES} files and ${KILOBYTES} KB`);
  });
});
