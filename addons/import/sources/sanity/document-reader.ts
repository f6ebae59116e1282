/**
 * Hands in the documents of a Sanity dataset, its images and its files; objects in lists become items of their own.
 *
 * Elsewhere: the survey that must come first (dataset), the forms of values (values), texts (portable-text).
 */
import type { FieldValue, Intake } from '../../core/intake/source.js';
import { isList, isObject, type Json, type JsonObject, membersOf, textAt } from '../../value/json.js';
import { assetJson, asValue, json, link, list, markdown, plainOf, text, type Value } from '../../value/value.js';
import { type Dataset, hiddenBecause, knownOf, valuesOf } from './dataset.js';
import { FILE_ASSET, IMAGE_ASSET } from './files.js';
import { isPortableText, portableTextToMarkdown } from './portable-text.js';
import { areMembers, byLocale, componentKey, fileMembers, isFile, isReference, isSlug } from './values.js';

/** Whose members are read: a document, or a component in it. */
interface Holder {
  /** The source's key of the type that it becomes, and the name. */
  readonly key: string;
  readonly name: string;
  readonly id: string;
  readonly place: string;
}

/** Members of a document or a component that say what it is. */
const ownMembers: ReadonlySet<string> = new Set(['_id', '_type', '_key']);

export class DocumentReader {
  readonly #dataset: Dataset;
  readonly #intake: Intake;

  constructor(dataset: Dataset, intake: Intake) {
    this.#dataset = dataset;
    this.#intake = intake;
  }

