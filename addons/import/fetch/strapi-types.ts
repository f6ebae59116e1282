/**
 * The content types and components of a Strapi server: the queries for their rows, and the lines that `strapi export` writes.
 *
 * Elsewhere: sending the queries (strapi), reading the lines again (sources/strapi).
 */
import { OperationError } from '../../../src/content/errors/index.js';
import { findHiddenReason } from '../sources/strapi/content-types.js';
import { type Attribute, FILE_TYPE, readSchema, type Schema, systemAttributes } from '../sources/strapi/project.js';
import { isObject, type Json, listAt, memberAt, readMembers, textAt } from '../value/json.js';

export const HINT =
  'Give the address of Strapi 5, and an API token with full access: only that sees what visitors may read.';
/** Dates of the last change of a row. */
export const DATES = ['updatedAt', 'publishedAt'] as const;
const SYSTEM_MEMBERS = ['documentId', 'locale', 'createdAt', ...DATES] as const;

/** @returns the id of a row in the export; @throws OperationError for a row without one */
function rowKey(row: Json): string {
  const id = textAt(row, 'documentId');
  const locale = textAt(row, 'locale');
  if (id === undefined) throw new OperationError(`a row has no documentId. ${HINT}`);
  return locale === undefined ? id : `${id}:${locale}`;
}

/** @returns the member `id` of a row; empty if it has none */
export const idText = (row: Json): string => String(memberAt(row, 'id') ?? '');

/** @returns the members with these names that are not null */
export function pickMembers(row: Json, names: readonly string[]): Readonly<Record<string, Json>> {
  const members: [string, Json][] = [];
  for (const name of names) {
    const value = memberAt(row, name);
    if (value !== undefined && value !== null) members.push([name, value]);
  }
  return Object.fromEntries(members);
}

/** @returns the values of a component, a dynamic zone or a relation: a list, one value, or none */
function listParts(value: Json): readonly Json[] {
  if (Array.isArray(value)) return value;
  return isObject(value) ? [value] : [];
}

export class StrapiTypes {
  readonly schemas: ReadonlyMap<string, Schema>;

  /** @param schemas of content types and components, as lines of an export */
  constructor(schemas: readonly Json[]) {
    this.schemas = new Map(schemas.map((json) => [textAt(json, 'uid') ?? '', readSchema(json)]));
  }

  #publicAttributes(uid: string): readonly Attribute[] {
    const attributes = this.schemas.get(uid)?.attributes ?? [];
    return attributes.filter(
      (attribute) => !systemAttributes.has(attribute.name) && findHiddenReason(attribute) === undefined,
    );
  }

  /**
   * The `populate` member of a query: components with their values, and linked rows with their identity only.
   *
   * @param outerComponents in which the component is nested; a component that contains itself is not followed
   */
  populate(uid: string, outerComponents: readonly string[] = []): Json {
    const members: [string, Json][] = [];
    for (const attribute of this.#publicAttributes(uid)) {
      const query = this.#populateAttribute(attribute, outerComponents);
      if (query !== undefined) members.push([attribute.name, query]);
    }
    return Object.fromEntries(members);
  }

  /** @returns undefined for an attribute that every answer contains */
  #populateAttribute({ type, json }: Attribute, outerComponents: readonly string[]): Json | undefined {
    const populateComponent = (component: string): Json => {
      const isNestedInItself = outerComponents.includes(component);
      const query = isNestedInItself ? {} : this.populate(component, [...outerComponents, component]);
      return readMembers(query).length === 0 ? true : { populate: query };
    };
    switch (type) {
      case 'media':
        return { fields: ['name'] };
      case 'relation': {
        const target = this.schemas.get(textAt(json, 'target') ?? '');
        return { fields: [target?.localized === true ? 'locale' : 'createdAt'] };
      }
      case 'component':
        return populateComponent(textAt(json, 'component') ?? '');
      case 'dynamiczone': {
        const components = listAt(json, 'components').map(String);
        return { on: Object.fromEntries(components.map((component) => [component, populateComponent(component)])) };
      }
      default:
        return undefined;
    }
  }

  /** @param row as the API has it. @returns the line of an export, with the links of the row */
  createEntity(uid: string, row: Json): Json {
    const links: Json[] = [];
    const attributes = this.#readAttributes(uid, row, rowKey(row), links);
    return { type: uid, id: rowKey(row), data: { ...attributes, ...pickMembers(row, SYSTEM_MEMBERS) }, links };
  }

  /**
   * @param ref   id of the row or the component
   * @param links receives the links of the row
   */
  #readAttributes(uid: string, row: Json, ref: string, links: Json[]): Readonly<Record<string, Json>> {
    const members: [string, Json][] = [];
    for (const attribute of this.#publicAttributes(uid)) {
      const { name, type, json } = attribute;
      const value = memberAt(row, name);
      if (value === undefined) continue;
      if (type === 'media' || type === 'relation') {
        const source = { type: uid, field: name, ref };
        for (const [index, linkedRow] of listParts(value).entries())
          links.push({ left: source, right: { ...linkTarget(attribute, linkedRow), pos: index } });
        members.push([name, null]);
      } else if (type === 'component' || type === 'dynamiczone') {
        const components = listParts(value).map((part, index): Json => {
          const id = `${ref}/${name}/${index}`;
          const component = textAt(part, '__component') ?? textAt(json, 'component') ?? '';
          return {
            id,
            ...this.#readAttributes(component, part, id, links),
            ...pickMembers(part, ['__component']),
          };
        });
        members.push([name, Array.isArray(value) ? components : (components[0] ?? null)]);
      } else members.push([name, value]);
    }
    return Object.fromEntries(members);
  }

  /** Whether rows of a type link to rows of another, also in components. `visitedTypes` are not searched again. */
  hasLinks(from: string, to: string, visitedTypes: readonly string[] = []): boolean {
    if (visitedTypes.includes(from)) return false;
    return this.#publicAttributes(from).some(({ type, json }) => {
      const target = textAt(json, 'target') ?? (type === 'media' ? FILE_TYPE : '');
      const components = [memberAt(json, 'component') ?? '', ...listAt(json, 'components')].map(String);
      return target === to || components.some((component) => this.hasLinks(component, to, [...visitedTypes, from]));
    });
  }
}

function linkTarget({ type, json }: Attribute, linkedRow: Json): { readonly type: string; readonly ref: string } {
  if (type === 'media') return { type: FILE_TYPE, ref: idText(linkedRow) };
  return { type: textAt(json, 'target') ?? '', ref: rowKey(linkedRow) };
}
