/**
 * Resolving links once every type's ids are known, and reporting those that lead nowhere.
 */
import { type ContentType, type DocId, fieldOfStored, type RelationshipField } from '../../src/content/model/index.js';
import type { LinkReporter, ResolvedTarget } from '../columns/index.js';
import { type LinkTarget, type ProblemLog, quoted } from '../read/index.js';
import type { MissingTarget } from './incremental/inputs.js';

/** What links are resolved against. */
export interface LinkSpace {
  /** @returns the doc, or undefined where the type has no such item */
  docOf(type: string, id: string): DocId | undefined;
}

/** Resolves the links of one type, by its stored fields, and remembers what of that an unchanged type could find otherwise next time. */
export class LinkResolver implements LinkReporter {
  /** Relationship → distinct targets that led nowhere. */
  readonly missing = new Map<string, MissingTarget[]>();
  /** Relationships to several types with a target that was written as an id alone. */
  readonly bare = new Set<string>();
  readonly #space: LinkSpace;
  readonly #file: string;
  readonly #lineOf: (doc: DocId) => number;
  readonly #problems: ProblemLog;
  /** Of a type with localized fields: which links are told of. */
  readonly #told = new Set<string>();

  /**
   * @param file the type's, for reports
   * @param lineOf doc → line of that file
   */
  constructor(space: LinkSpace, file: string, lineOf: (doc: DocId) => number, problems: ProblemLog) {
    this.#space = space;
    this.#file = file;
    this.#lineOf = lineOf;
    this.#problems = problems;
  }

  resolve(field: RelationshipField, target: LinkTarget): ResolvedTarget | undefined {
    if (target.type === undefined && field.to.length > 1) this.bare.add(field.name);
    const [found, another] = this.#candidates(field, target);
    if (found === undefined) {
      const missing = this.missing.get(field.name);
      const entry: MissingTarget = [target.type ?? null, target.id];
      if (missing === undefined) this.missing.set(field.name, [entry]);
      else missing.push(entry);
    }
    return another === undefined ? found : undefined;
  }

  dropped(type: ContentType, field: RelationshipField, doc: DocId, target: LinkTarget): void {
    if (this.#isTold('dropped', type, field, doc, target)) return;
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
      (mended) => `there is no ${types} ${quoted(target.id)}${mended('; the link is dropped')}`,
    );
  }

  repeated(type: ContentType, field: RelationshipField, doc: DocId, target: LinkTarget): void {
    if (this.#isTold('repeated', type, field, doc, target)) return;
    this.#problems.warning(
      'repeatedLink',
      this.#placeOf(field, doc),
      (mended) => `the item ${quoted(target.id)} is linked to twice${mended('; it is kept once')}`,
    );
  }

  #placeOf(field: RelationshipField, doc: DocId): { file: string; line: number; field: string } {
    return { file: this.#file, line: this.#lineOf(doc), field: fieldOfStored(field.name) };
  }

  /** A link that several locales have, as where one falls back to the other, is told of once. */
  #isTold(what: string, type: ContentType, field: RelationshipField, doc: DocId, target: LinkTarget): boolean {
    if (type.locales.length === 0) return false;
    const told = JSON.stringify([what, fieldOfStored(field.name), doc, target.type, target.id]);
    const before = this.#told.size;
    return this.#told.add(told).size === before;
  }

  #candidates(field: RelationshipField, target: LinkTarget): ResolvedTarget[] {
    return field.to.flatMap((name, typeIndex) => {
      if (target.type !== undefined && target.type !== name) return [];
      const doc = this.#space.docOf(name, target.id);
      return doc === undefined ? [] : [{ typeIndex, doc }];
    });
  }
}
