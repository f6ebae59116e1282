/**
 * Declares the public types of a Strapi project and their public fields.
 *
 * Elsewhere: reading the schemas (project), the rows (entries) and their values (attribute-values).
 */
import { INSTANT } from '../../core/declarations/shape.js';
import type { Intake } from '../../core/intake/source.js';
import { listAt, memberAt, textAt } from '../../value/json.js';
import {
  type Attribute,
  chooseShape,
  FILE_TYPE,
  type Project,
  readTypeName,
  type Schema,
  systemAttributes,
} from './project.js';

export const NOT_PUBLIC = 'the public role may not read it';
export const DATE_ATTRIBUTES = ['createdAt', 'updatedAt', 'publishedAt'] as const;

export class ContentTypes {
  readonly #project: Project;
  readonly #intake: Intake;
  readonly #isLocalizedProject: boolean;

  constructor(project: Project, intake: Intake) {
    this.#project = project;
    this.#intake = intake;
    this.#isLocalizedProject = project.locales.length > 1;
  }

  declareTypes(): void {
    this.#intake.locales(this.#project.locales);
    const usedSchemas = new Set<Schema>();
    const addSchema = (schema: Schema): void => {
      if (usedSchemas.has(schema)) return;
      usedSchemas.add(schema);
      for (const { json: attribute } of schema.attributes) {
        for (const uid of [memberAt(attribute, 'component'), ...listAt(attribute, 'components')]) {
          const component = this.#project.schemas.get(String(uid));
          if (component?.isComponent === true) addSchema(component);
        }
      }
    };
    for (const schema of this.#project.schemas.values()) {
      if (!this.isPublicType(schema.uid)) continue;
      this.#declareType(schema, readTypeName(schema.uid));
      addSchema(schema);
    }
    if (this.#project.files.size > 0) {
      const files = this.#intake.type(FILE_TYPE, 'file');
      for (const name of ['name', 'alternativeText', 'caption']) files.field(name, { shape: { type: 'text' } });
      for (const date of ['createdAt', 'updatedAt']) files.field(date, { shape: INSTANT });
    }
    for (const schema of this.#project.schemas.values()) {
      if (schema.isComponent && usedSchemas.has(schema)) this.#declareType(schema, schema.uid.replaceAll('.', '-'));
    }
  }

  /** Whether visitors may read a content type, or `--with` names it. */
  isPublicType(uid: string): boolean {
    const { publicTypes } = this.#project;
    if (!uid.startsWith('api::')) return false;
    // Without a public role, all content types are public.
    if (publicTypes === undefined || publicTypes.has(uid)) return true;
    return this.#intake.isWanted(readTypeName(uid));
  }

  #declareType(schema: Schema, name: string): void {
    const type = this.#intake.type(schema.uid, name);
    type.describe(schema.texts);
    for (const attribute of schema.attributes) {
      if (systemAttributes.has(attribute.name) || findHiddenReason(attribute) !== undefined) continue;
      const shape = chooseShape(attribute);
      const forwardField = textAt(attribute.json, 'mappedBy');
      const linkingType = textAt(attribute.json, 'target');
      type.field(attribute.name, {
        ...(forwardField !== undefined &&
          linkingType !== undefined && { backwardsOf: { type: linkingType, field: forwardField } }),
        ...(shape !== undefined && { shape }),
        ...this.#project.attributeTexts.get(`${schema.uid} ${attribute.name}`),
        localized: this.isLocalizedAttribute(schema, attribute),
        unique: !schema.isComponent && (attribute.type === 'uid' || memberAt(attribute.json, 'unique') === true),
      });
    }
    if (schema.isComponent) return;
    for (const date of DATE_ATTRIBUTES) type.field(`strapi.${date}`, { name: date, shape: INSTANT });
  }

  /** In Strapi 4, a relation has different rows in each locale, but its schema does not mark it as localized. */
  isLocalizedAttribute(schema: Schema, attribute: Attribute): boolean {
    if (!this.#isLocalizedProject || !schema.localized) return false;
    return attribute.localized || (this.#project.majorVersion < 5 && attribute.type === 'relation');
  }
}

/** @returns the reason why an attribute is not public; undefined if it is */
export function findHiddenReason({ type, json: attribute }: Attribute): string | undefined {
  if (type === 'password') return 'a password';
  if (memberAt(attribute, 'private') === true) return 'private in the schema';
  const target = textAt(attribute, 'target') ?? '';
  return type === 'relation' && target !== '' && !target.startsWith('api::')
    ? `links to ${target}, which is not content`
    : undefined;
}
