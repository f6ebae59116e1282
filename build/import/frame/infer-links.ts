/**
 * Links in formats that have none: a field named like a type whose values are all ids of items of that type.
 */
import type { Value } from '../value/value.js';
import { linesOf } from '../waiting/line-file.js';
import { areMost } from './decide.js';
import type { SpooledItem, TakenContent, TakenField, TakenType } from './intake.js';
import type { InferredLinks } from './plan.js';

/** `author_ids`, `authorId` and `Authors` all speak of `author`. */
const stemOf = (name: string): string =>
  name
    .replace(/[_-]?ids?$/i, '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/ies$/, 'y')
    .replace(/(?<=[^s])s$/, '');

export async function inferLinks(content: TakenContent): Promise<InferredLinks> {
  const byStem = new Map([...content.types.values()].map((type) => [stemOf(type.name), type]));
  const found = new Map<TakenField, string>();
  for (const type of content.types.values()) {
    const candidates = new Map<
      number,
      { readonly field: TakenField; readonly target: TakenType; values: number; misses: number }
    >();
    for (const field of type.fields.values()) {
      const target = byStem.get(stemOf(field.key));
      const { kinds } = field.seen;
      const only = [...kinds.keys()].every((kind) => kind === 'text' || kind === 'number');
      if (field.declaration.shape !== undefined || target === undefined || !only || kinds.size === 0) continue;
      candidates.set(field.index, { field, target, values: 0, misses: 0 });
    }
    if (candidates.size === 0) continue;
    for await (const line of linesOf(type.path)) {
      content.options.signal?.throwIfAborted();
      for (const [index, , value] of readSpooled(line)[2]) {
        const candidate = candidates.get(index);
        if (candidate === undefined) continue;
        const ids = (value.kind === 'list' ? value.values : [value]).map(idOf);
        const hits = ids.filter((id) => id !== undefined && candidate.target.ids.has(id)).length;
        candidate.values += ids.length;
        candidate.misses += ids.length - hits;
      }
    }
    for (const { field, target, values, misses } of candidates.values()) {
      if (values > 0 && areMost(values - misses, values)) found.set(field, target.key);
    }
  }
  return found;
}

const idOf = (value: Value): string | undefined =>
  value.kind === 'text' || value.kind === 'number' ? value.text : undefined;

/** @param line as an intake wrote it. @throws SyntaxError for any other */
export function readSpooled(line: string): SpooledItem {
  const item: SpooledItem = JSON.parse(line);
  return item;
}
