/**
 * A `model.json` of the user, given by `--model` or edited in the target: it is used unchanged, and values must fit it.
 */
import { OperationError, reasonOf } from '../../../../src/content/errors/index.js';
import {
  DEFAULT_INSTANT_FORM,
  type FieldType,
  isFieldType,
  optionsOfType,
} from '../../../../src/content/model/index.js';
import {
  isObject,
  type Json,
  type JsonObject,
  listAt,
  memberAt,
  numberAt,
  parseJson,
  textAt,
} from '../../value/json.js';
import type { ModelField } from '../declarations/shape.js';

export interface UserType {
  readonly name: string;
  readonly fields: ReadonlyMap<string, ModelField>;
  /** Names of inverse relationships that other fields give to the type: the build derives their links. */
  readonly inverses: ReadonlySet<string>;
}

export interface UserModel {
  /** The text of the file. */
  readonly text: string;
  readonly space: string | undefined;
  readonly types: ReadonlyMap<string, UserType>;
  /** Undefined if the model has no locales. */
  readonly locales: readonly string[] | undefined;
  readonly defaultLocale: string | undefined;
}

/**
 * @param path of the file, for messages
 * @throws OperationError if the text is no model
 */
export function readUserModel(text: string, path: string): UserModel {
  let model: Json;
  try {
    model = parseJson(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw modelRefusal(path, reasonOf(error));
  }
  if (!isObject(model) || !Array.isArray(memberAt(model, 'contentTypes')))
    throw modelRefusal(path, 'it has no "contentTypes"');
  const types = new Map<string, UserType>();
  for (const type of listAt(model, 'contentTypes')) {
    const name = textAt(type, 'name');
    if (name === undefined) throw modelRefusal(path, 'a content type has no "name"');
    const fields = listAt(type, 'fields').map((field) => readUserField(field, name, path));
    types.set(name, { name, fields: new Map(fields.map((field) => [field.name, field])), inverses: new Set() });
  }
  for (const [name, type] of types) types.set(name, { ...type, inverses: findInverses(types.values(), name) });
  const locales = listAt(model, 'locales');
  const codes = locales.flatMap((locale) => textAt(locale, 'code') ?? []);
  const defaultLocale = locales.find((locale) => memberAt(locale, 'default') === true);
  return {
    text,
    space: textAt(model, 'space'),
    types,
    locales: codes.length === 0 ? undefined : codes,
    defaultLocale: textAt(defaultLocale, 'code'),
  };
}

/** @returns the names of the inverses that lead from a type */
function findInverses(types: Iterable<UserType>, name: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { fields } of types) {
    for (const { to, json } of fields.values()) {
      const inverse = textAt(memberAt(json, 'inverse'), 'name');
      if (inverse !== undefined && to?.includes(name) === true) names.add(inverse);
    }
  }
  return names;
}

const modelRefusal = (path: string, reason: string): OperationError =>
  new OperationError(`${path} is not a model: ${reason}. Give a model.json with --model, or leave --model out.`);

function readUserField(field: Json, type: string, path: string): ModelField {
  const name = textAt(field, 'name');
  const fieldType = textAt(field, 'type');
  if (!isObject(field) || name === undefined) throw modelRefusal(path, `a field of ${type} has no "name"`);
  if (fieldType === undefined || !isFieldType(fieldType)) {
    throw modelRefusal(path, `${type}.${name} has the type ${JSON.stringify(fieldType)}, which does not exist`);
  }
  return readModelField(name, fieldType, field);
}

/** @param field the field's JSON in the model */
export function readModelField(name: string, type: FieldType, field: JsonObject): ModelField {
  const hasFormat = optionsOfType(type).includes('format');
  const format = memberAt(field, 'format') === 'date' ? 'date' : DEFAULT_INSTANT_FORM;
  const precision = numberAt(field, 'precision');
  const to = readTargets(field);
  return {
    name,
    type,
    ...(hasFormat && { format }),
    ...(precision !== undefined && { precision }),
    ...(to !== undefined && { to }),
    many: memberAt(field, 'many') === true,
    localized: memberAt(field, 'localized') === true,
    json: field,
  };
}

/** @returns the types that a relationship links to, given as one name or as a list; undefined for any other field */
function readTargets(field: JsonObject): readonly string[] | undefined {
  const to = memberAt(field, 'to');
  if (to === undefined) return undefined;
  if (typeof to === 'string') return [to];
  return listAt(to).filter((name) => typeof name === 'string');
}
