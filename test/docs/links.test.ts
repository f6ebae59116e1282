/**
 * Every link inside the project leads to a file, and to a heading where it names one.
 */
import { existsSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anchorsOf, fencesOf, linksOf, markdownFiles, ROOT, readPage } from '../../testing/pages/markdown.js';

const files = markdownFiles();

const isElsewhere = (target: string): boolean => /^[a-z][a-z0-9+.-]*:/.test(target);

/** @returns the fault of the link, or undefined if it has none */
function fault(file: string, target: string): string | undefined {
  const [path = '', anchor] = target.split('#');
  const found = path === '' ? file : normalize(join(dirname(file), decodeURIComponent(path)));
  if (!existsSync(join(ROOT, found))) return `${target}: there is no ${found}`;
  if (anchor === undefined) return undefined;
  if (!found.endsWith('.md') || statSync(join(ROOT, found)).isDirectory()) return `${target}: ${found} has no headings`;
  return anchorsOf(readPage(found)).has(anchor) ? undefined : `${target}: ${found} has no heading ${anchor}`;
}

describe('links', () => {
  it.each(files)('%s › each link › leads to a file, and to a heading if it names one', (file) => {
    const links = linksOf(readPage(file)).filter(({ target }) => !isElsewhere(target));
    const wrong = links.flatMap(({ target, line }) => {
      const found = fault(file, target);
      return found === undefined ? [] : [`line ${line}: ${found}`];
    });
    expect(wrong).toEqual([]);
  });

  it('the main pages › exist and are linked from the README', () => {
    const readme = linksOf(readPage('README.md')).map(({ target }) => target);
    const pages = ['ask/lists', 'ask/search', 'ask/documents', 'ask/errors', 'content', 'run/build', 'run/serve'];
    for (const page of [...pages, 'architecture', 'format']) {
      expect(files).toContain(`docs/${page}.md`);
      expect(readme).toContain(`docs/${page}.md`);
    }
    expect(files).toContain('CHANGELOG.md');
  });

  it('reader of pages › links and headings in code › are ignored', () => {
    const page = ['# A `b` C', '[x](y.md#z) `[no](no.md)`', '```', '[no](no.md)', '# no', '```', '## A b C'].join('\n');
    expect(linksOf(page)).toEqual([{ target: 'y.md#z', line: 2 }]);
    expect([...anchorsOf(page)]).toEqual(['a-b-c', 'a-b-c-1']);
    expect(fencesOf(page)).toHaveLength(1);
  });
});
