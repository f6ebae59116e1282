/**
 * Markdown texts: rendered in full on the page of an item, and as one short paragraph in a table cell.
 *
 * The short form has emphasis and code only, as elements, so nothing needs to be sanitised: a table has a hundred of
 * them.
 * Elsewhere: the conversion to HTML, loaded when it is needed (markdown-reader).
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

/** Loads the reader once. Until then, and if loading fails, texts are shown unchanged. */
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

/** @returns the first paragraph, without the mark of a heading, a quotation or a list */
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

/** About two lines of a cell. Laying out hidden text would take a third of the time of a table. */
const shownLength = 160;

/** @returns the text, cut at the end of a word if it is too long */
const shortened = (text: string): string =>
  text.length <= shownLength ? text : `${text.slice(0, shownLength).replace(/\s+\S*$/, '')} …`;

/** Characters that begin a Markdown mark, an entity or a link. */
const marks = /[\\`*_~[\]<>!&\n]|:\/\/|www\.|@/;

/** @returns the text with pictures and links replaced by their names, because cells have no such links */
const named = (text: string): string =>
  text.replace(/!\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');

/** @returns the text without marks, shown until the reader is loaded */
const unmarked = (text: string): string => text.replace(/[*_`]+/g, '');

/** The short form. Texts without marks are not parsed: parsing takes longer than the rest of a row. */
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
