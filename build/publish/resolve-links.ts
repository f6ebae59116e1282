/**
 * Resolves the links of one type after the ids of all types are read, and reports dangling and repeated links.
 *
 * It also records the missing targets and the relationships with bare ids: the next build needs them to check whether an
 * unchanged type can be reused.
 */
import { type ContentType, type DocId, modelFieldName, type RelationshipField } from '../../src/content/model/index.js';
import type { LinkReporter, ResolvedTarget } from '../columns/index.js';
import { type LinkTarget, type ProblemLog, quoted } from '../read/index.js';
import type { MissingTarget } from './incremental/inputs.js';
import type { ItemLookup } from './incremental/linked-type.js';

export class LinkResolver implements LinkReporter {
  /** Relationship → distinct dangling targets. */
  readonly missing = new Map<string, MissingTarget[]>();
  /** Names of relationships to several types with a target that was written as an id alone. */
  readonly relationshipsWithBareIds = new Set<string>();
  readonly #items: Pick<ItemLookup, 'docOf'>;
  readonly #file: string;
  readonly #lineOf: (doc: DocId) => number;
  readonly #problems: ProblemLog;
  /** Keys of the links reported so far; used only for types with localized fields. */
  readonly #reported = new Set<string>();

  /**
   * @param file the type's file, for reports
   * @param lineOf doc → line of that file
   */
  constructor(items: Pick<ItemLookup, 'docOf'>, file: string, lineOf: (doc: DocId) => number, problems: ProblemLog) {
    this.#items = items;
    this.#file = file;
    this.#lineOf = lineOf;
    this.#problems = problems;
  }

  /**
   * Records the target as missing if no type has the item.
   *
   * @returns the item; undefined if there is none, or if several types have an item with this bare id. For both,
   *          `reportDropped` is called with the same link afterwards.
   */
  resolve(field: RelationshipField, target: LinkTarget): ResolvedTarget | undefined {
    if (target.type === undefined && field.to.length > 1) this.relationshipsWithBareIds.add(field.name);
    const candidates = this.#candidates(field, target);
    if (candidates.length === 0) {
      const missing = this.missing.get(field.name);
      const entry: MissingTarget = [target.type ?? null, target.id];
      if (missing === undefined) this.missing.set(field.name, [entry]);
      else missing.push(entry);
    }
    return candidates.length === 1 ? candidates[0] : undefined;
  }

  /** Reports an ambiguous link as an error, and a dangling link as a warning. */
  reportDropped(type: ContentType, field: RelationshipField, doc: DocId, target: LinkTarget): void {
    if (this.#isRepeatedReport('dropped', type, field, doc, target)) return;
    const place = this.#placeOf(field, doc);
    if (this.#candidates(field, target).length > 1) {
      const types = field.to.join(', ');
      this.#problems.error(
        place,
        () => `more than one of ${types} has an item ${quoted(target.id)}; write {"type": …, "id": …} to say which`,
      );
      return;
    }
    const types = target.type ?? field.to.join(' or ');
    this.#problems.warning(
      'danglingLink',
      place,
      (repairNote) => `there is no ${types} ${quoted(target.id)}${repairNote('; the link is dropped')}`,
    );
  }

  reportRepeated(type: ContentType, field: RelationshipField, doc: DocId, target: LinkTarget): void {
    if (this.#isRepeatedReport('repeated', type, field, doc, target)) return;
    this.#problems.warning(
      'repeatedLink',
      this.#placeOf(field, doc),
      (repairNote) => `the item ${quoted(target.id)} is linked to twice${repairNote('; it is kept once')}`,
    );
  }

  #placeOf(field: RelationshipField, doc: DocId): { file: string; line: number; field: string } {
    return { file: this.#file, line: this.#lineOf(doc), field: modelFieldName(field.name) };
  }

  /** A link that several locales share, by fallback or by value, is reported once. */
  #isRepeatedReport(
    kind: 'dropped' | 'repeated',
    type: ContentType,
    field: RelationshipField,
    doc: DocId,
    target: LinkTarget,
  ): boolean {
    if (type.locales.length === 0) return false;
    const key = JSON.stringify([kind, modelFieldName(field.name), doc, target.type, target.id]);
    if (this.#reported.has(key)) return true;
    this.#reported.add(key);
    return false;
  }

  #candidates(field: RelationshipField, target: LinkTarget): ResolvedTarget[] {
    return field.to.flatMap((name, typeIndex) => {
      if (target.type !== undefined && target.type !== name) return [];
      const doc = this.#items.docOf(name, target.id);
      return doc === undefined ? [] : [{ typeIndex, doc }];
    });
  }
}
