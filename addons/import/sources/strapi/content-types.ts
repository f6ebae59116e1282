/**
 * The types of a Strapi project that an import shows, with the fields that visitors may read.
 *
 * Elsewhere: reading the schemas (project), the rows (entries) and their values (attribute-values).
 */
import { INSTANT } from '../../core/declarations/shape.js';
import type { Intake } from '../../core/intake/source.js';
import { at, listAt, textAt } from '../../value/json.js';
import { type Attribute, FILE_TYPE, nameOf, type Project, type Schema, shapeOf, systemAttributes } from './project.js';

export const NOT_PUBLIC = 'the public role may not read it';
export const dates = ['createdAt', 'updatedAt', 'publishedAt'] as const;

export class ContentTypes {
  readonly #project: Project;
  readonly #intake: Intake;
  readonly #localised: boolean;

  constructor(project: Project, intake: Intake) {
    this.#project = project;
    this.#intake = intake;
    this.#localised = project.locales.length > 1;
  }

  declare(): void {
    this.#intake.locales(this.#project.locales);
    const used = new Set<Schema>();
    const use = (schema: Schema): void => {
      if (used.has(schema)) return;
      used.add(schema);
      for (const { json: attribute } of schema.attributes) {
        for (const uid of [at(attribute, 'component'), ...listAt(attribute, 'components')]) {
          const component = this.#project.schemas.get(String(uid));
          if (component?.isComponent === true) use(component);
        }
      }
    };
    for (const schema of this.#project.schemas.values()) {
      if (!this.isShown(schema.uid)) continue;
      this.#declareType(schema, nameOf(schema.uid));
      use(schema);
    }
    if (this.#project.files.size > 0) {
      const files = this.#intake.type(FILE_TYPE, 'file');
      for (const name of ['name', 'alternativeText', 'caption']) files.field(name, { shape: { type: 'text' } });
      for (const date of ['createdAt', 'updatedAt']) files.field(date, { shape: INSTANT });
    }
    for (const schema of this.#project.schemas.values()) {
      if (schema.isComponent && used.has(schema)) this.#declareType(schema, schema.uid.replaceAll('.', '-'));
    }
  }

  /** Whether visitors may read a content type, or `--with` names it. */
  isShown(uid: string): boolean {
    const { shownTypes } = this.#project;
    return uid.startsWith('api::') && (shownTypes?.has(uid) !== false || this.#intake.isWanted(nameOf(uid)));
  }

  #declareType(schema: Schema, name: string): void {
    const type = this.#intake.type(schema.uid, name);
    for (const attribute of schema.attributes) {
      if (systemAttributes.has(attribute.name) || hiddenBecause(attribute) !== undefined) continue;
      const shape = shapeOf(attribute);
      type.field(attribute.name, {
        ...(shape !== undefined && { shape }),
        localized: this.isLocalised(schema, attribute),
      });
    }
    if (schema.isComponent) return;
    for (const date of dates) type.field(`strapi.${date}`, { name: date, shape: INSTANT });
  }

  /** Relations of version 4 lead to rows of their own in each locale, without saying so. */
  isLocalised(schema: Schema, attribute: Attribute): boolean {
    if (!this.#localised || !schema.localized) return false;
    return attribute.localized || (this.#project.major < 5 && attribute.type === 'relation');
  }
}

/** @returns the reason why an attribute is not public; undefined if it is */
export function hiddenBecause({ type, json: attribute }: Attribute): string | undefined {
  if (type === 'password') return 'a password';
  if (at(attribute, 'private') === true) return 'private in the schema';
  const target = textAt(attribute, 'target') ?? '';
  return type === 'relation' && target !== '' && !target.startsWith('api::')
    ? `links to ${target}, which is not content`
    : undefined;
}
