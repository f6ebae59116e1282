/**
 * The fields that a full-text search reads by default: names, titles, and texts that people read.
 *
 * Elsewhere: the `search` member of a field in the model (plan-type).
 */
import { entryOfType, type FieldType } from '../../../../src/content/model/index.js';
import type { ValueStatistics } from '../intake/value-statistics.js';

/** Names that end in a word for a name, a title or prose, in one or several words: `title`, `firstName`, `meta_description`. */
const readableName =
  /(?:^|[a-z\d](?=[A-Z])|[_-])(?:name|(?:sub-?_?)?title|headline|heading|tagline|subject|question|answer|summary|description|excerpt|teaser|abstract|caption|quote|intro|bio|body|content|text)s?$/i;
/** Names that are read by programs only: `fileName`, `host_name`. */
const technicalName = /(?:file|path|user|class|template|component|host|domain|icon)[_-]?name$/i;

/** @param isMany whether an item may have several values */
export function isSearched(name: string, type: FieldType, isMany: boolean, statistics: ValueStatistics): boolean {
  if (entryOfType(type).holding === 'renderedTexts') return true;
  if (type !== 'text' || isMany) return false;
  const isReadableName = readableName.test(name) && !technicalName.test(name);
  const isMostlyProse = statistics.proseTexts * 2 > statistics.texts;
  return isReadableName || isMostlyProse;
}
