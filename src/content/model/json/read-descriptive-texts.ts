/**
 * Reads `label` and `description` of `model.json`: their length and their characters.
 *
 * Spaces around a text are removed, and an empty text is as good as none. Elsewhere: the limits (descriptive-texts).
 */
import { DESCRIPTIVE_LIMITS, type DescriptiveTexts, findForbiddenCharacter } from '../descriptive-texts.js';
import { type Members, type ModelChecks, quoted } from './read-members.js';

/** @param path of the object that has the texts. @returns the valid texts; `checks` notes a problem for each invalid one */
export function readDescriptiveTexts(checks: ModelChecks, path: string, members: Members): DescriptiveTexts {
  const label = readText(checks, path, members, 'label');
  const description = readText(checks, path, members, 'description');
  return { ...(label !== undefined && { label }), ...(description !== undefined && { description }) };
}

function readText(
  checks: ModelChecks,
  path: string,
  members: Members,
  kind: keyof DescriptiveTexts,
): string | undefined {
  const value = members.get(kind);
  if (value === undefined) return undefined;
  const place = `${path}.${kind}`;
  if (typeof value !== 'string') {
    checks.problem(place, `${quoted(value)} is not a text; a ${kind} is a string`);
    return undefined;
  }
  const text = (kind === 'label' ? value : value.replaceAll('\r\n', '\n')).trim();
  const reason = explainInvalid(kind, text);
  if (reason !== undefined) checks.problem(place, reason);
  return reason === undefined && text !== '' ? text : undefined;
}

/** @returns the reason why the text is refused, and the correction; undefined if it is valid */
function explainInvalid(kind: keyof DescriptiveTexts, text: string): string | undefined {
  const limit = DESCRIPTIVE_LIMITS[kind];
  const length = text.length > limit ? [...text].length : text.length;
  if (length > limit) return `the ${kind} has ${length} characters; write at most ${limit}`;
  if (!text.isWellFormed()) return `the ${kind} contains half a surrogate pair; write the whole character`;
  const character = findForbiddenCharacter(kind, text);
  if (character === undefined) return undefined;
  if (kind === 'label' && character === '\n') return 'a label is one line; write the other lines into the description';
  const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
  return `the ${kind} contains the control character U+${code}; remove it`;
}
