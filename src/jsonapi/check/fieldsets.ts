/**
 * `fields[<type>]=<field>,<field>`: the fields that resources of a type show.
 */
import { excerpt, list } from '../../content/errors/index.js';
import type { ContentModel, ContentType } from '../../content/model/index.js';
import { explain, sending, suggestName } from '../request/explained.js';
import { FORMS } from '../request/heads.js';
import type { Parameter } from '../request/parameter.js';
import type { Fieldsets } from '../request/parsed-request.js';
import type { Problems } from '../request/problems.js';

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
        const form = only === undefined ? FORMS.fields : sending(FORMS.fields, `fields[${only.name}]`);
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
    fieldsets.set(typeName, parseFieldNames(type, parameter, problems));
  }
  return fieldsets;
}

/** @returns the named fields; an empty value selects no field */
function parseFieldNames(type: ContentType, parameter: Parameter, problems: Problems): ReadonlySet<string> {
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
        return explain`"${type.name}" has no field "${excerpt(name)}".${suggestName(name, existing)} Its fields are: ${list(existing)}.`;
      });
    }
  }
  return names;
}