  async read(document: JsonObject, place: string): Promise<void> {
    const [id, key] = [textAt(document, '_id') ?? '', textAt(document, '_type') ?? ''];
    if (/^line-\d+$/.test(id)) this.#intake.note(`${key}: items without an id; their line is the id`);
    const why = hiddenBecause(id, key);
    if (why !== undefined) return this.#intake.keepOut(key, id.replace(/^drafts\./, ''), why, place);
    if (key === IMAGE_ASSET || key === FILE_ASSET) return;
    const verdict = this.#intake.publication.judge(valuesOf(document), { ...knownOf(key), isSurveyed: true });
    if (verdict.is !== 'public') return this.#intake.keepOut(key, id, verdict, place);
    const type = this.#intake.type(key);
    await type.add(id, await this.#fields(document, { key, name: type.name, id, place }), place);
  }

  async #fields(object: JsonObject, holder: Holder): Promise<FieldValue[]> {
    const values: FieldValue[] = [];
    for (const [field, value] of membersOf(object)) {
      if (ownMembers.has(field)) continue;
      if (field === '_rev' || field === '_system') this.#intake.leaveOut(field, 'bookkeeping of the CMS');
      else {
        const localised: readonly (readonly [string | undefined, Json])[] = byLocale(value) ?? [[undefined, value]];
        for (const [locale, each] of localised) {
          values.push({ field, locale, value: await this.#field(each, holder, field, locale) });
        }
      }
    }
    return values;
  }

  async #field(value: Json, holder: Holder, field: string, locale: string | undefined): Promise<Value | undefined> {
    const what = `${holder.name}.${field}`;
    const at = `${holder.key}.${field}`;
    if (isList(value) && value.length === 0 && this.#dataset.texts.has(at)) return undefined;
    if (!areMembers(value)) return this.#value(value, what, holder.place);
    if (this.#dataset.texts.has(at)) return this.#text(value, what, holder.place);
    if (!this.#dataset.hasComponents(at)) return this.#value(value, what, holder.place);
    const links: Value[] = [];
    const keys = new Set<string>();
    for (const [index, each] of value.entries()) {
      if (isReference(each)) {
        const reference = this.#reference(textAt(each, '_ref') ?? '', what);
        const target = reference?.kind === 'asset' ? reference.item : reference;
        if (target !== undefined) links.push(target);
        continue;
      }
      const own = textAt(each, '_key') ?? '';
      // Keys are made by whoever writes the list, and may be there twice.
      const part = own !== '' && !keys.has(own) ? own : [...(own === '' ? [] : [own]), index + 1].join('-');
      keys.add(own);
      const id = [holder.id, field, ...(locale === undefined ? [] : [locale]), part].join('.');
      const key = componentKey(each, at);
      const type = this.#intake.type(key);
      const inner: Holder = { key, name: type.name, id, place: holder.place };
      const values = isFile(each) ? await this.#shown(each, inner, what) : await this.#fields(each, inner);
      await type.add(id, values, holder.place);
      links.push(link(id, key));
    }
    return list(links);
  }

  /** @returns the file, and what a component has a place for although a file has none */
  async #shown(value: JsonObject, holder: Holder, what: string): Promise<FieldValue[]> {
    const members = membersOf(value);
    const of = (isOfFile: boolean): JsonObject =>
      Object.fromEntries(members.filter(([name]) => fileMembers.has(name) === isOfFile));
    const file = this.#file(of(true), what);
    const isImage = file?.kind !== 'asset' || file.isImage;
    return [{ field: isImage ? 'image' : 'file', value: file }, ...(await this.#fields(of(false), holder))];
  }

  #value(value: Json, what: string, place: string): Value | undefined {
    if (isList(value)) return this.#list(value, what, place);
    if (!isObject(value)) return asValue(value);
    if (isReference(value)) return this.#reference(textAt(value, '_ref') ?? '', what);
    if (isSlug(value)) return asValue(value['current']);
    if (isFile(value)) return this.#file(value, what);
    return json(this.#resolved(value, what, place));
  }

  #text(values: Json, what: string, place: string): Value | undefined {
    const converted = portableTextToMarkdown(values, {
      report: this.#intake.textReport(what, place, true),
      linkTarget: (id) => {
        const document = this.#dataset.document(id);
        return document && { title: document.title, url: this.#intake.path(document.type, id) };
      },
      asset: (value) => {
        const asset = this.#dataset.files.assetOf(value);
        return asset?.kind === 'asset' ? asset : undefined;
      },
    });
    return converted === undefined ? undefined : markdown(converted, values);
  }

  #list(values: readonly Json[], what: string, place: string): Value | undefined {
    if (isPortableText(values)) return this.#text(values, what, place);
    if (values.length > 0 && values.every((each) => isReference(each) || isFile(each))) {
      return list(values.flatMap((each) => this.#value(each, what, place) ?? []));
    }
    return asValue(values.map((each) => this.#resolved(each, what, place)));
  }

  /** @returns the same, where files and references in it are what they lead to, and texts are Markdown */
  #resolved(value: Json, what: string, place: string): Json {
    if (!isObject(value) && !isList(value)) return value;
    if (isReference(value) || isPortableText(value) || isFile(value) || isSlug(value)) {
      const resolved = this.#value(value, what, place);
      return resolved === undefined ? null : plainOf(resolved);
    }
    if (isList(value)) return value.map((each) => this.#resolved(each, what, place));
    return Object.fromEntries(membersOf(value).map(([name, each]) => [name, this.#resolved(each, what, place)]));
  }

  #reference(given: string, what: string): Value | undefined {
    if (given === '') return undefined;
    const id = given.replace(/^drafts\./, '');
    const asset = this.#dataset.files.assets.get(id);
    const type = this.#dataset.document(id)?.type;
    if (asset !== undefined) return asset;
    if (type === undefined) this.#intake.lose(what, 'links to items that are not in the export');
    return type === undefined ? undefined : link(id, type);
  }

  #file(value: JsonObject, what: string): Value | undefined {
    const file = this.#dataset.files.assetOf(value);
    if (file === undefined && (value['asset'] !== undefined || value['_sanityAsset'] !== undefined)) {
      this.#intake.lose(what, 'links to files that are not in the export');
    }
    for (const key of Object.keys(value)) {
      if (key === 'hotspot' || key === 'crop') this.#intake.leaveOut(`${what}: ${key}`, 'how a site crops an image');
      else if (!fileMembers.has(key))
        this.#intake.lose(`${what}: ${key}`, 'images and files have no place for this member');
    }
    return file;
  }

  async assets(): Promise<void> {
    for (const [id, value] of this.#dataset.files.assets) {
      if (value.kind !== 'asset') continue;
      const isImage = value.item?.type === IMAGE_ASSET;
      const type = this.#intake.type(isImage ? IMAGE_ASSET : FILE_ASSET, isImage ? 'imageAsset' : 'fileAsset');
      const name = assetJson(value.asset)['fileName'];
      const values = [
        { field: 'fileName', value: typeof name === 'string' ? text(name) : undefined },
        { field: value.isImage ? 'image' : 'file', value },
      ];
      await type.add(id, values, id);
    }
  }
}
