/** The part used of a library that ships no types of its own. */
declare module 'markdown-it-footnote' {
  import type MarkdownIt from 'markdown-it';
  export default function footnote(renderer: MarkdownIt): void;
}
