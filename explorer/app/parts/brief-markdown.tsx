/**
 * The first paragraph of a Markdown text in a cell of a table: emphasis and code alone, as elements. No HTML is made of it,
 * so that nothing need be sanitised: a table has a hundred of them.
 */
import { marked, type Token } from 'marked';
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';

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

export function BriefMarkdown({ text }: { readonly text: string }) {
  const tokens = useMemo(() => marked.Lexer.lexInline(beginning(text)), [text]);
  return (
    <div class="brief" dir="auto">
      {tokens.map(shown)}
    </div>
  );
}
