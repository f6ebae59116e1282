/**
 * Decides whether the columns of this build can be built from those of an earlier snapshot with other texts, and finds these.
 *
 * Elsewhere: columns with the same texts, which are copied (EarlierType.findColumn), the docs whose text is the same
 * (unchanged-docs).
 */
import type { ContentType } from '../../../src/content/model/index.js';
import { EarlierColumn } from '../../columns/index.js';
import type { RecordSource } from '../../work/index.js';
import type { EarlierType } from './earlier-type.js';
import { UnchangedDocs } from './unchanged-docs.js';

/**
 * Whether items with the same rendered item have the same texts. Localized texts are in records of their own, and only localized
 * columns share a dictionary.
 */
const hasComparableItems = (type: ContentType): boolean => type.locales.length === 0;

export class EarlierColumns {
  readonly #type: ContentType;
  readonly #earlier: EarlierType | undefined;
  readonly #documents: RecordSource;
  #unchangedDocs: Promise<UnchangedDocs | undefined> | undefined;

  /**
   * @param earlier   the same type in an earlier snapshot, from the same model
   * @param documents rendered items of this build; read by the first call of `find`
   */
  constructor(type: ContentType, earlier: EarlierType | undefined, documents: RecordSource) {
    this.#type = type;
    this.#earlier = earlier;
    this.#documents = documents;
  }

  /** @returns the same text column in the earlier snapshot; undefined if it is damaged, or if too many items differ */
  async find(column: string): Promise<EarlierColumn | undefined> {
    if (!hasComparableItems(this.#type)) return undefined;
    const sections = await this.#earlier?.readColumn(column);
    if (sections === undefined) return undefined;
    this.#unchangedDocs ??= this.#openUnchangedDocs();
    const docs = await (await this.#unchangedDocs)?.of(column);
    return docs && new EarlierColumn(column, sections, docs);
  }

  async #openUnchangedDocs(): Promise<UnchangedDocs | undefined> {
    const earlierDocuments = await this.#earlier?.readDocuments();
    return earlierDocuments && new UnchangedDocs(this.#type, earlierDocuments, this.#documents);
  }
}
