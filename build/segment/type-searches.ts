/**
 * The search indexes of a type: one, or one for each locale with texts or a language of its own.
 *
 * Elsewhere: building an index (build/words), waiting for memory (section-builder).
 */
import { InvariantError } from '../../src/content/errors/index.js';
import { type ContentType, localSearch, type SearchRules, wordTuning } from '../../src/content/model/index.js';
import type { AnySection } from '../../src/format/index.js';
import { localSearchName, localSearchSection } from '../../src/index/segment/index.js';
import type { Column } from '../columns/index.js';
import { buildSearchIndex, type OnStems } from '../words/index.js';
import type { BuildContext } from '../work/index.js';
import type { EarlierType } from './earlier/index.js';
import { searchPeakBytes, titlePeakBytes } from './peak-bytes.js';
import type { SectionBuilder } from './section-builder.js';
import type { SharedColumns } from './shared-columns.js';

/** Prefix of a search index's name among columns; no field's name begins with it. */
const searchColumns = '_';

interface Search {
  /** Name that its sections are derived from. */
  readonly name: string;
  readonly rules: SearchRules;
}

/** The items of a type, and its earlier segment. */
interface SearchInput {
  /** Number of items. */
  readonly items: number;
  /** Receives the stems of the default locale's index; see `buildSearchIndex`. */
  readonly onStems: OnStems | undefined;
  readonly earlier: EarlierType | undefined;
}

type TextsBuilder = Extract<Column, { readonly kind: 'text' | 'textLists' }>['builder'];

/** @returns the name of a structure, of a column or of a search index, in reports */
export function structureName(column: string, structure: string): string {
  if (!column.startsWith(searchColumns)) return `${column}/${structure}`;
  return localSearchSection(structure, column.slice(searchColumns.length));
}

export class TypeSearches {
  readonly #columns: readonly Column[];
  readonly #sectionBuilder: SectionBuilder;
  readonly #context: BuildContext;
  #searches: readonly Search[] = [];
  /** Stored field without a column of its own → stored field whose column it uses. */
  #shared: ReadonlyMap<string, string> = new Map();

  /** @param columns one per stored field */
  constructor(columns: readonly Column[], sectionBuilder: SectionBuilder, context: BuildContext) {
    this.#columns = columns;
    this.#sectionBuilder = sectionBuilder;
    this.#context = context;
  }

  /** Decides which indexes are built. @returns name of an index that is not built → name of an earlier locale's index */
  find(type: ContentType, sharing: SharedColumns): ReadonlyMap<string, string> {
    const shared = new Map<string, string>();
    if (type.search === undefined) return shared;
    const searches: Search[] = [{ name: localSearchName(type, 0), rules: type.search }];
    const fields = new Set(type.search.fields.map(({ field }) => field.name));
    for (let locale = 1; locale < type.locales.length; locale += 1) {
      const rules = localSearch(type, locale);
      if (rules === undefined) continue;
      const analysis = analysisKey(type, locale);
      const first = sharing.firstOf(locale, fields, (candidate) => analysisKey(type, candidate) === analysis);
      const name = localSearchName(type, locale);
      if (first < locale) shared.set(name, localSearchName(type, first));
      else searches.push({ name, rules });
    }
    this.#searches = searches;
    this.#shared = sharing.names;
    return shared;
  }

  /** Starts all indexes. */
  begin({ items, onStems, earlier }: SearchInput): void {
    for (const [index, search] of this.#searches.entries()) {
      this.#start(search, { items, onStems: index === 0 ? onStems : undefined, earlier });
    }
  }

  /** @returns resolves when all searches have read the column's texts; undefined if none reads them */
  readersOf(column: string): Promise<unknown> | undefined {
    const searches = this.#searches.filter(({ rules }) =>
      rules.fields.some(({ field }) => this.#storedAs(field.name) === column),
    );
    if (searches.length === 0) return undefined;
    return Promise.all(searches.map(({ name }) => this.#sectionBuilder.finished(searchColumns + name)));
  }

  /** Names of the indexes among columns, in the order of the segment. */
  get columns(): readonly string[] {
    return this.#searches.map(({ name }) => searchColumns + name);
  }

  /** Name of each index that is built → hash of the texts that it has words of, after the last item. */
  get textHashes(): ReadonlyMap<string, string> {
    return new Map(this.#searches.map(({ name, rules }) => [name, this.#hashOf(rules)]));
  }

  #storedAs(field: string): string {
    return this.#shared.get(field) ?? field;
  }

  #start({ name: searchName, rules }: Search, { items, onStems, earlier }: SearchInput): void {
    const columnName = searchColumns + searchName;
    const builders = rules.fields.map(({ field }) => this.#textsBuilder(field.name));
    const texts = builders.map((builder) => builder.texts).filter((source) => source !== undefined);
    let textBytes = 0;
    for (const { byteLength } of builders) textBytes += byteLength;
    const titles = rules.titlePlace === undefined ? undefined : builders[rules.titlePlace];
    const titleBytes = titles === undefined ? 0 : titlePeakBytes(titles.byteLength, items);
    const peakBytes = searchPeakBytes(textBytes, builders.length, items, this.#context) + titleBytes;
    this.#sectionBuilder.start(columnName, peakBytes, async (): Promise<AnySection[]> => {
      // An index that is not built gives no stems.
      const reused = onStems === undefined ? await earlier?.findSearch(searchName, this.#hashOf(rules)) : undefined;
      if (reused !== undefined) return reused;
      const clock = this.#sectionBuilder.clockFor(columnName);
      const sections = await buildSearchIndex(rules, texts, this.#context, clock, onStems);
      return sections.map((section) => ({ ...section, name: localSearchSection(section.name, searchName) }));
    });
  }

  /** @returns hash of the texts of all fields that an index has words of, wherever they are stored */
  #hashOf({ fields }: SearchRules): string {
    return fields.map(({ field }) => this.#textsBuilder(field.name).hash).join(' ');
  }

  /** @returns the builder of the texts of a stored field */
  #textsBuilder(field: string): TextsBuilder {
    const column = this.#columns.find(({ name }) => name === this.#storedAs(field));
    if (column?.kind !== 'text' && column?.kind !== 'textLists') {
      throw new InvariantError(`there is no column of texts for ${field}`);
    }
    return column.builder;
  }
}

/** @returns a text for the language and the tuning that split a locale's texts into words; equal for equal rules */
function analysisKey(type: ContentType, locale: number): string {
  const { language = '', search } = type.locales[locale]!;
  return JSON.stringify([language, wordTuning(search)]);
}
