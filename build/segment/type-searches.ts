/**
 * The search indexes of a type: one, or one for each locale whose texts or language are its own.
 */
import { InvariantError } from '../../src/content/errors/index.js';
import { type ContentType, localSearch, type SearchRules, wordTuning } from '../../src/content/model/index.js';
import { localSearchName, localSearchSection } from '../../src/index/segment/index.js';
import type { Column } from '../columns/index.js';
import { type OnStems, searchIndex } from '../words/index.js';
import type { Workshop } from '../work/index.js';
import type { SectionMaking } from './section-making.js';
import { searchPeakBytes } from './section-making.js';
import type { SharedColumns } from './shared-columns.js';

/** What search indexes are called among columns, before the name of their sections: no field's name. */
const searchColumns = '_';

interface Search {
  /** What its sections are named after. */
  readonly name: string;
  readonly rules: SearchRules;
}

/** @returns what a structure of a column, or of a search index, is called in reports */
export function structureName(column: string, structure: string): string {
  if (!column.startsWith(searchColumns)) return `${column}/${structure}`;
  return localSearchSection(structure, column.slice(searchColumns.length));
}

export class TypeSearches {
  readonly #columns: readonly Column[];
  readonly #making: SectionMaking;
  readonly #workshop: Workshop;
  #searches: readonly Search[] = [];
  /** Stored field → the one whose column stands for its own. */
  #shared: ReadonlyMap<string, string> = new Map();

  /** @param columns one per stored field */
  constructor(columns: readonly Column[], making: SectionMaking, workshop: Workshop) {
    this.#columns = columns;
    this.#making = making;
    this.#workshop = workshop;
  }

  /** Finds which indexes there are. @returns of the locales that share an earlier one's which it is */
  find(type: ContentType, sharing: SharedColumns): ReadonlyMap<string, string> {
    const shared = new Map<string, string>();
    if (type.search === undefined) return shared;
    const searches: Search[] = [{ name: localSearchName(type, 0), rules: type.search }];
    const fields = new Set(type.search.fields.map(({ field }) => field.name));
    for (let locale = 1; locale < type.locales.length; locale += 1) {
      const rules = localSearch(type, locale);
      if (rules === undefined) continue;
      const wordsOf = (place: number): string => {
        const { language = '', search } = type.locales[place]!;
        return JSON.stringify([language, wordTuning(search)]);
      };
      const first = sharing.firstOf(locale, fields, (other) => wordsOf(other) === wordsOf(locale));
      const name = localSearchName(type, locale);
      if (first < locale) shared.set(name, localSearchName(type, first));
      else searches.push({ name, rules });
    }
    this.#searches = searches;
    this.#shared = sharing.names;
    return shared;
  }

  /** Begins with all of them. @param items how many the type has. @param onStems of the default locale's, as searchIndex */
  begin(items: number, onStems?: OnStems): void {
    for (const [place, search] of this.#searches.entries())
      this.#make(search, items, place === 0 ? onStems : undefined);
  }

  /** What has read a column's texts when it is done; undefined where nothing reads them. */
  readersOf(column: string): Promise<unknown> | undefined {
    const searches = this.#searches.filter(({ rules }) =>
      rules.fields.some(({ field }) => this.#storedAs(field.name) === column),
    );
    return searches.length === 0
      ? undefined
      : Promise.all(searches.map(({ name }) => this.#making.made(searchColumns + name)));
  }

  /** The names of the indexes among columns, in the order of the segment. */
  get columns(): readonly string[] {
    return this.#searches.map(({ name }) => searchColumns + name);
  }

  #storedAs(field: string): string {
    return this.#shared.get(field) ?? field;
  }

  #make({ name: index, rules }: Search, items: number, onStems?: OnStems): void {
    const columnName = searchColumns + index;
    const builders = rules.fields.map(({ field }) => {
      const column = this.#columns.find(({ name }) => name === this.#storedAs(field.name));
      if (column?.kind !== 'text' && column?.kind !== 'textLists') {
        throw new InvariantError(`there is no column of texts for ${field.name}`);
      }
      return column.builder;
    });
    const texts = builders.map((builder) => builder.texts).filter((source) => source !== undefined);
    const textBytes = builders.reduce((sum, { byteLength }) => sum + byteLength, 0);
    const bytes = searchPeakBytes(textBytes, builders.length, items, this.#workshop);
    this.#making.begin(columnName, bytes, async () => {
      const sections = await searchIndex(rules, texts, this.#workshop, this.#making.clockOf(columnName), onStems);
      return sections.map((section) => ({ ...section, name: localSearchSection(section.name, index) }));
    });
  }
}
