/**
 * The last line of a types file that follows a snapshot: the fields that every item had, as JSON in a comment.
 *
 * `stele types --check` reads it to name the fields that are no longer full, as `stele build --refuse-breaking values` does.
 * Elsewhere: the judgement (content/model/breaking).
 */
import type { FullFields } from '../../../src/content/model/index.js';

const PREFIX = '// Fields with a value in every item: ';

export function writeFullFields(fullFields: FullFields): string {
  const namesByType = [...fullFields].filter(([, names]) => names.size > 0).map(([type, names]) => [type, [...names]]);
  return `${PREFIX}${JSON.stringify(Object.fromEntries(namesByType))}\n`;
}

/** @returns the fields of the file's last line; empty if the file follows the model alone, or was changed by hand */
export function readFullFields(text: string): FullFields {
  const line = text.split('\n').findLast((candidate) => candidate.startsWith(PREFIX));
  const fullFields = new Map<string, ReadonlySet<string>>();
  if (line === undefined) return fullFields;
  try {
    const namesByType: object = JSON.parse(line.slice(PREFIX.length));
    for (const [type, names] of Object.entries(namesByType)) {
      if (Array.isArray(names)) fullFields.set(type, new Set(names.map(String)));
    }
  } catch {
    // The check then only says that the file is not up to date.
  }
  return fullFields;
}
