/** The part used of a library that ships no types of its own. */
declare module 'commonmark-spec' {
  export const tests: readonly {
    readonly markdown: string;
    readonly html: string;
    readonly section: string;
    readonly number: number;
  }[];
}
