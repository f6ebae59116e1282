/**
 * `model.json` → content model: every word of it checked, every mistake told with its place.
 *
 * Options a field type does not know are refused rather than ignored: a misspelt `precison` would otherwise change
 * values silently. `label` and `description` are for the people who write the model; they are checked and dropped.
 * Elsewhere: the JSON text itself, with its duplicate keys (build/ingest/json), and what a name may be (identifiers).
 */
import { didYouMean, excerpt, list } from '../errors/index.js';
import {
  type ContentModel,
  type ContentType,
  contentModel,
  contentType,
  FIELD_TYPES,
  type Field,
  type FieldType,
  type SearchOption,
} from './content.js';
import { isName, NAME_RULE } from './identifiers.js';
import { isLanguage, LANGUAGES, type Language } from './languages.js';

export interface ModelProblem {
  /** Where in `model.json`, such as `contentTypes[2].fields[1].type`; empty for the whole. */
  readonly path: string;
  /** What is wrong and what would be right. */
  readonly reason: string;
}

const precisionMaximum = 100;
const weightMaximum = 100;
/** So many dear reasons are written out: a model of megabytes can have a hundred thousand mistakes in as many types. */
const writtenMaximum = 100;
/** A link's target is stored with one byte that says of which of the relationship's types it is. */
const targetTypesMaximum = 255;
const instantFormats = ['date', 'dateTime'] as const;

/** The keys a field may have besides `name`, `type` and the free texts. */
const optionsByType: Readonly<Record<FieldType, readonly string[]>> = {
  boolean: [],
  dateTime: ['format'],
  decimal: ['precision'],
  image: [],
  integer: [],
  markdown: ['search', 'fold'],
  relationship: ['to', 'many'],
  select: ['options', 'search', 'fold'],
  text: ['search', 'fold'],
  textMultiline: ['search', 'fold'],
};
const everyOption = [...new Set(Object.values(optionsByType).flat())];
const freeTexts = ['label', 'description'];

type Members = ReadonlyMap<string, unknown>;

const isFieldType = (text: string): text is FieldType => FIELD_TYPES.some((type) => type === text);
const isInstantFormat = (value: unknown): value is (typeof instantFormats)[number] =>
  instantFormats.some((format) => format === value);

