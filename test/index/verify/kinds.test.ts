/**
 * Every section that a build writes › has an entry that says what its readers rely on, and which check holds it.
 */
import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { SEARCH, sectionNames } from '../../../src/index/segment/index.js';
import { ruleOf } from '../../../src/index/verify/index.js';
import { forgedParts } from '../../../testing/forged/parts.js';
import type { Parts } from '../../../testing/forged/segments.js';

let parts: Parts;
beforeAll(async () => {
  parts = await forgedParts();
});

const kindOf = (name: string): string => name.replace(/@[\w-]+/, '').replace(/^[^/]+\/((fold|natural)\/)?/, '');

describe('kinds of sections', () => {
  it('the forged snapshot › has every kind that the format has, but those of an older stele', () => {
    const names = parts.segments.flatMap(({ sections }) => sections.map(({ name }) => kindOf(name)));
    const kinds = [...Object.values(sectionNames('f')).map(kindOf), ...Object.values(SEARCH)];
    expect(kinds.filter((kind) => !names.includes(kind))).toEqual(['substrings.buckets']);
  });

  it('each section of it › has a rule, held by files that are there', () => {
    for (const { kind, sections } of parts.segments) {
      for (const { name } of sections) {
        const rule = ruleOf(kind, name);
        expect(rule?.holds, name).toMatch(/\w/);
        for (const file of rule?.by ?? []) expect(existsSync(`src/index/verify/${file}.ts`), file).toBe(true);
      }
    }
  });

  it('a section that nobody reads › has none', () => {
    expect(ruleOf('type', 'title/unheard')).toBeUndefined();
    expect(ruleOf('type', 'search.unheard')).toBeUndefined();
    expect(ruleOf('type', 'unheard')).toBeUndefined();
  });

  it('the page of the format › names no section without a rule', () => {
    const rows = readFileSync('docs/format.md', 'utf8')
      .split('\n')
      .filter((line) => /^\| `(<field>|search\.|documents|locales\.|similar|id\/)/.test(line));
    const named = rows.flatMap((row) =>
      [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
    );
    expect(named.length).toBeGreaterThan(40);
    for (const name of named) {
      const section = name.replace('<field>', 'title').replace('<code>', 'de');
      expect(ruleOf('type', section.replace('/fold/…', '/fold/terms')), name).toBeDefined();
    }
  });
});
