/**
 * What must be known of a Sanity dataset before its documents are read: types, files, and what links lead to.
 */
import { withoutTrailing } from '../../../../src/content/model/index.js';
import { byCount, fallingBack } from '../../core/locales.js';
import { nameOf } from '../../core/names.js';
import type { FirstKnown, Verdict } from '../../core/publication/index.js';
import type { Intake, Locale } from '../../core/source.js';
import type { Bundle } from '../../input/bundle.js';
import { valuesIn } from '../../input/json-stream.js';
import { assetOf, assetValue } from '../../value/image.js';
import {
  at,
  isList,
  isObject,
  type Json,
  type JsonObject,
  listAt,
  membersOf,
  numberAt,
  textAt,
} from '../../value/json.js';
import { link, type Value } from '../../value/value.js';
import { isPortableText } from './portable-text.js';

export const IMAGE_ASSET = 'sanity.imageAsset';
export const FILE_ASSET = 'sanity.fileAsset';
const assetTypes: ReadonlySet<string | undefined> = new Set([IMAGE_ASSET, FILE_ASSET]);

/** @returns why a document is not to be seen; undefined where it is */
export function hiddenBecause(id: string, type: string): string | undefined {
  if (id.startsWith('drafts.')) return 'a draft';
  if (id.startsWith('versions.')) return 'a version of a release that is not published';
  if (type.startsWith('system.') || (type.startsWith('sanity.') && !assetTypes.has(type))) return 'a system document';
  if (id.includes('.')) return 'under a path, which only a token reads';
  return undefined;
}

/** What the judge is told of a document of a type. */
export const knownOf = (type: string): FirstKnown => ({ type: nameOf(type, 'type'), isPublished: true });

/** @returns the members of a document by which it is judged, with their values in all locales */
export const valuesOf = (document: JsonObject): readonly (readonly [string, Json])[] =>
  membersOf(document).flatMap(([name, value]) =>
    (byLocale(value) ?? [[name, value]]).map(([, each]) => [name, each] as const),
  );

