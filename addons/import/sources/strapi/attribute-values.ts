/**
 * Reads the values of the attributes of a Strapi row: media, relations, rich text and components. A component becomes an item;
 * its id is made of the id of its row and its position.
 *
 * Elsewhere: joining the rows of a document (entries), the schemas and the links between rows (project).
 */
import type { FieldValue, Intake } from '../../core/intake/source.js';
import { htmlToMarkdown, treeToMarkdown } from '../../text/converter.js';
import { isObject, type Json, listAt, memberAt, readMembers, textAt } from '../../value/json.js';
import { json, link, list, markdown, toValue, type Value } from '../../value/value.js';
import { convertBlocks } from './blocks.js';
import { type ContentTypes, findHiddenReason, NOT_PUBLIC } from './content-types.js';
import { type Attribute, FILE_TYPE, type Project, type Schema } from './project.js';

/** The row or component that has an attribute. */
export interface AttributeHolder {
  readonly schema: Schema;
  /** The identifier that links use. */
  readonly ref: string;
  readonly data: Json;
  /** The id of the item in the export. */
  readonly id: string;
  readonly place: string;
}

export class AttributeReader {
  readonly #project: Project;
  readonly #types: ContentTypes;
  readonly #intake: Intake;
  /** Rows of the files that public items link to. */
  readonly linkedFiles = new Set<string>();

  constructor(project: Project, types: ContentTypes, intake: Intake) {
    this.#project = project;
    this.#types = types;
    this.#intake = intake;
  }

  /** @returns the value of an attribute; undefined if it is empty or not public */
  async read(holder: AttributeHolder, attribute: Attribute): Promise<Value | undefined> {
    const subject = `${this.#intake.type(holder.schema.uid).name}.${attribute.name}`;
    const value = memberAt(holder.data, attribute.name);
    const hiddenReason = findHiddenReason(attribute);
    if (hiddenReason !== undefined) {
      if (value !== undefined && value !== null) this.#intake.leaveOut(subject, hiddenReason);
      return undefined;
    }
    switch (attribute.type) {
      case 'media':
        return this.#readMedia(holder, attribute, subject);
      case 'relation':
        return this.#readRelation(holder, attribute, subject);
      case 'component':
      case 'dynamiczone':
        return this.#readComponents(holder, attribute, value, subject);
      case 'richtext':
      case 'blocks':
        return this.#convertRichText(holder, attribute, value, subject);
      case 'json':
        return value === undefined || value === null ? undefined : json(value);
      default:
        return toValue(value);
    }
  }

  #convertRichText(
    holder: AttributeHolder,
    attribute: Attribute,
    value: Json | undefined,
    subject: string,
  ): Value | undefined {
    if (value === undefined || value === null) return undefined;
    if (attribute.type === 'blocks') {
      const report = this.#intake.textReport(subject, holder.place, true);
      const reportLost = (type: string): void => report.lost(`blocks of the type ${type}; the text stays`);
      const converted = treeToMarkdown(() => convertBlocks(listAt(value), reportLost), report);
      return converted === undefined ? undefined : markdown(converted, value);
    }
    if (typeof value !== 'string') return toValue(value);
    // The editor of Strapi writes Markdown; editors of plugins write HTML.
    const isHtml = /^\s*<(?:p|h[1-6]|div|ul|ol|figure|blockquote|table|span|strong|a)\b/i.test(value);
    const converted = isHtml ? htmlToMarkdown(value, this.#intake.textReport(subject, holder.place)) : value;
    return converted === undefined ? undefined : markdown(converted);
  }

  #readMedia(holder: AttributeHolder, attribute: Attribute, subject: string): Value | undefined {
    const files = this.#project.findLinks(holder.schema.uid, attribute.name, holder.ref).flatMap(({ type, ref }) => {
      const file = type === FILE_TYPE ? this.#project.files.get(ref) : undefined;
      if (file === undefined) this.#intake.lose(subject, 'links to files that are not in the export');
      this.linkedFiles.add(ref);
      return file ?? [];
    });
    const isMany = memberAt(attribute.json, 'multiple') === true;
    if (!isMany || files.length === 0) return files[0];
    return list(files);
  }

  #readRelation(holder: AttributeHolder, attribute: Attribute, subject: string): Value | undefined {
    const targets = new Map<string, Value>();
    for (const { type, ref } of this.#project.findLinks(holder.schema.uid, attribute.name, holder.ref)) {
      const id = this.#project.findPublicDocumentId(type, ref);
      if (type.startsWith('api::') && !this.#types.isPublicType(type)) this.#intake.leaveOut(subject, NOT_PUBLIC);
      else if (id !== undefined) targets.set(`${type} ${id}`, link(id, type));
      else if (type.startsWith('api::')) this.#reportMissingTarget(type, ref, subject);
      else this.#intake.leaveOut(subject, `links to ${type}, which is not content`);
    }
    const links = [...targets.values()];
    if (links.length === 0) return undefined;
    const isMany = /ToMany$/.test(textAt(attribute.json, 'relation') ?? '');
    return isMany ? list(links) : links[0];
  }

  #reportMissingTarget(type: string, ref: string, subject: string): void {
    const isDraft = this.#project.findRow(type, ref) !== undefined;
    this.#intake.lose(subject, `links to ${isDraft ? 'drafts' : 'items that are not in the export'}`);
  }

  async #readComponents(
    holder: AttributeHolder,
    attribute: Attribute,
    value: Json | undefined,
    subject: string,
  ): Promise<Value | undefined> {
    const isSingle = attribute.type === 'component' && memberAt(attribute.json, 'repeatable') !== true;
    const components = Array.isArray(value) ? listAt(value) : isObject(value) ? [value] : [];
    const links: Value[] = [];
    for (const [index, component] of components.entries()) {
      const uid = textAt(component, '__component') ?? textAt(attribute.json, 'component') ?? '';
      const schema = this.#project.schemas.get(uid);
      if (schema === undefined) {
        this.#intake.lose(subject, `components of the type ${uid}, which has no schema`);
        continue;
      }
      const id = `${holder.id}.${attribute.name}${isSingle ? '' : `.${index + 1}`}`;
      const componentHolder: AttributeHolder = {
        schema,
        ref: String(memberAt(component, 'id') ?? ''),
        data: component,
        id,
        place: holder.place,
      };
      const type = this.#intake.type(uid);
      // A component may be a draft, or hidden, on its own.
      const verdict = this.#intake.admit(type, id, readMembers(component), holder.place, { isPublished: true });
      if (verdict === undefined) continue;
      const values: FieldValue[] = [];
      for (const componentAttribute of schema.attributes)
        values.push({ field: componentAttribute.name, value: await this.read(componentHolder, componentAttribute) });
      for (const [name] of readMembers(component)) {
        const isKnown =
          schema.attributes.some((componentAttribute) => componentAttribute.name === name) ||
          name === 'id' ||
          name === '__component';
        if (!isKnown) this.#intake.lose(`${subject}: ${name}`, 'the schema of the component has no such field');
      }
      await type.add(id, values, holder.place, verdict);
      links.push(link(id, uid));
    }
    if (isSingle) return links[0];
    return links.length > 0 ? list(links) : undefined;
  }
}
