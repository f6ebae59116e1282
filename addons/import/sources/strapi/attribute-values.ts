/**
 * Values of the attributes of a Strapi row: media, relations, rich text, and components. A component becomes an item, with an id
 * made of the id of its row and its position.
 *
 * Elsewhere: joining the rows of a document (entries), the schemas and the links between rows (project).
 */
import type { FieldValue, Intake } from '../../core/intake/source.js';
import { htmlToMarkdown, treeToMarkdown } from '../../text/converter.js';
import { at, isObject, type Json, listAt, membersOf, textAt } from '../../value/json.js';
import { asValue, json, link, list, markdown, type Value } from '../../value/value.js';
import { blockNodes } from './blocks.js';
import { type ContentTypes, hiddenBecause, NOT_PUBLIC } from './content-types.js';
import { type Attribute, FILE_TYPE, type Project, type Schema } from './project.js';

/** The row or component that has an attribute. */
export interface AttributeHolder {
  readonly schema: Schema;
  /** The identifier that links use. */
  readonly ref: string;
  readonly data: Json;
  /** The id of the item that it becomes. */
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
    const what = `${this.#intake.type(holder.schema.uid).name}.${attribute.name}`;
    const given = at(holder.data, attribute.name);
    const why = hiddenBecause(attribute);
    if (why !== undefined) {
      if (given !== undefined && given !== null) this.#intake.leaveOut(what, why);
      return undefined;
    }
    switch (attribute.type) {
      case 'media':
        return this.#media(holder, attribute, what);
      case 'relation':
        return this.#relation(holder, attribute, what);
      case 'component':
      case 'dynamiczone':
        return this.#components(holder, attribute, given, what);
      case 'richtext':
      case 'blocks':
        return this.#richText(holder, attribute, given, what);
      case 'json':
        return given === undefined || given === null ? undefined : json(given);
      default:
        return asValue(given);
    }
  }

  #richText(holder: AttributeHolder, attribute: Attribute, given: Json | undefined, what: string): Value | undefined {
    if (given === undefined || given === null) return undefined;
    if (attribute.type === 'blocks') {
      const report = this.#intake.textReport(what, holder.place, true);
      const lost = (type: string): void => report.lost(`blocks of the type ${type}; the text stays`);
      const converted = treeToMarkdown(() => blockNodes(listAt(given), lost), report);
      return converted === undefined ? undefined : markdown(converted, given);
    }
    if (typeof given !== 'string') return asValue(given);
    // Editors that are plugged in write HTML; Strapi's own writes Markdown.
    const isHtml = /^\s*<(?:p|h[1-6]|div|ul|ol|figure|blockquote|table|span|strong|a)\b/i.test(given);
    const converted = isHtml ? htmlToMarkdown(given, this.#intake.textReport(what, holder.place)) : given;
    return converted === undefined ? undefined : markdown(converted);
  }

  #media(holder: AttributeHolder, attribute: Attribute, what: string): Value | undefined {
    const found = this.#project.linksOf(holder.schema.uid, attribute.name, holder.ref).flatMap(({ type, ref }) => {
      const file = type === FILE_TYPE ? this.#project.files.get(ref) : undefined;
      if (file === undefined) this.#intake.lose(what, 'links to files that are not in the export');
      this.linkedFiles.add(ref);
      return file ?? [];
    });
    return at(attribute.json, 'multiple') === true ? (found.length > 0 ? list(found) : undefined) : found[0];
  }

  #relation(holder: AttributeHolder, attribute: Attribute, what: string): Value | undefined {
    const targets = new Map<string, Value>();
    for (const { type, ref } of this.#project.linksOf(holder.schema.uid, attribute.name, holder.ref)) {
      const id = this.#project.documentAt(type, ref);
      if (type.startsWith('api::') && !this.#types.isShown(type)) this.#intake.leaveOut(what, NOT_PUBLIC);
      else if (id !== undefined) targets.set(`${type} ${id}`, link(id, type));
      else if (type.startsWith('api::')) this.#draftLink(type, ref, what);
      else this.#intake.leaveOut(what, `links to ${type}, which is not content`);
    }
    const found = [...targets.values()];
    if (found.length === 0) return undefined;
    const many = /ToMany$/.test(textAt(attribute.json, 'relation') ?? '');
    return many ? list(found) : found[0];
  }

  #draftLink(type: string, ref: string, what: string): void {
    const isDraft = this.#project.rowAt(type, ref) !== undefined;
    this.#intake.lose(what, `links to ${isDraft ? 'drafts' : 'items that are not in the export'}`);
  }

  async #components(
    holder: AttributeHolder,
    attribute: Attribute,
    given: Json | undefined,
    what: string,
  ): Promise<Value | undefined> {
    const single = attribute.type === 'component' && at(attribute.json, 'repeatable') !== true;
    const parts = Array.isArray(given) ? listAt(given) : isObject(given) ? [given] : [];
    const links: Value[] = [];
    for (const [index, part] of parts.entries()) {
      const uid = textAt(part, '__component') ?? textAt(attribute.json, 'component') ?? '';
      const schema = this.#project.schemas.get(uid);
      if (schema === undefined) {
        this.#intake.lose(what, `components of the type ${uid}, which has no schema`);
        continue;
      }
      const id = `${holder.id}.${attribute.name}${single ? '' : `.${index + 1}`}`;
      const inner: AttributeHolder = { schema, ref: String(at(part, 'id') ?? ''), data: part, id, place: holder.place };
      const values: FieldValue[] = [];
      for (const each of schema.attributes) values.push({ field: each.name, value: await this.read(inner, each) });
      for (const [name] of membersOf(part)) {
        const known = schema.attributes.some((each) => each.name === name) || name === 'id' || name === '__component';
        if (!known) this.#intake.lose(`${what}: ${name}`, 'the schema of the component has no such field');
      }
      await this.#intake.type(uid).add(id, values, holder.place);
      links.push(link(id, uid));
    }
    if (single) return links[0];
    return links.length > 0 ? list(links) : undefined;
  }
}