/** A value as a sentence names it. */
function quoted(value: unknown): string {
  if (typeof value === 'string') return excerpt(JSON.stringify(value));
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

/** A JSON object's members, whether it came as a Map or as a plain object; own keys only. */
function membersOf(value: unknown): Members | undefined {
  if (value instanceof Map) return new Map([...value].map(([key, member]) => [String(key), member]));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return new Map<string, unknown>(Object.entries(value));
}

class ModelReader {
  readonly problems: ModelProblem[] = [];
  private readonly typeNames = new Set<string>();

  read(value: unknown): ContentModel | undefined {
    const model = this.object('', value, 'the model is an object with "space" and "contentTypes"');
    if (model === undefined) return undefined;
    this.checkKeys('', model, ['space', 'language', 'contentTypes']);
    const space = this.name('space', model.get('space'));
    const language = this.language(model.get('language'));
    const types = this.array('contentTypes', model.get('contentTypes'), 'contentTypes is an array of content types');
    if (types === undefined) return undefined;
    if (types.length === 0) this.problem('contentTypes', 'a model has at least one content type');
    // A relationship may point forward, so every type is named before any field is read.
    const named = types.map((type, index) => this.namedType(`contentTypes[${index}]`, type));
    const read = named.map((type) => type && this.contentType(type.path, type.name, type.members, language));
    const complete = read.filter((type) => type !== undefined);
    return space === undefined || this.problems.length > 0 ? undefined : contentModel(space, complete, language);
  }

  private namedType(path: string, value: unknown): { path: string; name: string; members: Members } | undefined {
    const members = this.object(path, value, 'a content type is an object with "name" and "fields"');
    if (members === undefined) return undefined;
    const name = this.name(`${path}.name`, members.get('name'));
    if (name !== undefined && this.typeNames.has(name)) {
      this.problem(`${path}.name`, `there are two content types "${name}"; each has a name of its own`);
    } else if (name !== undefined) {
      this.typeNames.add(name);
    }
    return { path, name: name ?? '', members };
  }

  private contentType(
    path: string,
    name: string,
    members: Members,
    language: Language | undefined,
  ): ContentType | undefined {
    this.checkKeys(path, members, ['name', 'fields', ...freeTexts]);
    const values = this.array(`${path}.fields`, members.get('fields'), 'fields is an array of fields');
    const fields: Field[] = [];
    const fieldNames = new Set<string>();
    for (const [index, value] of (values ?? []).entries()) {
      const fieldPath = `${path}.fields[${index}]`;
      const field = this.field(fieldPath, value);
      if (field === undefined) continue;
      // A field whose name was refused has the empty one.
      if (field.name !== '' && fieldNames.has(field.name)) {
        this.problem(`${fieldPath}.name`, `there are two fields "${field.name}"; each has a name of its own`);
      }
      fieldNames.add(field.name);
      fields.push(Object.freeze(field));
    }
    return contentType(name, fields, language);
  }

  private field(path: string, value: unknown): Field | undefined {
    const members = this.object(path, value, 'a field is an object with "name" and "type"');
    if (members === undefined) return undefined;
    const name = this.name(`${path}.name`, members.get('name'));
    const type = members.get('type');
    if (typeof type !== 'string' || !isFieldType(type)) {
      const given = type === undefined ? 'the field has no type' : `${quoted(type)} is no field type`;
      const hint = typeof type === 'string' ? didYouMean(type, FIELD_TYPES) : '';
      this.problem(`${path}.type`, `${given}; field types are ${list(FIELD_TYPES)}.${hint}`);
      return undefined;
    }
    this.checkKeys(path, members, ['name', 'type', ...optionsByType[type], ...freeTexts], type);
    return this.typedField(path, name ?? '', type, members);
  }

  private typedField(path: string, name: string, type: FieldType, members: Members): Field | undefined {
    switch (type) {
      case 'boolean':
      case 'image':
      case 'integer':
        return { name, type };
      case 'markdown':
      case 'text':
      case 'textMultiline':
        return { name, type, ...this.search(path, members.get('search')), ...this.folding(path, members) };
      case 'dateTime': {
        const format = members.get('format') ?? 'dateTime';
        if (isInstantFormat(format)) return { name, type, format };
        this.problem(`${path}.format`, `${quoted(format)} is no format; write "date" or "dateTime"`);
        return undefined;
      }
      case 'decimal': {
        const precision = members.get('precision');
        if (isPrecision(precision)) return { name, type, precision };
        const given = precision === undefined ? 'a decimal needs a precision' : `${quoted(precision)} is no precision`;
        this.problem(`${path}.precision`, `${given}; write an integer from 0 to ${precisionMaximum}`);
        return undefined;
      }
      case 'select': {
        const options = this.distinctTexts(`${path}.options`, members.get('options'), 'option');
        const search = this.search(path, members.get('search'));
        return options && { name, type, options, ...search, ...this.folding(path, members) };
      }
      case 'relationship': {
        const to = this.targets(`${path}.to`, members.get('to'));
        const many = members.get('many') ?? false;
        if (typeof many !== 'boolean') {
          this.problem(`${path}.many`, `${quoted(many)} is neither true nor false`);
          return undefined;
        }
        return to && { name, type, to, many };
      }
    }
  }

  private folding(path: string, members: Members): Folding {
    const fold = members.get('fold') ?? false;
    if (typeof fold === 'boolean') return foldingOf(fold);
    this.problem(`${path}.fold`, `${quoted(fold)} is neither true nor false`);
    return {};
  }

  private language(value: unknown): Language | undefined {
    if (value === undefined || isLanguage(value)) return value;
    const hint = typeof value === 'string' ? didYouMean(value, LANGUAGES) : '';
    this.problem(
      'language',
      `${quoted(value)} is no language that texts can be searched in; languages are ${list(LANGUAGES)}, and without one words count as they are written.${hint}`,
    );
    return undefined;
  }

  /** @returns what a field has of the option: nothing where it is not searched */
  private search(path: string, value: unknown): { readonly search?: SearchOption } {
    if (value === undefined || value === false) return {};
    if (value === true) return { search: Object.freeze({ weight: 1 }) };
    const at = `${path}.search`;
    const members = this.object(at, value, 'write true, false or {"weight": <number>}');
    if (members === undefined) return {};
    this.checkKeys(at, members, ['weight']);
    const weight = members.get('weight') ?? 1;
    if (isWeight(weight)) return { search: Object.freeze({ weight }) };
    this.problem(`${at}.weight`, `${quoted(weight)} is no weight; write a number above 0, at most ${weightMaximum}`);
    return {};
  }

  private targets(path: string, value: unknown): readonly string[] | undefined {
    const names = this.distinctTexts(path, typeof value === 'string' ? [value] : value, 'content type');
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

  /** An array of at least one text, each non-empty and there once. */
  private distinctTexts(path: string, value: unknown, what: string): readonly string[] | undefined {
    const expected = `write an array of at least one ${what}`;
    const values = this.array(path, value, expected);
    if (values === undefined) return undefined;
    if (values.length === 0) this.problem(path, `the array is empty; ${expected}`);
    const texts = new Set<string>();
    for (const [index, text] of values.entries()) {
      const place = `${path}[${index}]`;
      if (typeof text !== 'string' || text === '')
        this.problem(place, `${quoted(text)} is no ${what}; write a non-empty text`);
      else if (texts.has(text)) this.problem(place, `the ${what} ${quoted(text)} stands twice`);
      else texts.add(text);
    }
    return texts.size === values.length && texts.size > 0 ? Object.freeze([...texts]) : undefined;
  }

  private checkKeys(path: string, members: Members, allowed: readonly string[], type?: FieldType): void {
    const prefix = path === '' ? '' : `${path}.`;
    for (const [key, value] of members) {
      if (!allowed.includes(key)) {
        const misplaced = type !== undefined && everyOption.includes(key);
        const what = misplaced ? `a field of type ${type} takes no "${key}"` : `the key ${quoted(key)} is unknown here`;
        this.problem(
          prefix + excerpt(key),
          `${what}; keys are ${list(allowed)}.${misplaced ? '' : didYouMean(key, allowed)}`,
        );
      } else if (freeTexts.includes(key) && typeof value !== 'string') {
        this.problem(prefix + key, `${quoted(value)} is no text; a ${key} is a string`);
      }
    }
  }

  private name(path: string, value: unknown): string | undefined {
    if (typeof value === 'string' && isName(value)) return value;
    const given = value === undefined ? 'the name is missing' : `${quoted(value)} is no name`;
    this.problem(path, `${given}; ${NAME_RULE}`);
    return undefined;
  }

  private object(path: string, value: unknown, expected: string): Members | undefined {
    const members = membersOf(value);
    if (members === undefined)
      this.problem(path, `${value === undefined ? 'it is missing' : `${quoted(value)} is no object`}; ${expected}`);
    return members;
  }

  private array(path: string, value: unknown, expected: string): readonly unknown[] | undefined {
    if (Array.isArray(value)) return value;
    this.problem(path, `${value === undefined ? 'it is missing' : `${quoted(value)} is no array`}; ${expected}`);
    return undefined;
  }

  /** @param reason when it is dear to write, what writes it: called for the first hundred problems only */
  private problem(path: string, reason: string | (() => string)): void {
    const written =
      typeof reason === 'string' ? reason : this.problems.length < writtenMaximum ? reason() : 'see above';
    this.problems.push({ path, reason: written });
  }
}

const isPrecision = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= precisionMaximum;

const isWeight = (value: unknown): value is number => typeof value === 'number' && value > 0 && value <= weightMaximum;

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

type Folding = { readonly fold?: boolean };

/** Written out only where it is true: the model of a snapshot without it stays what it was. */
const foldingOf = (fold: boolean | undefined): Folding => (fold === true ? { fold } : {});
