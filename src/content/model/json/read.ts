/**
 * `model.json` → content model: every word of it checked, every mistake told with its place.
 *
 * Options a field type does not know are refused rather than ignored: a misspelt `precison` would otherwise change
 * values silently. `label` and `description` are for the people who write the model; they are checked and dropped.
 * Elsewhere: the JSON text itself, with its duplicate keys (build/read/values/json-reader), what its parts must be (read-members),
 * what makes texts be found (read-text-options), what is not built (read-structures), and locales (read-locales).
 */
import { didYouMean, list } from '../../errors/index.js';
import { type ContentModel, type ContentType, contentModel, contentType, type Field } from '../content.js';
import { FIELD_TYPES, type FieldType, isFieldType } from '../field-types.js';
import { IMAGE_TYPE, withImageResources } from '../images.js';
import { DEFAULT_INSTANT_FORM, INSTANT_FORMS, type InstantFormat } from '../instant.js';
import { LIMITS } from '../limits.js';
import type { Language, Locale } from '../locales.js';
import { similarFields } from '../structures/operators.js';
import type { SearchTuning } from '../tuning.js';
import { readLocales } from './read-locales.js';
import {
  FREE_TEXTS,
  type Members,
  ModelChecks,
  type ModelProblem,
  OPTIONS_OF_ALL,
  optionsOfType,
  quoted,
} from './read-members.js';
import { readStructures } from './read-structures.js';
import { readLanguage, readTextOptions, readTypeWeight } from './read-text-options.js';
import { readTuning } from './read-tuning.js';

const precisionMaximum = 100;
/** A link's target is stored with one byte that says of which of the relationship's types it is. */
const targetTypesMaximum = 255;

const isInstantFormat = (value: unknown): value is InstantFormat => INSTANT_FORMS.some((format) => format === value);

/** Names the schema by which an editor completes the file; it says nothing of the content. */
const SCHEMA_KEY = '$schema';

/** A content type before its fields are read. */
interface NamedType {
  readonly path: string;
  readonly name: string;
  readonly members: Members;
}