const localeCode = /^[a-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*$/;

/** @returns values by locale, where the value is a list or an object of them; undefined for any other */
export function byLocale(value: Json): readonly (readonly [string, Json])[] | undefined {
  if (Array.isArray(value)) {
    const entries = listAt(value);
    const isLocalised = (entry: Json): boolean => /^internationalizedArray.*Value$/.test(textAt(entry, '_type') ?? '');
    if (entries.length === 0 || !entries.every(isLocalised)) return undefined;
    return entries.map((entry) => [
      codeOf(textAt(entry, 'language') ?? textAt(entry, '_key') ?? ''),
      at(entry, 'value') ?? null,
    ]);
  }
  if (!isObject(value) || !/^(?:locale|locali[sz]ed|i18n)(?:[A-Z]|$)/.test(textAt(value, '_type') ?? ''))
    return undefined;
  const entries = membersOf(value).filter(([key]) => !key.startsWith('_'));
  if (entries.length === 0 || !entries.every(([key]) => localeCode.test(key))) return undefined;
  return entries.map(([key, each]) => [codeOf(key), each]);
}

/** As BCP 47 writes it. */
const codeOf = (code: string): string => code.replaceAll('_', '-');

/** Whether the value leads to a document of this dataset, or did: a studio leaves the type of one that was emptied. */
export const isReference = (value: Json): boolean =>
  (textAt(value, '_ref') !== undefined || textAt(value, '_type') === 'reference') &&
  textAt(value, '_dataset') === undefined;

/** Whether the value is a field of an image or a file. */
export const isFile = (value: Json): value is JsonObject =>
  isObject(value) &&
  (textAt(value, '_sanityAsset') !== undefined ||
    /^(?:image|file)-/.test(textAt(value, 'asset', '_ref') ?? '') ||
    ((value['_type'] === 'image' || value['_type'] === 'file') &&
      value['asset'] === undefined &&
      Object.keys(value).length === 1));

/** What an image or a file has a place for. */
export const fileMembers: ReadonlySet<string> = new Set([
  '_type',
  '_key',
  'asset',
  '_sanityAsset',
  'alt',
  'altText',
  '_upload',
  'hotspot',
  'crop',
]);

/** Whether the value is a list as the studio writes them: of objects that have a key or a type, and nothing besides. */
export const areMembers = (value: Json): value is readonly JsonObject[] =>
  isList(value) &&
  value.length > 0 &&
  value.every((each) => isObject(each) && (each['_key'] !== undefined || each['_type'] !== undefined));

/** @param place type and field. @returns the key of the type that a member of a list becomes */
export const componentKey = (member: JsonObject, place: string): string =>
  `component:${textAt(member, '_type') ?? place}`;

interface KnownDocument {
  readonly type: string;
  /** How a link in a text shows it. */
  readonly title: string;
  readonly verdict: Verdict;
}

export class Dataset {
  /** Type of each document that is to be seen, by its id, and how a link in a text shows it. */
  readonly #documents = new Map<string, KnownDocument>();
  readonly assets = new Map<string, Value>();
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
  readonly #details = new Map<string, Json>();
  readonly #paths = new Map<string, string>();

  constructor(intake: Intake) {
    this.#intake = intake;
  }

  /** Reads what an archive says of files beside its documents. */
  async surveyFiles(bundle: Bundle): Promise<void> {
    const described = bundle.names.find((name) => name === 'assets.json' || name.endsWith('/assets.json'));
    if (described !== undefined) {
      for await (const { path, value } of valuesIn(bundle.text(described), ['$.*'], described)) {
        this.#details.set(String(path[0]), value);
      }
    }
    for (const name of bundle.names) {
      const [, kind, file] = /(?:^|\/)(images|files)\/([^/]+)$/.exec(name) ?? [];
      if (kind === undefined || file === undefined) continue;
      this.#paths.set(file, `${kind}/${file}`);
      this.#fileAsset(kind === 'images' ? 'image' : 'file', file);
      this.#intake.leaveOut(`files in ${kind}/`, 'contents of files; the files stay where they are', 1);
    }
  }

  survey(document: JsonObject): void {
    const [id, type] = [textAt(document, '_id') ?? '', textAt(document, '_type') ?? ''];
    if (hiddenBecause(id, type) !== undefined) {
      this.#hidden.add(id.replace(/^drafts\./, ''));
      return;
    }
    if (assetTypes.has(type)) {
      this.#assetDocument(id, type, document);
      return;
    }
    const verdict = this.#intake.publication.foresee(valuesOf(document), knownOf(type));
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
      for (const each of localised?.map(([, one]) => one) ?? [value]) this.#list(`${owner}.${field}`, each);
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
    const known = this.#documents.get(id);
    const isOut = known !== undefined && this.#intake.publication.isOut(knownOf(known.type).type, known.verdict);
    return isOut ? undefined : known;
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

  /** Whether the files of the dataset came with it, as they do where all of it was asked for. */
  get hasFiles(): boolean {
    return this.#details.size + this.#paths.size > 0;
  }

  /** Documents that strong references lead to, and that are not there: Sanity lets none go while there is such a reference. */
  get missing(): readonly string[] {
    return [...this.#referred].filter(
      (id) => !this.#documents.has(id) && !this.#hidden.has(id) && !this.assets.has(id),
    );
  }

  /** The one that most values have is the default, and what the others fall back to. */
  get locales(): readonly Locale[] {
    return fallingBack(byCount(this.#localeCounts));
  }

  #address(kind: 'image' | 'file', file: string): string {
    const path = this.#paths.get(file) ?? `${kind}s/${file}`;
    const { assetsUrl } = this.#intake.options;
    const cdn = /^(https:\/\/cdn\.sanity\.io)\/([^/]+\/[^/]+)\/?$/.exec(assetsUrl);
    if (cdn !== null) return `${cdn[1]}/${kind}s/${cdn[2]}/${file}`;
    if (assetsUrl === '') this.#intake.note('files without an address; give it with --assets');
    return assetsUrl === '' ? path : `${withoutTrailing(assetsUrl, '/')}/${path}`;
  }

  /** Of a file in the archive; its id is that of the asset in the dataset. */
  #fileAsset(kind: 'image' | 'file', file: string): string {
    const id = `${kind}-${file.replace(/\.([A-Za-z0-9]+)$/, '-$1')}`;
    if (this.assets.has(id)) return id;
    const hash = /^[0-9a-f]{40}/.exec(file)?.[0];
    const details = this.#details.get(`${kind}-${hash ?? file}`) ?? this.#details.get(id);
    this.#keep(id, kind, file, details, this.#address(kind, file));
    return id;
  }

  /** @returns the id of a file that a document names by its address, and no archive holds */
  #elsewhere(asset: string | undefined): string | undefined {
    const [, kind, url] = /^(image|file)@(https?:\/\/.+)$/.exec(asset ?? '') ?? [];
    if (kind === undefined || url === undefined || !URL.canParse(url)) return undefined;
    if (!this.assets.has(url)) {
      const file = new URL(url).pathname.split('/').at(-1) ?? '';
      this.#keep(url, kind === 'image' ? 'image' : 'file', file, undefined, url);
    }
    return url;
  }

  #assetDocument(id: string, type: string, document: Json): void {
    const kind = type === IMAGE_ASSET ? 'image' : 'file';
    const file = id.replace(/^(?:image|file)-/, '').replace(/-([A-Za-z0-9]+)$/, '.$1');
    this.#keep(id, kind, file, document, textAt(document, 'url') ?? this.#address(kind, file));
  }

  #keep(id: string, kind: 'image' | 'file', file: string, details: Json | undefined, url: string): void {
    const [, width, height] = /-(\d+)x(\d+)\.[A-Za-z0-9]+$/.exec(file) ?? [];
    const asset = assetOf({
      url,
      width: numberAt(details, 'metadata', 'dimensions', 'width') ?? (width === undefined ? undefined : Number(width)),
      height:
        numberAt(details, 'metadata', 'dimensions', 'height') ?? (height === undefined ? undefined : Number(height)),
      altText: textAt(details, 'altText'),
      mimeType: textAt(details, 'mimeType') ?? (kind === 'image' ? imageType(file) : undefined),
      fileName: textAt(details, 'originalFilename') ?? file,
      fileSize: numberAt(details, 'size'),
      assetId: id,
    });
    this.assets.set(id, assetValue(asset, link(id, kind === 'image' ? IMAGE_ASSET : FILE_ASSET)));
  }

  /** @returns the file that an image or file field leads to; undefined where the value is no such field, or leads nowhere */
  assetOf(value: Json): Value | undefined {
    const packed = /^(image|file)@file:\/\/\.?\/?(?:images|files)\/(.+)$/.exec(textAt(value, '_sanityAsset') ?? '');
    const reference = textAt(value, 'asset', '_ref');
    const [, kind, file] = packed ?? [];
    const id =
      file === undefined
        ? (reference ?? this.#elsewhere(textAt(value, '_sanityAsset')))
        : this.#fileAsset(kind === 'image' ? 'image' : 'file', file);
    const found = id === undefined ? undefined : this.assets.get(id);
    const alt = textAt(value, 'alt') ?? textAt(value, 'altText');
    if (found?.kind !== 'asset') return undefined;
    return alt === undefined || alt === '' ? found : { ...found, asset: { ...found.asset, altText: alt } };
  }
}

const imageType = (file: string): string => {
  const ending = file.slice(file.lastIndexOf('.') + 1).toLowerCase();
  return `image/${ending === 'jpg' ? 'jpeg' : ending === 'svg' ? 'svg+xml' : ending}`;
};
