/**
 * Edits the text of `model.json`: sets keys of fields and leaves every other character unchanged.
 *
 * The YAML parser finds the positions, because JSON is YAML and the parser reports ranges. The edited text is parsed as
 * JSON and compared with the expected model, so a misread position causes an error instead of a damaged file.
 */
import { isDeepStrictEqual } from 'node:util';
import { isMap, isPair, isScalar, isSeq, type Pair, parseDocument, type YAMLMap } from 'yaml';
import { OperationError } from '../../../src/content/errors/index.js';
import { changeModel, type FieldChange } from './changed-model.js';

/** Replaces the characters [start, end) with the text. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * @param text    the text of `model.json`
 * @param changes keys to set; their types and fields are in the text
 * @throws OperationError if the edited text is not the expected model
 */
export function editModel(text: string, changes: readonly FieldChange[]): string {
  const root = parseDocument(text, { uniqueKeys: false }).contents;
  const edits = changes.flatMap((change) => findEdits(text, root, change));
  let editedText = text;
  // From the last edit to the first, so that earlier positions stay valid.
  for (const { start, end, text: insertedText } of edits.toSorted((a, b) => b.start - a.start)) {
    editedText = editedText.slice(0, start) + insertedText + editedText.slice(end);
  }
  if (!isDeepStrictEqual(parseJson(editedText), changeModel(parseJson(text), changes))) {
    throw new OperationError(
      'model.json cannot be edited automatically because of the form it is written in. Add the keys of the table to it by hand.',
    );
  }
  return editedText;
}

/** @returns undefined if the text is not JSON */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}

/** @returns an edit for each key that the field has, and one that adds all other keys after its last member */
function findEdits(text: string, root: unknown, { type, field, keys }: FieldChange): readonly Edit[] {
  const fieldMap = findField(root, type, field);
  if (fieldMap === undefined) return [];
  const edits: Edit[] = [];
  const addedMembers: string[] = [];
  for (const [key, value] of Object.entries(keys)) {
    const range = findMember(fieldMap, key)?.range;
    if (range === undefined || range === null) addedMembers.push(`"${key}": ${value}`);
    else edits.push({ start: range[0], end: range[1], text: String(value) });
  }
  const lastMember = findLastMember(fieldMap);
  if (addedMembers.length === 0 || lastMember === undefined) return edits;
  const gap = readGapBefore(text, lastMember.start);
  const addedText = addedMembers.map((member) => `,${gap}${member}`).join('');
  return [...edits, { start: lastMember.end, end: lastMember.end, text: addedText }];
}

/** @returns the positions at which the last member's key starts and its value ends */
function findLastMember({ items }: YAMLMap): { readonly start: number; readonly end: number } | undefined {
  const pair = items.at(-1);
  if (!isPair(pair) || !hasRange(pair.key) || !hasRange(pair.value)) return undefined;
  return { start: pair.key.range[0], end: pair.value.range[1] };
}

/** @returns the white space before a key: a line break and the indentation, or a space if the key shares its line */
function readGapBefore(text: string, keyStart: number): string {
  const [gap = ' '] = /\s*$/.exec(text.slice(Math.max(0, keyStart - GAP_MAXIMUM), keyStart)) ?? [];
  return gap.includes('\n') ? gap.slice(gap.search(/\r?\n[^\n]*$/)) : ' ';
}

/** The most characters of white space that are read before a key. */
const GAP_MAXIMUM = 1000;

const hasRange = (node: unknown): node is { readonly range: readonly [number, number, number] } =>
  typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range);

/** @returns the map of the field in the list of its type; undefined if there is none */
function findField(root: unknown, type: string, field: string): YAMLMap | undefined {
  const types = findMember(root, 'contentTypes');
  return findNamed(findMember(findNamed(types, type), 'fields'), field);
}

/** @returns the map whose member `name` has this value */
function findNamed(list: unknown, name: string): YAMLMap | undefined {
  if (!isSeq(list)) return undefined;
  return list.items.find((item): item is YAMLMap => {
    const value = findMember(item, 'name');
    return isMap(item) && isScalar(value) && value.value === name;
  });
}

const hasKey = (pair: Pair, key: string): boolean => isScalar(pair.key) && pair.key.value === key;

/** @returns the node of a member's value; undefined if there is none */
function findMember(
  map: unknown,
  key: string,
): { readonly range?: readonly [number, number, number] | null } | undefined {
  const value: unknown = isMap(map) ? map.items.find((pair) => hasKey(pair, key))?.value : undefined;
  return typeof value === 'object' && value !== null ? value : undefined;
}
