/**
 * Keys of fields set in the text of `model.json`: what is there keeps its place and its form, character by character.
 *
 * YAML's parser finds the places, as JSON is YAML too; what was written is then read as JSON and compared, so that
 * whatever the parser sees otherwise is not written at all.
 */
import { isDeepStrictEqual } from 'node:util';
import { isMap, isPair, isScalar, isSeq, type Pair, parseDocument, type YAMLMap } from 'yaml';
import { OperationError } from '../../../src/content/errors/index.js';
import { type Change, changedModel } from './changed-model.js';

interface Edit {
  readonly at: number;
  readonly end: number;
  readonly text: string;
}

/**
 * @param text    of `model.json`
 * @param changes whose types and fields it has
 * @throws OperationError where the text cannot be changed without changing something else
 */
export function editModel(text: string, changes: readonly Change[]): string {
  const root = parseDocument(text, { uniqueKeys: false }).contents;
  const edits = changes.flatMap((change) => editsOf(text, root, change));
  let edited = text;
  for (const { at, end, text: inserted } of edits.toSorted((a, b) => b.at - a.at)) {
    edited = edited.slice(0, at) + inserted + edited.slice(end);
  }
  if (!isDeepStrictEqual(parsed(edited), changedModel(parsed(text), changes))) {
    throw new OperationError(
      'model.json is written in a way that it cannot be changed in place. Write the keys of the table into it by hand.',
    );
  }
  return edited;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}

function editsOf(text: string, root: unknown, { type, field, keys }: Change): readonly Edit[] {
  const found = fieldIn(root, type, field);
  const end = found?.range?.[1];
  if (found === undefined || end === undefined) return [];
  const added: string[] = [];
  const edits: Edit[] = [];
  for (const [key, value] of Object.entries(keys)) {
    const range = memberOf(found, key)?.range;
    if (range === undefined || range === null) added.push(`"${key}": ${value}`);
    else edits.push({ at: range[0], end: range[1], text: String(value) });
  }
  const last = found.items.at(-1);
  const lastEnd = isPair(last) && hasRange(last.value) ? last.value.range[1] : undefined;
  const lastStart = isPair(last) && hasRange(last.key) ? last.key.range[0] : undefined;
  if (added.length === 0 || lastEnd === undefined || lastStart === undefined) return edits;
  return [
    ...edits,
    { at: lastEnd, end: lastEnd, text: added.map((one) => `,${gapBefore(text, lastStart)}${one}`).join('') },
  ];
}

/** @returns what stands before a key: a line's end and the indentation, or a space where it is on a line with others */
function gapBefore(text: string, at: number): string {
  const [gap = ' '] = /\s*$/.exec(text.slice(Math.max(0, at - 1000), at)) ?? [];
  return gap.includes('\n') ? gap.slice(gap.search(/\r?\n[^\n]*$/)) : ' ';
}

const hasRange = (node: unknown): node is { readonly range: readonly [number, number, number] } =>
  typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range);

function fieldIn(root: unknown, type: string, field: string): YAMLMap | undefined {
  const types = memberOf(root, 'contentTypes');
  return named(memberOf(named(types, type), 'fields'), field);
}

function named(list: unknown, name: string): YAMLMap | undefined {
  if (!isSeq(list)) return undefined;
  return list.items.find((item): item is YAMLMap => {
    const value = memberOf(item, 'name');
    return isMap(item) && isScalar(value) && value.value === name;
  });
}

const isNamed = (pair: Pair, key: string): boolean => isScalar(pair.key) && pair.key.value === key;

/** @returns the node of a member */
function memberOf(
  map: unknown,
  key: string,
): { readonly range?: readonly [number, number, number] | null } | undefined {
  const value: unknown = isMap(map) ? map.items.find((pair) => isNamed(pair, key))?.value : undefined;
  return typeof value === 'object' && value !== null ? value : undefined;
}
