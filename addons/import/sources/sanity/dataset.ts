/**
 * First pass over a Sanity dataset: collects types, components, locales and public documents.
 *
 * Elsewhere: its images and files (files), the forms of values (values), reading the documents (document-reader).
 */

import type { Locale } from '../../core/declarations/locales.js';
import { byCount, fallingBack } from '../../core/declarations/locales.js';
import { nameOf } from '../../core/declarations/names.js';
import type { Intake } from '../../core/intake/source.js';
import type { SurveyContext, Verdict } from '../../core/privacy/publication/index.js';
import { at, isList, type Json, type JsonObject, membersOf, textAt } from '../../value/json.js';
import { assetTypes, DatasetFiles } from './files.js';
import { isPortableText } from './portable-text.js';
import { areMembers, byLocale, componentKey, fileMembers, isFile, isReference } from './values.js';

/** @returns why a document is not public; undefined if it is */
export function hiddenBecause(id: string, type: string): string | undefined {
  if (id.startsWith('drafts.')) return 'a draft';
  if (id.startsWith('versions.')) return 'a version of a release that is not published';
  if (type.startsWith('system.') || (type.startsWith('sanity.') && !assetTypes.has(type))) return 'a system document';
  if (id.includes('.')) return 'under a path, which only a token reads';
  return undefined;
}

/** @returns the facts by which documents of a type are judged */
export const knownOf = (type: string): SurveyContext => ({ type: nameOf(type, 'type'), isPublished: true });

/** @returns the members of a document by which it is judged, with their values in all locales */
export const valuesOf = (document: JsonObject): readonly (readonly [string, Json])[] =>
  membersOf(document).flatMap(([name, value]) =>
    (byLocale(value) ?? [[name, value]]).map(([, each]) => [name, each] as const),
  );

interface KnownDocument {
  readonly type: string;
  /** How a link in a text shows it. */
  readonly title: string;
  readonly verdict: Verdict;
}

export class Dataset {
  /** Type of each document that is to be seen, by its id, and how a link in a text shows it. */
  readonly #documents = new Map<string, KnownDocument>();
  readonly files: DatasetFiles;
  readonly types = new Set<string>();
  /** Places, by type and field, at which some list has text, and those at which some has what is no file and no reference. */
  readonly texts = new Set<string>();
  readonly #components = new Set<string>();
  /** Of each place the types of the objects there. */
  readonly #memberTypes = new Map<string, Set<string>>();
  /** What strong references lead to, and what is there though it is not to be seen. */
  readonly #referred = new Set<string>();
  readonly #hidden = new Set<string>();
  readonly #localeCounts = new Map<string, number>();
  readonly #intake: Intake;

  constructor(intake: Intake) {
    this.#intake = intake;
    this.files = new DatasetFiles(intake);
  }

  survey(document: JsonObject): void {
    const [id, type] = [textAt(document, '_id') ?? '', textAt(document, '_type') ?? ''];
    if (hiddenBecause(id, type) !== undefined) {
      this.#hidden.add(id.replace(/^drafts\./, ''));
      return;
    }
    if (assetTypes.has(type)) {
      this.files.addDocument(id, type, document);
      return;
    }
    const verdict = this.#intake.publication.judgeInSurvey(valuesOf(document), knownOf(type));
    if (verdict.is === 'private' || verdict.is === 'doubt') {
      this.#hidden.add(id);
      return;
    }
    this.types.add(type);
    const title = ['title', 'name', 'label'].map((name) => textAt(document, name)).find((each) => each !== undefined);
    this.#documents.set(id, { type, title: (title ?? id).slice(0, 300), verdict });
    this.#members(type, document);
    this.#references(document);
  }

  #members(owner: string, object: JsonObject): void {
    for (const [field, value] of membersOf(object)) {
      const localised = byLocale(value);
      for (const [code] of localised ?? []) this.#localeCounts.set(code, (this.#localeCounts.get(code) ?? 0) + 1);
      for (const each of localised?.map(([, localValue]) => localValue) ?? [value])
        this.#list(`${owner}.${field}`, each);
    }
  }

  #list(place: string, value: Json): void {
    if (!areMembers(value)) return;
    if (isPortableText(value)) {
      this.texts.add(place);
      return;
    }
    const types = this.#memberTypes.get(place) ?? new Set();
    this.#memberTypes.set(place, types);
    for (const each of value.filter((member) => !isReference(member))) {
      types.add(componentKey(each, place));
      const isPlain = isFile(each) && Object.keys(each).every((name) => fileMembers.has(name));
      if (!isPlain) this.#components.add(place);
      this.#members(componentKey(each, place), each);
    }
  }

  #references(value: Json): void {
    if (isList(value)) for (const each of value) this.#references(each);
    const id = isReference(value) && at(value, '_weak') !== true ? textAt(value, '_ref') : undefined;
    if (id !== undefined && !/^(?:image|file)-/.test(id)) this.#referred.add(id);
    for (const [, each] of membersOf(value)) this.#references(each);
  }

  /** @returns a document that is public; to be asked once all were looked at */
  document(id: string): KnownDocument | undefined {
    const publicDocument = this.#documents.get(id);
    const isOut =
      publicDocument !== undefined &&
      this.#intake.publication.isKeptOut(knownOf(publicDocument.type).type, publicDocument.verdict);
    return isOut ? undefined : publicDocument;
  }

  /** Whether lists at a place are components; one kind of thing at a place, whatever a single list has. */
  hasComponents(place: string): boolean {
    return this.#components.has(place) && !this.texts.has(place);
  }

  /** Keys of the types that members of lists become. */
  get componentTypes(): readonly string[] {
    const places = [...this.#memberTypes].filter(([place]) => this.hasComponents(place));
    return [...new Set(places.flatMap(([, types]) => [...types]))].sort();
  }

  /** Documents that strong references lead to, and that are not there: Sanity lets none go while there is such a reference. */
  get missing(): readonly string[] {
    return [...this.#referred].filter(
      (id) => !this.#documents.has(id) && !this.#hidden.has(id) && !this.files.assets.has(id),
    );
  }

  /** The one that most values have is the default, and what the others fall back to. */
  get locales(): readonly Locale[] {
    return fallingBack(byCount(this.#localeCounts));
  }
}
