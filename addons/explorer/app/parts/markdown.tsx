/**
 * Markdown as a reader sees it.
 *
 * The reader of Markdown, once it is there.
 *
 * The first paragraph of a Markdown text in a cell of a table: emphasis and code alone, as elements. No HTML is made of it,
 * so that nothing need be sanitised: a table has a hundred of them.
 */

import { signal } from '@preact/signals';
import type { Token } from 'marked';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { isLoaded } from './pictures.js';

export function Markdown({ text }: { readonly text: string }) {
  const place = useRef<HTMLDivElement>(null);
  const read = reader.value;
  useEffect(loadReader, []);
  useLayoutEffect(() => {
    if (read !== undefined) place.current?.replaceChildren(read.fragmentOf(text, isLoaded));
  }, [text, read]);
  return read === undefined ? (
    <div class="lines" dir="auto">
      {text}
    </div>
  ) : (
    <div ref={place} class="prose" dir="auto" />
  );
}

type Reader = typeof import('./markdown-reader.js');

const reader = signal<Reader | undefined>(undefined);

let isLoading = false;

/** Fetches it, once; texts are shown as they are written until then, and where it cannot be fetched. */
function loadReader(): void {
  if (isLoading) return;
  isLoading = true;
  import('./markdown-reader.js').then(
    (found) => {
      reader.value = found;
    },
    () => {
      isLoading = false;
    },
  );
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': '\u00a0',
};

const plain = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => ENTITIES[entity] ?? entity);

/** Without the marks of a heading, a quotation or a list, and with the names of links and pictures in their place. */
const beginning = (text: string): string => text.replace(/^(?:#{1,6} |> ?|[-*+] )/, '').split(/\n\s*\n/, 1)[0] ?? '';

const inner = (token: Token): readonly Token[] => ('tokens' in token ? (token.tokens ?? []) : []);

function shown(token: Token): ComponentChildren {
  switch (token.type) {
    case 'strong':
      return <strong>{inner(token).map(shown)}</strong>;
    case 'em':
      return <em>{inner(token).map(shown)}</em>;
    case 'codespan':
      return <code>{plain('text' in token ? token.text : token.raw)}</code>;
    case 'br':
      return ' ';
    default: {
      const tokens = inner(token);
      return tokens.length > 0 ? tokens.map(shown) : plain('text' in token ? token.text : token.raw);
    }
  }
}

/** About what two lines of a cell hold: shaping letters that nobody sees is a third of what a table takes. */
const shownLength = 160;

/** Up to the end of a word. */
const shortened = (text: string): string =>
  text.length <= shownLength ? text : `${text.slice(0, shownLength).replace(/\s+\S*$/, '')} …`;

/** What begins a mark or an entity. */
const marks = /[\\`*_~[\]<>!&\n]|:\/\/|www\.|@/;

/** With the names of pictures and links in their place: nobody leaves a table through them. */
const named = (text: string): string =>
  text.replace(/!\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');

/** What stands there until the marks can be read. */
const unmarked = (text: string): string => text.replace(/[*_`]+/g, '');

/** @returns what shows the text. Most texts have no marks, and reading them takes longer than all the rest of a row. */
export function briefMarkdown(text: string) {
  const brief = shortened(named(beginning(text)));
  if (marks.test(brief)) return <Marked brief={brief} />;
  return (
    <div class="brief" dir="auto">
      {brief}
    </div>
  );
}

function Marked({ brief }: { readonly brief: string }) {
  const read = reader.value;
  const children = useMemo(() => read?.inlineTokens(brief).map(shown), [brief, read]);
  useEffect(loadReader, []);
  return (
    <div class="brief" dir="auto">
      {children ?? unmarked(brief)}
    </div>
  );
}
