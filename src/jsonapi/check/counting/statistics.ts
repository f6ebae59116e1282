/**
 * `_stats=<field>,<field>`: the fields whose count, sum, mean, least and greatest value a list shows.
 */
import { excerpt } from '../../../content/errors/index.js';
import { type ContentModel, type ContentType, LIMITS } from '../../../content/model/index.js';
import { explainBrackets, FORMS } from '../../request/heads.js';
import type { Parameter } from '../../request/parameter.js';
import type { Problems } from '../../request/problems.js';
import { parseCountedField, STATISTICS } from './counted-fields.js';

/** @returns the fields without a problem, each once. Cost: O(length). */
export function readStatistics(
  model: ContentModel,
  types: readonly ContentType[],
  { name, path, value }: Parameter,
  problems: Problems,
): string[] {
  const fields: string[] = [];
  if (path.length > 0) {
    problems.add('InvalidParameter', name, () => explainBrackets('_stats'));
    return fields;
  }
  for (const part of value.split(',')) {
    if (part === '') {
      problems.add('InvalidParameter', name, () => {
        return `"_stats" has an empty entry: the form is ${FORMS._stats}.`;
      });
    } else if (fields.includes(part)) {
      problems.add('InvalidParameter', name, () => `"_stats" names "${excerpt(part)}" more than once.`);
    } else if (parseCountedField(model, types, part, name, STATISTICS, problems) !== undefined) {
      fields.push(part);
    }
  }
  if (fields.length > LIMITS.statistics) {
    problems.add('InvalidParameter', name, () => {
      return `"_stats" names ${fields.length} fields; at most ${LIMITS.statistics} are allowed. Ask for the others in another request.`;
    });
  }
  return fields;
}
