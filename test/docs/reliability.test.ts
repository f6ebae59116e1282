/**
 * docs/reliability.md names every command that tries a promise, and no other.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const read = (path: string): string => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');
const page = read('docs/reliability.md');
const { scripts }: { scripts: Readonly<Record<string, string>> } = JSON.parse(read('package.json'));

describe('docs/reliability.md', () => {
  it('commands on the page › exist, and every check of a promise is on the page', () => {
    const named = [...page.matchAll(/`npm run ([a-z:]+)/g)].map((match) => match[1] ?? '');
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
    const trying = Object.keys(scripts).filter((name) => /^(soak|coverage|mutation)/.test(name));
    expect(trying.length).toBeGreaterThan(3);
    expect(trying.filter((name) => !named.includes(name))).toEqual([]);
  });
});
