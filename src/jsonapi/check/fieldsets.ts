/**
 * `fields[<type>]=<field>,<field>`: the fields that resources of a type show.
 */
import { excerpt, list } from '../../content/errors/index.js';
import type { ContentModel, ContentType } from '../../content/model/index.js';
import { type Explained, explain, sending, suggestName } from '../request/explained.js';
import { FORMS } from '../request/heads.js';
import type { Parameter } from '../request/parameter.js';
import type { Fieldsets } from '../request/parsed-request.js';
import type { Problems } from '../request/problems.js';
import { typesBehind } from './include.js';

/** Longer values are not translated, so that a refusal stays small. */
const VALUE_LENGTH = 80;

const ALL: Fieldsets = new Map();

/**
 * Reads all `fields` parameters. Any type of the model may be named, even one that the answer does not contain.
 *
 * @param types of the primary data
 */
export function parseFieldsets(
  model: ContentModel,
  types: readonly ContentType[],
  parameters: readonly Parameter[],
  problems: Problems,
): Fieldsets {
  if (parameters.length === 0) return ALL;
  const fieldsets = new Map<string, ReadonlySet<string>>();
  for (const parameter of parameters) {
    const { name, path } = parameter;
    const [typeName] = path;
    if (typeName === undefined || typeName === '' || path.length > 1) {
      problems.add('InvalidParameter', name, () => {
        const [only] = path.length === 0 && types.length === 1 ? types : [];
        const form = only === undefined ? FORMS.fields : formOfFields(model, only, parameter.value);
        return explain`"${excerpt(name)}" must name one type in brackets: the form is ${form}.`;
      });
      continue;
    }
    const type = model.contentTypes.get(typeName);
    if (type === undefined) {
      const names = [...model.contentTypes.keys()];
      problems.add('InvalidParameter', name, () => {
        return explain`There is no content type "${excerpt(typeName)}".${suggestName(typeName, names)} The content types are: ${list(names)}.`;
      });
      continue;
    }
    fieldsets.set(typeName, parseFieldNames(model, type, parameter, problems));
  }
  return fieldsets;
}

/** @returns the form of `fields=title,author.name`, with the parameters to send if the value has a translation */
function formOfFields(model: ContentModel, type: ContentType, value: string): Explained {
  if (/[.*]/.test(value)) return translatePaths(model, type, value) ?? { text: FORMS.fields, corrections: [] };
  const names = value.split(',').filter((name) => name !== 'id' && name !== 'type');
  const isExclusion = names.length === 0 || names.some((name) => name.startsWith('-'));
  if (isExclusion) return { text: FORMS.fields, corrections: [] };
  return sending(FORMS.fields, `fields[${type.name}]`, names.join() === value ? undefined : names.join());
}

/**
 * @param value names and paths of one step, as other interfaces write them: `title,author.name`
 * @returns the parameters for them; undefined if a name is no field
 */
function translatePaths(model: ContentModel, type: ContentType, value: string): Explained | undefined {
  if (value.length > VALUE_LENGTH) return undefined;
  const fieldsets = new Map([[type.name, new Set<string>()]]);
  const includes = new Set<string>();
  for (const path of value.split(',')) {
    const [name = '', member, ...more] = path.split('.');
    if (path === 'id' || path === 'type') continue;
    const field = type.fieldByName.get(name);
    if (field === undefined || more.length > 0) return undefined;
    fieldsets.get(type.name)?.add(name);
    if (member === undefined) continue;
    const targets = (typesBehind(model, [type], name) ?? []).filter(({ fieldByName }) => fieldByName.has(member));
    if (targets.length === 0) return undefined;
    includes.add(name);
    for (const target of targets)
      fieldsets.set(target.name, (fieldsets.get(target.name) ?? new Set<string>()).add(member));
  }
  if (includes.size === 0) return undefined;
  const send = [
    ...[...fieldsets].map(([typeName, names]) => ({ parameter: `fields[${typeName}]`, value: [...names].join() })),
    { parameter: 'include', value: [...includes].join() },
  ];
  const text = send.map(({ parameter, value: sent }) => `${parameter}=${sent}`).join('&');
  return { text, corrections: [{ send }] };
}

/** @returns the named fields; an empty value selects no field */
function parseFieldNames(
  model: ContentModel,
  type: ContentType,
  parameter: Parameter,
  problems: Problems,
): ReadonlySet<string> {
  const names = new Set<string>();
  if (parameter.value === '') return names;
  for (const name of parameter.value.split(',')) {
    if (type.fieldByName.has(name)) {
      names.add(name);
    } else if (name === '') {
      problems.add('InvalidParameter', parameter.name, () => {
        return `"${parameter.name}" has an empty entry: the form is ${FORMS.fields}.`;
      });
    } else if (name === 'id' || name === 'type') {
      problems.add('InvalidParameter', parameter.name, () => `"${name}" is not a field; every resource has it anyway.`);
    } else {
      problems.add('UnknownField', parameter.name, () => {
        const existing = type.fields.map((field) => field.name);
        const path = name.includes('.') ? translatePaths(model, type, parameter.value) : undefined;
        // `-title` leaves a field out elsewhere.
        const similar = name.startsWith('-') ? '' : suggestName(name, existing);
        const question = path === undefined ? similar : explain` Did you mean ${path}?`;
        return explain`"${type.name}" has no field "${excerpt(name)}".${question} Its fields are: ${list(existing)}.`;
      });
    }
  }
  return names;
}
