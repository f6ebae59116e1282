/**
 * `model.json` → content model: the space, its locales and its content types. Every mistake is reported with its place.
 *
 * Elsewhere: the JSON text itself, with its duplicate keys (build/read/values/json-reader), one field (read-field), locales
 * (read-locales), labels and descriptions (read-descriptive-texts), the checks that all of them use (read-members).
 */
import { type ContentModel, contentModel } from '../content-model.js';
import { type ContentType, contentType } from '../content-type.js';
import type { Field } from '../fields.js';
import { IMAGE_TYPE, withImageResources } from '../images.js';
import { withInverses } from '../inverses.js';
import type { Language } from '../locales/languages.js';
import type { Locale } from '../locales/locales.js';
import { similarFields } from '../structures/field-structures.js';
import type { SearchTuning } from '../tuning.js';
import { readDescriptiveTexts } from './read-descriptive-texts.js';
import { FieldReader } from './read-field.js';
import { checkInverses } from './read-inverses.js';
import { readLocales } from './read-locales.js';
import { FREE_TEXTS, type Members, ModelChecks, type ModelProblem, quoted } from './read-members.js';
import { readLanguage, readTypeWeight } from './read-text-options.js';
import { readTuning } from './read-tuning.js';

/** Names the JSON Schema for editors; it does not affect the content. */
const SCHEMA_KEY = '$schema';

/** A content type whose fields are not read yet. */
interface NamedType {
  readonly path: string;
  readonly name: string;
  readonly members: Members;
}

class ModelReader extends ModelChecks {
  readonly #typeNames = new Set<string>();
  readonly #fields = new FieldReader(this, this.#typeNames);
  /** `type.field` → its path, for checks of several types. */
  readonly #fieldPaths = new Map<string, string>();

  read(value: unknown): ContentModel | undefined {
    const model = this.object('', value, 'the model is an object with "space" and "contentTypes"');
    if (model === undefined) return undefined;
    this.checkKeys('', model, ['space', 'language', 'search', 'locales', 'images', 'contentTypes', SCHEMA_KEY]);
    this.#schemaKey(model.get(SCHEMA_KEY));
    const space = this.name('space', model.get('space'));
    const locales = readLocales(this, model.get('locales'));
    for (const key of ['language', 'search']) {
      if (locales.length === 0 || !model.has(key)) continue;
      this.problem(key, `a model with locales has a ${key} for each: write it into "locales"`);
    }
    const { language, search } =
      locales.length > 0
        ? { language: locales[0]?.language, search: locales[0]?.search }
        : { language: readLanguage(this, model.get('language')), search: readTuning(this, model.get('search')) };
    const images = this.#images(model.get('images'));
    const types = this.array('contentTypes', model.get('contentTypes'), 'contentTypes is an array of content types');
    if (types === undefined) return undefined;
    if (types.length === 0) this.problem('contentTypes', 'a model has at least one content type; add one');
    // A relationship may lead to a later type, so all types are named before any field is read.
    const named = types.map((type, index) => this.#namedType(`contentTypes[${index}]`, type));
    const read = named.map((type) => type && this.#contentType(type, language, locales, search));
    if (images !== undefined) this.#checkImageName(named);
    const complete = read.filter((type) => type !== undefined);
    checkInverses(this, complete, (type, field) => this.#fieldPaths.get(`${type}.${field}`) ?? '');
    const linked = withInverses(complete);
    const served = images === undefined ? linked : withImageResources(linked);
    return space === undefined || this.problems.length > 0
      ? undefined
      : contentModel(space, served, language, locales, images, search);
  }

  #images(value: unknown = 'attributes'): 'resources' | undefined {
    if (value !== 'resources' && value !== 'attributes') {
      this.problem(
        'images',
        `${quoted(value)} is not a setting for images; write "attributes", the default, or "resources"`,
      );
    }
    return value === 'resources' ? value : undefined;
  }

  #checkImageName(types: readonly ({ readonly path: string; readonly name: string } | undefined)[]): void {
    const taken = types.find((type) => type?.name === IMAGE_TYPE);
    if (taken === undefined) return;
    this.problem(
      `${taken.path}.name`,
      `with "images": "resources" the images are the content type "${IMAGE_TYPE}"; give this one another name, or leave "images" out`,
    );
  }

  #schemaKey(value: unknown): void {
    if (value === undefined || typeof value === 'string') return;
    this.problem(SCHEMA_KEY, `${quoted(value)} is not a text; write the address of the schema of model.json`);
  }

  #namedType(path: string, value: unknown): NamedType | undefined {
    const members = this.object(path, value, 'a content type is an object with "name" and "fields"');
    if (members === undefined) return undefined;
    const name = this.name(`${path}.name`, members.get('name'));
    if (name !== undefined && this.#typeNames.has(name)) {
      this.problem(`${path}.name`, `there are two content types "${name}"; give each its own name`);
    } else if (name !== undefined) {
      this.#typeNames.add(name);
    }
    return { path, name: name ?? '', members };
  }

  #contentType(
    { path, name, members }: NamedType,
    language: Language | undefined,
    locales: readonly Locale[],
    search: SearchTuning | undefined,
  ): ContentType | undefined {
    this.checkKeys(path, members, ['name', 'fields', 'search', 'similar', ...FREE_TEXTS]);
    const values = this.array(`${path}.fields`, members.get('fields'), 'fields is an array of fields');
    const fields: Field[] = [];
    const fieldNames = new Set<string>();
    for (const [index, value] of (values ?? []).entries()) {
      const fieldPath = `${path}.fields[${index}]`;
      const field = this.#fields.read(fieldPath, value, locales.length > 0);
      if (field === undefined) continue;
      // A field with an invalid name has an empty name here.
      if (field.name !== '' && fieldNames.has(field.name)) {
        this.problem(`${fieldPath}.name`, `there are two fields "${field.name}"; give each its own name`);
      }
      fieldNames.add(field.name);
      this.#fieldPaths.set(`${name}.${field.name}`, fieldPath);
      fields.push(Object.freeze(field));
    }
    const weight = readTypeWeight(this, `${path}.search`, members.get('search'));
    const isSimilar = this.flag(`${path}.similar`, members.get('similar')) === true;
    const similar = isSimilar ? true : undefined;
    const texts = readDescriptiveTexts(this, path, members);
    const type = Object.freeze({ ...contentType(name, fields, language, locales, search, weight, similar), ...texts });
    if (isSimilar && type.search === undefined && similarFields(type).length === 0) {
      this.problem(
        `${path}.similar`,
        'the type has no words, options or links to compare; turn on "search" for a text field, or remove "similar"',
      );
    }
    if (weight !== undefined && type.search === undefined) {
      this.problem(
        `${path}.search`,
        'no field of the type is searched, so its items have no weight; leave "search" out',
      );
    }
    return type;
  }
}

/**
 * Reads a content model.
 *
 * @param value the parsed `model.json`; objects are plain objects or Maps with string keys
 * @returns the frozen model, or all problems, at least one
 */
export function readContentModel(
  value: unknown,
): { readonly model: ContentModel } | { readonly problems: readonly ModelProblem[] } {
  const reader = new ModelReader();
  const model = reader.read(value);
  return model === undefined ? { problems: reader.problems } : { model };
}
