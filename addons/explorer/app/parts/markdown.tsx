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
import { requestPicture } from './pictures.js';

export function Markdown({ text }: { readonly text: string }) {
  const container = useRef<HTMLDivElement>(null);
  const loadedReader = reader.value;
  useEffect(loadReader, []);
  useLayoutEffect(() => {
    const prose = container.current;
    if (loadedReader === undefined || prose === null) return undefined;
    prose.replaceChildren(loadedReader.renderFragment(text, requestPicture));
    const makeReachable = (): void => makeScrollableReachable(prose);
    makeReachable();
    addEventListener('resize', makeReachable);
    return () => removeEventListener('resize', makeReachable);
  }, [text, loadedReader]);
  return loadedReader === undefined ? (
    <div class="lines" dir="auto">
      {text}
    </div>
  ) : (
    <div ref={container} class="prose" dir="auto" />
  );
}

/** Lets the keyboard reach tables and code that are wider than the page, to scroll them. */
function makeScrollableReachable(prose: HTMLElement): void {
  for (const element of prose.querySelectorAll<HTMLElement>('table, pre')) {
    if (element.scrollWidth > element.clientWidth) element.tabIndex = 0;
    else element.removeAttribute('tabindex');
  }
}

type Reader = typeof import('./markdown-reader.js');

const reader = signal<Reader | undefined>(undefined);

let isLoading = false;

/** Loads the reader once. Until then, and if loading fails, texts are shown unchanged. */
function loadReader(): void {
  if (isLoading) return;
  isLoading = true;
  import('./markdown-reader.js').then(
    (loadedModule) => {
      reader.value = loadedModule;
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

const decodeEntities = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => ENTITIES[entity] ?? entity);

/** @returns the first paragraph, without the mark of a heading, a quotation or a list */
const firstParagraph = (text: string): string =>
  text.replace(/^(?:#{1,6} |> ?|[-*+] )/, '').split(/\n\s*\n/, 1)[0] ?? '';

const childTokens = (token: Token): readonly Token[] => ('tokens' in token ? (token.tokens ?? []) : []);

function renderToken(token: Token): ComponentChildren {
  switch (token.type) {
    case 'strong':
      return <strong>{childTokens(token).map(renderToken)}</strong>;
    case 'em':
      return <em>{childTokens(token).map(renderToken)}</em>;
    case 'codespan':
      return <code>{decodeEntities('text' in token ? token.text : token.raw)}</code>;
    case 'br':
      return ' ';
    default: {
      const tokens = childTokens(token);
      return tokens.length > 0 ? tokens.map(renderToken) : decodeEntities('text' in token ? token.text : token.raw);
    }
  }
}

/** About two lines of a cell. Laying out hidden text would take a third of the time of a table. */
const briefLength = 160;

/** @returns the text, cut at the end of a word if it is too long */
const cutAtWord = (text: string): string =>
  text.length <= briefLength ? text : `${text.slice(0, briefLength).replace(/\s+\S*$/, '')} …`;

/** Characters that begin a Markdown mark, an entity or a link. */
const markPattern = /[\\`*_~[\]<>!&\n]|:\/\/|www\.|@/;

/** @returns the text with pictures and links replaced by their names, because cells have no such links */
const replaceLinksByNames = (text: string): string => text.replace(/!?\[([^\]]*)\]\((?:[^()]|\([^()]*\))*\)/g, '$1');

/** @returns the text without marks, shown until the reader is loaded */
const removeMarks = (text: string): string => text.replace(/[*_`]+/g, '');

/** The short form. Texts without marks are not parsed: parsing takes longer than the rest of a row. */
export function renderBrief(text: string) {
  const brief = cutAtWord(replaceLinksByNames(firstParagraph(text)));
  if (markPattern.test(brief)) return <BriefText brief={brief} />;
  return (
    <div class="brief" dir="auto">
      {brief}
    </div>
  );
}

function BriefText({ brief }: { readonly brief: string }) {
  const loadedReader = reader.value;
  const children = useMemo(() => loadedReader?.readInlineTokens(brief).map(renderToken), [brief, loadedReader]);
  useEffect(loadReader, []);
  return (
    <div class="brief" dir="auto">
      {children ?? removeMarks(brief)}
    </div>
  );
}
