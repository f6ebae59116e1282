/**
 * Second pass over a Sanity dataset: adds documents, images and files as items; objects in lists become separate items.
 *
 * Elsewhere: the survey that must come first (dataset), the forms of values (values), texts (portable-text).
 */
import type { FieldValue, Intake } from '../../core/intake/source.js';
import { isList, isObject, type Json, type JsonObject, readMembers, textAt } from '../../value/json.js';
import { json, link, list, markdown, text, toJson, toValue, type Value, writeAsset } from '../../value/value.js';
import { buildFacts, type Dataset, findHiddenReason, readValuesToJudge } from './dataset.js';
import { FILE_ASSET, IMAGE_ASSET } from './files.js';
import { isPortableText, portableTextToMarkdown } from './portable-text.js';
import { buildComponentKey, fileMembers, isFile, isMemberList, isReference, isSlug, splitByLocale } from './values.js';

/** The document or component whose members are read. */
interface ItemHolder {
  /** The key and the name of the item's type. */
  readonly key: string;
  readonly name: string;
  readonly id: string;
  readonly place: string;
}

/** Members that identify a document or a component. */
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
    const hiddenReason = findHiddenReason(id, key);
    if (hiddenReason !== undefined) return this.#intake.keepOut(key, id.replace(/^drafts\./, ''), hiddenReason, place);
    if (key === IMAGE_ASSET || key === FILE_ASSET) return;
    const verdict = this.#intake.publication.judge(readValuesToJudge(document), {
      ...buildFacts(key),
      isSurveyed: true,
    });
    if (verdict.is !== 'public') return this.#intake.keepOut(key, id, verdict, place);
    const type = this.#intake.type(key);
    await type.add(id, await this.#readFields(document, { key, name: type.name, id, place }), place);
  }

  async #readFields(object: JsonObject, holder: ItemHolder): Promise<FieldValue[]> {
    const values: FieldValue[] = [];
    for (const [field, value] of readMembers(object)) {
      if (ownMembers.has(field)) continue;
      if (field === '_rev' || field === '_system') this.#intake.leaveOut(field, 'bookkeeping of the CMS');
      else {
        const localValues: readonly (readonly [string | undefined, Json])[] = splitByLocale(value) ?? [
          [undefined, value],
        ];
        for (const [locale, localValue] of localValues) {
          values.push({ field, locale, value: await this.#readField(localValue, holder, field, locale) });
        }
      }
    }
    return values;
  }

  async #readField(
    value: Json,
    holder: ItemHolder,
    field: string,
    locale: string | undefined,
  ): Promise<Value | undefined> {
    const subject = `${holder.name}.${field}`;
    // Sanity's studio allows a slug in one document of a type only, unless the schema says otherwise.
    if (isSlug(value)) this.#intake.type(holder.key).field(field, { unique: true });
    const fieldKey = `${holder.key}.${field}`;
    if (isList(value) && value.length === 0 && this.#dataset.textFields.has(fieldKey)) return undefined;
    if (!isMemberList(value)) return this.#readValue(value, subject, holder.place);
    if (this.#dataset.textFields.has(fieldKey)) return this.#convertText(value, subject, holder.place);
    if (!this.#dataset.hasComponents(fieldKey)) return this.#readValue(value, subject, holder.place);
    const links: Value[] = [];
    const keys = new Set<string>();
    for (const [index, member] of value.entries()) {
      if (isReference(member)) {
        const reference = this.#readReference(textAt(member, '_ref') ?? '', subject);
        const target = reference?.kind === 'asset' ? reference.item : reference;
        if (target !== undefined) links.push(target);
        continue;
      }
      const memberKey = textAt(member, '_key') ?? '';
      // Editors and scripts make the keys, so a key may occur twice in a list.
      const idPart =
        memberKey !== '' && !keys.has(memberKey)
          ? memberKey
          : [...(memberKey === '' ? [] : [memberKey]), index + 1].join('-');
      keys.add(memberKey);
      const id = [holder.id, field, ...(locale === undefined ? [] : [locale]), idPart].join('.');
      const key = buildComponentKey(member, fieldKey);
      const type = this.#intake.type(key);
      const component: ItemHolder = { key, name: type.name, id, place: holder.place };
      // An object in a list may be a draft, or hidden, on its own.
      const verdict = this.#intake.admit(type, id, readValuesToJudge(member), holder.place, { isPublished: true });
      if (verdict === undefined) continue;
      const values = isFile(member)
        ? await this.#readFileComponent(member, component, subject)
        : await this.#readFields(member, component);
      await type.add(id, values, holder.place, verdict);
      links.push(link(id, key));
    }
    return list(links);
  }

  /** @returns the file, and the other members, which a component keeps as fields */
  async #readFileComponent(value: JsonObject, holder: ItemHolder, subject: string): Promise<FieldValue[]> {
    const members = readMembers(value);
    const selectMembers = (isOfFile: boolean): JsonObject =>
      Object.fromEntries(members.filter(([name]) => fileMembers.has(name) === isOfFile));
    const file = this.#readFile(selectMembers(true), subject);
    const isImage = file?.kind !== 'asset' || file.isImage;
    return [
      { field: isImage ? 'image' : 'file', value: file },
      ...(await this.#readFields(selectMembers(false), holder)),
    ];
  }

  #readValue(value: Json, subject: string, place: string): Value | undefined {
    if (isList(value)) return this.#readList(value, subject, place);
    if (!isObject(value)) return toValue(value);
    if (isReference(value)) return this.#readReference(textAt(value, '_ref') ?? '', subject);
    if (isSlug(value)) return toValue(value['current']);
    if (isFile(value)) return this.#readFile(value, subject);
    return json(this.#resolveJson(value, subject, place));
  }

  #convertText(values: Json, subject: string, place: string): Value | undefined {
    const converted = portableTextToMarkdown(values, {
      report: this.#intake.textReport(subject, place, true),
      linkTarget: (id) => {
        const document = this.#dataset.findDocument(id);
        if (document !== undefined && this.#intake.isLeftOutType(buildFacts(document.type).type)) return undefined;
        return document && { title: document.title, url: this.#intake.path(document.type, id) };
      },
      asset: (value) => {
        const asset = this.#dataset.files.findAsset(value);
        return asset?.kind === 'asset' ? asset : undefined;
      },
    });
    return converted === undefined ? undefined : markdown(converted, values);
  }

  #readList(values: readonly Json[], subject: string, place: string): Value | undefined {
    if (isPortableText(values)) return this.#convertText(values, subject, place);
    if (values.length > 0 && values.every((member) => isReference(member) || isFile(member))) {
      return list(values.flatMap((member) => this.#readValue(member, subject, place) ?? []));
    }
    return toValue(values.map((member) => this.#resolveJson(member, subject, place)));
  }

  /** @returns the JSON with references replaced by links, files by their details, and portable text by Markdown */
  #resolveJson(value: Json, subject: string, place: string): Json {
    if (!isObject(value) && !isList(value)) return value;
    if (isReference(value) || isPortableText(value) || isFile(value) || isSlug(value)) {
      const resolved = this.#readValue(value, subject, place);
      return resolved === undefined ? null : toJson(resolved);
    }
    if (isList(value)) return value.map((member) => this.#resolveJson(member, subject, place));
    return Object.fromEntries(
      readMembers(value).map(([name, member]) => [name, this.#resolveJson(member, subject, place)]),
    );
  }

  #readReference(writtenId: string, subject: string): Value | undefined {
    if (writtenId === '') return undefined;
    const id = writtenId.replace(/^drafts\./, '');
    const asset = this.#dataset.files.assets.get(id);
    const type = this.#dataset.findDocument(id)?.type;
    if (asset !== undefined) return asset;
    if (type === undefined) this.#intake.lose(subject, 'links to items that are not in the export');
    return type === undefined ? undefined : link(id, type);
  }

  #readFile(value: JsonObject, subject: string): Value | undefined {
    const file = this.#dataset.files.findAsset(value);
    if (file === undefined && (value['asset'] !== undefined || value['_sanityAsset'] !== undefined)) {
      this.#intake.lose(subject, 'links to files that are not in the export');
    }
    for (const key of Object.keys(value)) {
      if (key === 'hotspot' || key === 'crop') this.#intake.leaveOut(`${subject}: ${key}`, 'how a site crops an image');
      else if (!fileMembers.has(key))
        this.#intake.lose(`${subject}: ${key}`, 'images and files have no place for this member');
    }
    return file;
  }

  async addAssets(): Promise<void> {
    for (const [id, value] of this.#dataset.files.assets) {
      if (value.kind !== 'asset') continue;
      const isImage = value.item?.type === IMAGE_ASSET;
      const type = this.#intake.type(isImage ? IMAGE_ASSET : FILE_ASSET, isImage ? 'imageAsset' : 'fileAsset');
      const name = writeAsset(value.asset)['fileName'];
      const values = [
        { field: 'fileName', value: typeof name === 'string' ? text(name) : undefined },
        { field: value.isImage ? 'image' : 'file', value },
      ];
      await type.add(id, values, id);
    }
  }
}
