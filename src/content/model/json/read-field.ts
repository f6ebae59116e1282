/**
 * One field of `model.json` → a field of the content model: its type, and the options that the type takes.
 *
 * An option that the type does not take is an error, not ignored: a misspelt `precison` would silently change values.
 * Elsewhere: the content type around the field (read), search and fold (read-text-options), structures that are off
 * (read-structures).
 */
import { didYouMean, list } from '../../errors/index.js';
import { FIELD_TYPES, type FieldType, isFieldType } from '../field-types.js';
import type { Field, RelationshipField } from '../fields.js';
import { LIMITS } from '../limits.js';
import { DEFAULT_INSTANT_FORM, INSTANT_FORMS, type InstantFormat } from '../values/instant.js';
import { readDescriptiveTexts } from './read-descriptive-texts.js';
import { readInverse } from './read-inverses.js';
import { FREE_TEXTS, type Members, type ModelChecks, OPTIONS_OF_ALL, optionsOfType, quoted } from './read-members.js';
import { readStructures } from './read-structures.js';
import { readTextOptions } from './read-text-options.js';

const precisionMaximum = 100;
/** The target of a link is stored with one byte: the index of its type among the types of the relationship. */
const targetTypesMaximum = 255;

const isInstantFormat = (value: unknown): value is InstantFormat => INSTANT_FORMS.some((format) => format === value);

const isPrecision = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= precisionMaximum;

/** Whether the value is a number of links that a window of a relationship may show. */
const isLinkLimit = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= LIMITS.relationshipLimitMaximum;
const LINK_LIMIT_RULE = `write an integer from 1 to ${LIMITS.relationshipLimitMaximum}`;

export class FieldReader {
  readonly #checks: ModelChecks;
  readonly #typeNames: ReadonlySet<string>;

  /** @param typeNames the names of all content types, which relationships may lead to */
  constructor(checks: ModelChecks, typeNames: ReadonlySet<string>) {
    this.#checks = checks;
    this.#typeNames = typeNames;
  }

