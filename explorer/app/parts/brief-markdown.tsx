/**
 * The first paragraph of a Markdown text in a cell of a table: emphasis and code alone, as elements. No HTML is made of it,
 * so that nothing need be sanitised: a table has a hundred of them.
 */
import type { Token } from 'marked';
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { loadReader, reader } from './reader.js';

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

/** More than two lines of a cell hold, whatever their letters. */
const shownLength = 300;

/** Up to the end of a word. */
const shortened = (text: string): string =>
  text.length <= shownLength ? text : `${text.slice(0, shownLength).replace(/\s+\S*$/, '')} …`;

/** What begins a mark or an entity. */
const marks = /[\\`*_~[\]<>!&\n]|:\/\/|www\.|@/;

/** What stands there until the marks can be read. */
const unmarked = (text: string): string => text.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[*_`]+/g, '');

export function BriefMarkdown({ text }: { readonly text: string }) {
  const brief = useMemo(() => shortened(beginning(text)), [text]);
  // Most texts have none, and reading them takes longer than all the rest of a row.
  const isMarked = marks.test(brief);
  const read = isMarked ? reader.value : undefined;
  const children = useMemo(() => read?.inlineTokens(brief).map(shown), [brief, read]);
  useEffect(() => {
    if (isMarked) loadReader();
  }, [isMarked]);
  return (
    <div class="brief" dir="auto">
      {children ?? (isMarked ? unmarked(brief) : brief)}
    </div>
  );
}
