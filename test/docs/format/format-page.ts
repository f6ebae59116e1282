/**
 * The sections that docs/format.md has in its tables, one by one: a row may have several names, and its elements may be
 * records and blocks, each of which means several sections.
 */
import { codesIn, readPage, tablesOf } from '../../../testing/pages/markdown.js';

export interface Described {
  readonly name: string;
  readonly elements: readonly string[];
  /** In the words of the page. */
  readonly entries: string;
}

function describedBy(name: string, element: string, entries: string): readonly Described[] {
  const [first, ...others] = element.split(', ');
  if (first !== 'records') return [{ name, elements: codesIn(element), entries }];
  return [
    { name, elements: ['u8'], entries: 'bytes' },
    { name: `${name}.offsets`, elements: ['u32'], entries: `${entries} + 1` },
    { name: `${name}.offsets.bases`, elements: ['f64'], entries: `⌈(${entries} + 1) / 32⌉` },
    ...others.map((other) => ({ name: `${name}.${other}`, elements: ['u32'], entries: '⌈bytes / 4,096⌉' })),
  ];
}

/** In the page's order. */
export const describedSections = (): readonly Described[] =>
  tablesOf(readPage('docs/format.md'))
    .filter(({ head }) => head[0] === 'section')
    .flatMap(({ rows }) => rows)
    .flatMap(([names = '', element = '', entries = '']) =>
      codesIn(names).flatMap((name) => describedBy(name, element, entries)),
    );