  /** @returns undefined if the field has no valid type; every problem is noted in the checks */
  read(path: string, value: unknown, hasLocales: boolean): Field | undefined {
    const members = this.#checks.object(path, value, 'a field is an object with "name" and "type"');
    if (members === undefined) return undefined;
    const name = this.#checks.fieldName(`${path}.name`, members.get('name'));
    const type = members.get('type');
    if (typeof type !== 'string' || !isFieldType(type)) {
      const mistake = type === undefined ? 'the field has no type' : `${quoted(type)} is not a field type`;
      const hint = typeof type === 'string' ? didYouMean(type, FIELD_TYPES) : '';
      this.#checks.problem(`${path}.type`, `${mistake}; field types are ${list(FIELD_TYPES)}.${hint}`);
      return undefined;
    }
    this.#checks.checkKeys(
      path,
      members,
      ['name', 'type', ...optionsOfType(type), ...OPTIONS_OF_ALL, ...FREE_TEXTS],
      type,
    );
    const localized = this.#checks.flag(`${path}.localized`, members.get('localized')) === true;
    if (localized && !hasLocales) {
      this.#checks.problem(
        `${path}.localized`,
        'the model has no locales; name them beside "contentTypes": "locales": [{"code": "en", "default": true}]',
      );
    }
    const field = this.#typedField(path, name ?? '', type, members);
    const choices = readStructures(this.#checks, path, type, members);
    const texts = readDescriptiveTexts(this.#checks, path, members);
    return field && { ...field, ...texts, ...(localized && { localized }), ...choices };
  }

  #typedField(path: string, name: string, type: FieldType, members: Members): Field | undefined {
    switch (type) {
      case 'integer':
        return { name, type, ...this.#unique(path, members) };
      case 'boolean':
      case 'file':
      case 'json':
      case 'location':
        return { name, type };
      case 'image':
        return { name, type, ...this.#many(path, members) };
      case 'markdown':
      case 'textMultiline':
        return { name, type, ...readTextOptions(this.#checks, path, members) };
      case 'text':
        return {
          name,
          type,
          ...this.#many(path, members),
          ...this.#unique(path, members),
          ...this.#order(path, members),
          ...readTextOptions(this.#checks, path, members),
        };
      case 'dateTime': {
        const format = members.get('format') ?? DEFAULT_INSTANT_FORM;
        if (isInstantFormat(format)) return { name, type, format };
        this.#checks.problem(`${path}.format`, `${quoted(format)} is not a format; write "date" or "dateTime"`);
        return undefined;
      }
      case 'decimal': {
        const precision = members.get('precision');
        if (isPrecision(precision)) return { name, type, precision };
        const mistake =
          precision === undefined ? 'a decimal needs a precision' : `${quoted(precision)} is not a precision`;
        this.#checks.problem(`${path}.precision`, `${mistake}; write an integer from 0 to ${precisionMaximum}`);
        return undefined;
      }
      case 'select': {
        const options = this.#checks.distinctTexts(`${path}.options`, members.get('options'), 'option');
        const uniqueOption = this.#unique(path, members);
        const texts = {
          ...this.#many(path, members),
          ...uniqueOption,
          ...readTextOptions(this.#checks, path, members),
        };
        return options && { name, type, options, ...texts };
      }
      case 'relationship': {
        const to = this.#targets(`${path}.to`, members.get('to'));
        const many = this.#checks.flag(`${path}.many`, members.get('many'));
        const inverse = readInverse(this.#checks, path, members);
        if (to === undefined || many === undefined) return undefined;
        const limits = { ...this.#page(path, members, many), ...this.#limit(path, members, many) };
        return { name, type, to, many, ...limits, ...inverse };
      }
    }
  }

  /** An absent key means false, so a model without it keeps its normalised form. */
  #many(path: string, members: Members): { many?: true } {
    const many = this.#checks.flag(`${path}.many`, members.get('many')) === true;
    if (many && (members.get('fold') === true || members.get('fold') === 'accents')) {
      this.#checks.problem(
        `${path}.fold`,
        'a field with "many" is only compared with equal values, so it takes no "fold"; remove it',
      );
    }
    return many ? { many } : {};
  }

  #unique(path: string, members: Members): { readonly unique?: true } {
    const unique = this.#checks.flag(`${path}.unique`, members.get('unique')) === true;
    if (unique && members.get('many') === true) {
      this.#checks.problem(`${path}.unique`, 'a list has several values; leave "unique" or "many" out');
    }
    return unique ? { unique } : {};
  }

  #order(path: string, members: Members): { readonly order?: 'natural' } {
    const order = members.get('order');
    if (order === undefined) return {};
    if (order !== 'natural') {
      this.#checks.problem(
        `${path}.order`,
        `${quoted(order)} is not an order; write "natural", or leave it out: by code points`,
      );
    } else if (members.get('many') === true) {
      this.#checks.problem(`${path}.order`, 'a list has no order to be sorted by; leave "order" or "many" out');
    }
    return order === 'natural' ? { order } : {};
  }

  #page(path: string, members: Members, many: boolean): Pick<RelationshipField, 'page'> {
    const page = members.get('page');
    if (page === undefined) return {};
    const pagePath = `${path}.page`;
    if (!many) {
      this.#checks.problem(pagePath, 'a to-one relationship has no page; leave "page" out, or write "many": true');
      return {};
    }
    const pageMembers = this.#checks.object(pagePath, page, 'write {"limit": 5}');
    if (pageMembers === undefined) return {};
    this.#checks.checkKeys(pagePath, pageMembers, ['limit']);
    const limit = pageMembers.get('limit');
    if (isLinkLimit(limit)) return { page: Object.freeze({ limit }) };
    const mistake = limit === undefined ? 'the page has no limit' : `${quoted(limit)} is not a limit`;
    this.#checks.problem(`${pagePath}.limit`, `${mistake}; ${LINK_LIMIT_RULE}`);
    return {};
  }

  #limit(path: string, members: Members, many: boolean): { readonly limit?: number } {
    const limit = members.get('limit');
    if (limit === undefined) return {};
    if (many && isLinkLimit(limit)) return { limit };
    const reason = many
      ? `${quoted(limit)} is not a limit; ${LINK_LIMIT_RULE}`
      : 'one item is included; leave "limit" out, or write "many": true';
    this.#checks.problem(`${path}.limit`, reason);
    return {};
  }

  #targets(path: string, value: unknown): readonly string[] | undefined {
    const expected = 'write the content type that the relationship leads to, or an array of several';
    if (value === undefined) {
      this.#checks.problem(
        path,
        () => `a relationship needs "to"; ${expected}. Content types are ${list(this.#typeNames)}`,
      );
      return undefined;
    }
    const names = this.#checks.distinctTexts(
      path,
      typeof value === 'string' ? [value] : value,
      'content type',
      expected,
    );
    let hasUnknownName = false;
    for (const [index, name] of (names ?? []).entries()) {
      if (this.#typeNames.has(name)) continue;
      hasUnknownName = true;
      this.#checks.problem(typeof value === 'string' ? path : `${path}[${index}]`, () => {
        const existingTypes = `content types are ${list(this.#typeNames)}.${didYouMean(name, this.#typeNames)}`;
        return `there is no content type ${quoted(name)}; ${existingTypes}`;
      });
    }
    if ((names?.length ?? 0) > targetTypesMaximum) {
      this.#checks.problem(
        path,
        `the relationship leads to ${names?.length} types; it may lead to ${targetTypesMaximum} at most`,
      );
      return undefined;
    }
    return hasUnknownName ? undefined : names;
  }
}
