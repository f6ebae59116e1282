/**
 * Every section that a build writes has a rule: the invariant that its readers rely on, and the files that check it.
 */
import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { SEARCH, sectionNames } from '../../../src/index/segment/index.js';
import { findRule } from '../../../src/index/verify/index.js';
import { forgedParts } from '../../../testing/forged/parts.js';
import type { Parts } from '../../../testing/forged/segments.js';

let parts: Parts;
beforeAll(async () => {
  parts = await forgedParts();
});

const kindOf = (name: string): string => name.replace(/@[\w-]+/, '').replace(/^[^/]+\/((fold|natural)\/)?/, '');

describe('findRule', () => {
  it('the forged snapshot › has every kind of section except the ones of older versions', () => {
    const names = parts.segments.flatMap(({ sections }) => sections.map(({ name }) => kindOf(name)));
    const kinds = [...Object.values(sectionNames('f')).map(kindOf), ...Object.values(SEARCH)];
    expect(kinds.filter((kind) => !names.includes(kind))).toEqual(['substrings.buckets']);
  });

  it('each of its sections › has a rule, whose files exist', () => {
    for (const { kind, sections } of parts.segments) {
      for (const { name } of sections) {
        const rule = findRule(kind, name);
        expect(rule?.invariant, name).toMatch(/\w/);
        for (const file of rule?.checkedBy ?? []) expect(existsSync(`src/index/verify/${file}.ts`), file).toBe(true);
      }
    }
  });

  it('an unknown section › has no rule', () => {
    expect(findRule('type', 'title/unheard')).toBeUndefined();
    expect(findRule('type', 'search.unheard')).toBeUndefined();
    expect(findRule('type', 'unheard')).toBeUndefined();
  });

  it('docs/format.md › names only sections with a rule', () => {
    const rows = readFileSync('docs/format.md', 'utf8')
      .split('\n')
      .filter((line) => /^\| `(<field>|search\.|documents|locales\.|similar|id\/)/.test(line));
    const named = rows.flatMap((row) =>
      [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
    );
    expect(named.length).toBeGreaterThan(40);
    for (const name of named) {
      const section = name.replace('<field>', 'title').replace('<code>', 'de');
      expect(findRule('type', section.replace('/fold/…', '/fold/terms')), name).toBeDefined();
    }
  });
});
