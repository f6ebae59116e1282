/**
 * First pass over a Sanity dataset: collects types, components, locales and public documents.
 *
 * Elsewhere: its images and files (files), the forms of values (values), reading the documents (document-reader).
 */

import type { Locale } from '../../core/declarations/locales.js';
import { buildLocales, sortByFrequency } from '../../core/declarations/locales.js';
import { makeName } from '../../core/declarations/names.js';
import type { Intake } from '../../core/intake/source.js';
import type { SurveyContext, Verdict } from '../../core/privacy/publication/index.js';
import { isList, type Json, type JsonObject, memberAt, readMembers, textAt } from '../../value/json.js';
import { assetTypes, DatasetFiles } from './files.js';
import { isPortableText } from './portable-text.js';
import { buildComponentKey, fileMembers, isFile, isMemberList, isReference, splitByLocale } from './values.js';

/** @returns the reason why a document is not public; undefined if it is public */
export function findHiddenReason(id: string, type: string): string | undefined {
  if (id.startsWith('drafts.')) return 'a draft';
  if (id.startsWith('versions.')) return 'a version of a release that is not published';
  if (type.startsWith('system.') || (type.startsWith('sanity.') && !assetTypes.has(type))) return 'a system document';
  if (id.includes('.')) return 'under a path, which only a token reads';
  return undefined;
}

/** @returns the facts from which the publication of a document is judged, apart from its fields */
export const buildFacts = (type: string): SurveyContext => ({ type: makeName(type, 'type'), isPublished: true });

/** @returns the members of a document from which its publication is judged, with one entry for each locale */
export const readValuesToJudge = (document: JsonObject): readonly (readonly [string, Json])[] =>
  readMembers(document).flatMap(([name, value]) =>
    (splitByLocale(value) ?? [[name, value]]).map(([, localValue]) => [name, localValue] as const),
  );

interface PublicDocument {
  readonly type: string;
  /** The text of links to the document. */
  readonly title: string;
  readonly verdict: Verdict;
}

export class Dataset {
  /** Documents that may be public, by id. */
  readonly #documents = new Map<string, PublicDocument>();
  readonly files: DatasetFiles;
  readonly types = new Set<string>();
  /** Keys (`type.field`) of fields in which at least one list is portable text. */
  readonly textFields = new Set<string>();
  readonly #componentFields = new Set<string>();
  /** Types of the objects in the lists of a field, by field key. */
  readonly #memberTypes = new Map<string, Set<string>>();
  /** Ids of documents that strong references link to. */
  readonly #referencedIds = new Set<string>();
  readonly #hiddenIds = new Set<string>();
  readonly #localeCounts = new Map<string, number>();
  readonly #intake: Intake;

  constructor(intake: Intake) {
    this.#intake = intake;
    this.files = new DatasetFiles(intake);
  }

  survey(document: JsonObject): void {
    const [id, type] = [textAt(document, '_id') ?? '', textAt(document, '_type') ?? ''];
    if (findHiddenReason(id, type) !== undefined) {
      this.#hiddenIds.add(id.replace(/^drafts\./, ''));
      return;
    }
    if (assetTypes.has(type)) {
      this.files.addDocument(id, type, document);
      return;
    }
    const verdict = this.#intake.publication.judgeInSurvey(readValuesToJudge(document), buildFacts(type));
    if (verdict.is === 'private' || verdict.is === 'doubt') {
      this.#hiddenIds.add(id);
      return;
    }
    this.types.add(type);
    const typeName = buildFacts(type).type;
    const { overrides } = this.#intake.options;
    // Links must not show a field that `--without` names.
    const title = ['title', 'name', 'label']
      .filter((name) => overrides.of(`${typeName}.${name}`)?.keep !== false)
      .map((name) => textAt(document, name))
      .find((text) => text !== undefined);
    this.#documents.set(id, { type, title: (title ?? id).slice(0, 300), verdict });
    this.#surveyMembers(type, document);
    this.#surveyReferences(document);
  }

  #surveyMembers(owner: string, object: JsonObject): void {
    for (const [field, value] of readMembers(object)) {
      const localValues = splitByLocale(value);
      for (const [code] of localValues ?? []) this.#localeCounts.set(code, (this.#localeCounts.get(code) ?? 0) + 1);
      for (const localValue of localValues?.map(([, localValue]) => localValue) ?? [value])
        this.#surveyList(`${owner}.${field}`, localValue);
    }
  }

  #surveyList(fieldKey: string, value: Json): void {
    if (!isMemberList(value)) return;
    if (isPortableText(value)) {
      this.textFields.add(fieldKey);
      return;
    }
    const types = this.#memberTypes.get(fieldKey) ?? new Set();
    this.#memberTypes.set(fieldKey, types);
    for (const member of value.filter((member) => !isReference(member))) {
      types.add(buildComponentKey(member, fieldKey));
      const isPlain = isFile(member) && Object.keys(member).every((name) => fileMembers.has(name));
      if (!isPlain) this.#componentFields.add(fieldKey);
      this.#surveyMembers(buildComponentKey(member, fieldKey), member);
    }
  }

  #surveyReferences(value: Json): void {
    if (isList(value)) for (const item of value) this.#surveyReferences(item);
    const id = isReference(value) && memberAt(value, '_weak') !== true ? textAt(value, '_ref') : undefined;
    if (id !== undefined && !/^(?:image|file)-/.test(id)) this.#referencedIds.add(id);
    for (const [, member] of readMembers(value)) this.#surveyReferences(member);
  }

  /** @returns the document if it is public; called after all documents were surveyed */
  findDocument(id: string): PublicDocument | undefined {
    const publicDocument = this.#documents.get(id);
    const isLeftOut =
      publicDocument !== undefined &&
      this.#intake.publication.isKeptOut(buildFacts(publicDocument.type).type, publicDocument.verdict);
    return isLeftOut ? undefined : publicDocument;
  }

  /** Whether the objects in lists of a field become items. All lists of a field are read in the same form. */
  hasComponents(fieldKey: string): boolean {
    return this.#componentFields.has(fieldKey) && !this.textFields.has(fieldKey);
  }

  /** Keys of the types of items that are made of list members. */
  get componentTypes(): readonly string[] {
    const places = [...this.#memberTypes].filter(([fieldKey]) => this.hasComponents(fieldKey));
    return [...new Set(places.flatMap(([, types]) => [...types]))].sort();
  }

  /** Missing targets of strong references. Sanity refuses to delete a document that has one, so the export is incomplete. */
  get missingIds(): readonly string[] {
    return [...this.#referencedIds].filter(
      (id) => !this.#documents.has(id) && !this.#hiddenIds.has(id) && !this.files.assets.has(id),
    );
  }

  /** The most frequent locale is the default, and the fallback of all other locales. */
  get locales(): readonly Locale[] {
    return buildLocales(sortByFrequency(this.#localeCounts));
  }
}
