/** The parts used of libraries that ship no types of their own. */
declare module 'commonmark-spec' {
  export const tests: readonly {
    readonly markdown: string;
    readonly html: string;
    readonly section: string;
    readonly number: number;
  }[];
}
declare module 'markdown-it-footnote' {
  import type MarkdownIt from 'markdown-it';
  export default function footnote(renderer: MarkdownIt): void;
}
