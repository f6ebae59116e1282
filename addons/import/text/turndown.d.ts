/**
 * What is used of turndown, which brings no types of its own, and those that there are want a browser.
 */
declare module 'turndown' {
  /** An element as domino has it. */
  export interface TurndownNode {
    readonly nodeName: string;
    readonly textContent: string | null;
    getAttribute(name: string): string | null;
  }
  export interface Rule {
    readonly filter: string | readonly string[] | ((node: TurndownNode) => boolean);
    readonly replacement: (content: string, node: TurndownNode) => string;
  }
  export type Plugin = (service: TurndownService) => void;
  export default class TurndownService {
    constructor(options: Readonly<Record<string, string>>);
    use(plugin: Plugin): this;
    addRule(name: string, rule: Rule): this;
    turndown(html: string): string;
  }
}

declare module '@joplin/turndown-plugin-gfm' {
  import type { Plugin } from 'turndown';

  const gfm: { readonly tables: Plugin; readonly strikethrough: Plugin; readonly taskListItems: Plugin };
  export default gfm;
}
