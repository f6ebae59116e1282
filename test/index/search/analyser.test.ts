/**
 * The version of the analyser: it changes with everything that may change words.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../src/content/model/index.js';
import {
  ANALYSER_LIBRARIES,
  ANALYSER_VERSION,
  analyserVersion,
  getWordReader,
  plainText,
} from '../../../src/index/search/index.js';

const { resolve } = createRequire(import.meta.url);
const packageOf = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

/** @returns the package.json above a module */
function packageAbove(module: string, name: string): unknown {
  for (let folder = dirname(module); folder !== dirname(folder); folder = dirname(folder)) {
    if (folder.endsWith(join('node_modules', name))) return packageOf(join(folder, 'package.json'));
  }
  throw new Error(`${name} is not installed`);
}

/** Of every script and rule: elisions, possessives, letters without decomposition, pairs, digits, a stop word. */
const text =
  "The dog's stations running l'homme d'or O'Brien Straße Łódź Ångström œuvre Ὀδυσσεύς हिन्दी 北京大学 데이터 1984 3.14 a_b ＣＡＦＥ́ dogsʼ Qurʾān co\u00adoperate ❤️ 1️⃣ one on sea\u200bside \ufeffsalt gar\u180eden";

/** Of every kind of block, and of what is within one. */
const markdown =
  '# a *b*c\n\n> - d [e](f "g") ![h](i)\n\n| j | k |\n|---|---|\n| `l` | m | n |\n\n<div>o<script>p</script></div>\n\nq[^1] <r@s.t> &eacute;~~u~~v \\*w\n\n[^1]: x\n\n[y]: /z\n\n```a1\nb1\n```\n\n    c1\n';

describe('the analyser’s version', () => {
  it.each(Object.entries(ANALYSER_LIBRARIES))(
    '%s › is the installed version, and required exactly',
    (name, version) => {
      const module = resolve(name.startsWith('@orama/') ? `${name}/danish` : name);
      expect(packageAbove(module, name)).toMatchObject({ version });
      expect(packageOf('package.json')).toMatchObject({ dependencies: { [name]: version } });
    },
  );

  it('the Unicode version of Node › is part of it', () => {
    expect(ANALYSER_VERSION).toBe(analyserVersion(process.versions['unicode']));
    expect(analyserVersion('1.0')).not.toBe(analyserVersion('2.0'));
    expect(analyserVersion(undefined)).toContain('Unicode none');
  });

  it('the number of the rules › stands for exactly these words, stems and stop words', () => {
    const hash = createHash('sha256');
    for (const language of [undefined, ...LANGUAGES]) {
      const reader = getWordReader(language);
      for (const word of reader.words(text).flatMap((run) => reader.indexTerms(run))) {
        hash.update(`${word} ${reader.stem(word)} ${reader.isStopWord(word)}\n`);
      }
    }
    hash.update(plainText(markdown));
    const rules = /^rules \d+/.exec(ANALYSER_VERSION)?.[0];
    // Where this fails, words have changed: raise RULES in src/index/search/words/analyser.ts, then write the new digest here.
    expect([rules, hash.digest('hex').slice(0, 16)]).toEqual(['rules 8', '4bc88be6035db609']);
  });
});
