/**
 * The add-ons of this version, and the commands of each.
 *
 * An add-on is a folder, `addons/<name>`, with one door, its `index.ts`. The core imports none: `load.ts` loads a door when
 * it is needed and the folder exists. Each part of a door has its interface where the core uses it: commands and options
 * in src/cli/ports, pages in src/server/pages.
 */

export interface AddOn {
  /** A phrase that completes the sentence "it …". */
  readonly does: string;
  readonly commands: readonly string[];
}

export const ADD_ONS = {
  import: { does: 'imports from other systems', commands: ['import', 'watch'] },
  describe: { does: 'describes the interface: OpenAPI, JSON Schema, types', commands: ['model', 'openapi', 'types'] },
  explorer: { does: 'shows the content in a browser', commands: [] },
  sql: { does: 'answers from PostgreSQL', commands: ['load'] },
  tune: { does: 'works with recorded traffic', commands: ['log', 'replay', 'gate', 'advise'] },
} as const satisfies Readonly<Record<string, AddOn>>;

export type AddOnName = keyof typeof ADD_ONS;

export const isAddOnName = (name: string): name is AddOnName => Object.hasOwn(ADD_ONS, name);