class ModelReader extends ModelChecks {
  private readonly typeNames = new Set<string>();

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
    const images = this.images(model.get('images'));
    const types = this.array('contentTypes', model.get('contentTypes'), 'contentTypes is an array of content types');
    if (types === undefined) return undefined;
    if (types.length === 0) this.problem('contentTypes', 'a model has at least one content type');
    // A relationship may point forward, so every type is named before any field is read.
    const named = types.map((type, index) => this.namedType(`contentTypes[${index}]`, type));
    const read = named.map((type) => type && this.contentType(type, language, locales, search));
    if (images !== undefined) this.checkImageName(named);
    const complete = read.filter((type) => type !== undefined);
    const served = images === undefined ? complete : withImageResources(complete);
    return space === undefined || this.problems.length > 0
      ? undefined
      : contentModel(space, served, language, locales, images, search);
  }

  private images(value: unknown = 'attributes'): 'resources' | undefined {
    if (value !== 'resources' && value !== 'attributes') {
      this.problem(
        'images',
        `${quoted(value)} is no way to show images; write "attributes", the default, or "resources"`,
      );
    }
    return value === 'resources' ? value : undefined;
  }

  private checkImageName(types: readonly ({ readonly path: string; readonly name: string } | undefined)[]): void {
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

  private namedType(path: string, value: unknown): NamedType | undefined {
    const members = this.object(path, value, 'a content type is an object with "name" and "fields"');
    if (members === undefined) return undefined;
    const name = this.name(`${path}.name`, members.get('name'));
    if (name !== undefined && this.typeNames.has(name)) {
      this.problem(`${path}.name`, `there are two content types "${name}"; give each its own name`);
    } else if (name !== undefined) {
      this.typeNames.add(name);
    }
    return { path, name: name ?? '', members };
  }

  private contentType(
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
      const field = this.field(fieldPath, value, locales.length > 0);
      if (field === undefined) continue;
      // A field whose name was refused has the empty one.
      if (field.name !== '' && fieldNames.has(field.name)) {
        this.problem(`${fieldPath}.name`, `there are two fields "${field.name}"; give each its own name`);
      }
      fieldNames.add(field.name);
      fields.push(Object.freeze(field));
    }
    const weight = readTypeWeight(this, `${path}.search`, members.get('search'));
    const isSimilar = this.flag(`${path}.similar`, members.get('similar')) === true;
    const similar = isSimilar ? true : undefined;
    const type = contentType(name, fields, language, locales, search, weight, similar);
    if (isSimilar && type.search === undefined && similarFields(type).length === 0) {
      this.problem(
        `${path}.similar`,
        'the type has no words, options or links to compare: have a text searched, or leave "similar" out',
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

  private field(path: string, value: unknown, hasLocales: boolean): Field | undefined {
    const members = this.object(path, value, 'a field is an object with "name" and "type"');
    if (members === undefined) return undefined;
    const name = this.fieldName(`${path}.name`, members.get('name'));
    const type = members.get('type');
    if (typeof type !== 'string' || !isFieldType(type)) {
      const given = type === undefined ? 'the field has no type' : `${quoted(type)} is not a field type`;
      const hint = typeof type === 'string' ? didYouMean(type, FIELD_TYPES) : '';
      this.problem(`${path}.type`, `${given}; field types are ${list(FIELD_TYPES)}.${hint}`);
      return undefined;
    }
    this.checkKeys(path, members, ['name', 'type', ...optionsOfType(type), ...OPTIONS_OF_ALL, ...FREE_TEXTS], type);
    const localized = this.flag(`${path}.localized`, members.get('localized')) === true;
    if (localized && !hasLocales) {
      this.problem(
        `${path}.localized`,
        'the model has no locales; name them beside "contentTypes": "locales": [{"code": "en", "default": true}]',
      );
    }
    const field = this.typedField(path, name ?? '', type, members);
    const choices = readStructures(this, path, type, members);
    return field && { ...field, ...(localized && { localized }), ...choices };
  }

  private typedField(path: string, name: string, type: FieldType, members: Members): Field | undefined {
    switch (type) {
      case 'boolean':
      case 'file':
      case 'integer':
      case 'json':
      case 'location':
        return { name, type };
      case 'image':
        return { name, type, ...this.many(path, members) };
      case 'markdown':
      case 'textMultiline':
        return { name, type, ...readTextOptions(this, path, members) };
      case 'text':
        return {
          name,
          type,
          ...this.many(path, members),
          ...this.order(path, members),
          ...readTextOptions(this, path, members),
        };
      case 'dateTime': {
        const format = members.get('format') ?? DEFAULT_INSTANT_FORM;
        if (isInstantFormat(format)) return { name, type, format };
        this.problem(`${path}.format`, `${quoted(format)} is not a format; write "date" or "dateTime"`);
        return undefined;
      }
      case 'decimal': {
        const precision = members.get('precision');
        if (isPrecision(precision)) return { name, type, precision };
        const given =
          precision === undefined ? 'a decimal needs a precision' : `${quoted(precision)} is not a precision`;
        this.problem(`${path}.precision`, `${given}; write an integer from 0 to ${precisionMaximum}`);
        return undefined;
      }
      case 'select': {
        const options = this.distinctTexts(`${path}.options`, members.get('options'), 'option');
        const texts = { ...this.many(path, members), ...readTextOptions(this, path, members) };
        return options && { name, type, options, ...texts };
      }
      case 'relationship': {
        const to = this.targets(`${path}.to`, members.get('to'));
        const many = this.flag(`${path}.many`, members.get('many'));
        return to && many !== undefined ? { name, type, to, many, ...this.limit(path, members, many) } : undefined;
      }
    }
  }

  /** Written out only where it is true: the model of a snapshot without it stays what it was. */
  private many(path: string, members: Members): { many?: true } {
    const many = this.flag(`${path}.many`, members.get('many')) === true;
    if (many && members.get('fold') === true) {
      this.problem(
        `${path}.fold`,
        'a field with "many" is only compared with equal values, so it takes no "fold"; remove it',
      );
    }
    return many ? { many } : {};
  }

  private order(path: string, members: Members): { readonly order?: 'natural' } {
    const order = members.get('order');
    if (order === undefined) return {};
    if (order !== 'natural') {
      this.problem(
        `${path}.order`,
        `${quoted(order)} is not an order; write "natural", or leave it out: by code points`,
      );
    } else if (members.get('many') === true) {
      this.problem(`${path}.order`, 'a list has no order to be sorted by; leave "order" or "many" out');
    }
    return order === 'natural' ? { order } : {};
  }

  private limit(path: string, members: Members, many: boolean): { readonly limit?: number } {
    const limit = members.get('limit');
    if (limit === undefined) return {};
    const most = LIMITS.relationshipLimitMaximum;
    if (many && typeof limit === 'number' && Number.isInteger(limit) && limit >= 1 && limit <= most) return { limit };
    const reason = many
      ? `${quoted(limit)} is not a limit; write an integer from 1 to ${most}`
      : 'one item is included; leave "limit" out, or write "many": true';
    this.problem(`${path}.limit`, reason);
    return {};
  }

  private targets(path: string, value: unknown): readonly string[] | undefined {
    const expected = 'write the content type that the relationship leads to, or an array of several';
    if (value === undefined) {
      this.problem(path, () => `a relationship needs "to"; ${expected}. Content types are ${list(this.typeNames)}`);
      return undefined;
    }
    const names = this.distinctTexts(path, typeof value === 'string' ? [value] : value, 'content type', expected);
    const at = (index: number): string => (typeof value === 'string' ? path : `${path}[${index}]`);
    const unknown = (names ?? [])
      .map((name, index) => ({ name, index }))
      .filter(({ name }) => !this.typeNames.has(name));
    for (const { name, index } of unknown) {
      this.problem(at(index), () => {
        const known = `content types are ${list(this.typeNames)}.${didYouMean(name, this.typeNames)}`;
        return `there is no content type ${quoted(name)}; ${known}`;
      });
    }
    if ((names?.length ?? 0) > targetTypesMaximum) {
      this.problem(
        path,
        `the relationship leads to ${names?.length} types; it may lead to ${targetTypesMaximum} at most`,
      );
      return undefined;
    }
    return unknown.length > 0 ? undefined : names;
  }
}

const isPrecision = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= precisionMaximum;

/**
 * Reads a content model.
 *
 * @param value `model.json` as values: an object is a plain object or a Map with string keys, a number a number
 * @returns the frozen model, or every problem found, at least one
 */
export function readContentModel(
  value: unknown,
): { readonly model: ContentModel } | { readonly problems: readonly ModelProblem[] } {
  const reader = new ModelReader();
  const model = reader.read(value);
  return model === undefined ? { problems: reader.problems } : { model };
}
