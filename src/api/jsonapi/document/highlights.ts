/**
 * `meta.highlights` of a resource: of each field asked for the passage that shows most of the search.
 */
import type { Language } from '../../../content/model/index.js';
import { chunkOf } from '../../../format/index.js';
import { HIGHLIGHTED } from '../../../index/costs/index.js';
import type { Budget } from '../../../index/docset/index.js';
import { RecordRange } from '../../../index/documents/index.js';
import { Highlighter, type PlannedSearch, plainText, wordReader } from '../../../index/search/index.js';
import type { ByteWriter } from './bytes.js';
import type { Resource, ShownType } from './resources.js';

type ShownSegment = ShownType['segment'];

/** Writes the meta object into a resource object that is complete. Cost: O(bytes of the fields). */
export type WriteHighlights = (out: ByteWriter, resource: Resource) => void;

/**
 * @param fields searched ones of all types of the primary data, at least one
 * @param planned by the segment of these, how the search was planned
 * @returns what shows them, of one request
 */
export function highlightsOf(
  fields: readonly string[],
  planned: ReadonlyMap<ShownSegment, PlannedSearch>,
  language: Language | undefined,
  budget: Budget,
): WriteHighlights {
  const highlighters = new Map<ShownSegment, Highlighter>();
  const highlighterOf = (segment: ShownSegment): Highlighter | undefined => {
    const known = highlighters.get(segment);
    const plan = planned.get(segment);
    if (known !== undefined || segment.search === undefined || plan === undefined) return known;
    const made = new Highlighter(segment.search, plan, wordReader(language));
    highlighters.set(segment, made);
    return made;
  };
  return (out, { type: { segment }, doc }) => {
    const highlighter = highlighterOf(segment);
    const found = fields.flatMap((field) => {
      const highlight = highlighter?.highlight(textOf(segment, doc, field, budget));
      return highlight === undefined ? [] : [`${JSON.stringify(field)}:${JSON.stringify(highlight)}`];
    });
    const highlights = `"highlights":{${found.join(',')}}}}`;
    // What has locales has a meta object already.
    const meta = Buffer.from(segment.own === undefined ? `,"meta":{${highlights}` : `,${highlights}`);
    out.dropByte();
    if (segment.own !== undefined) out.dropByte();
    out.range(chunkOf(meta), 0, meta.byteLength);
  };
}

/** @returns the text of a field as a reader sees it, empty where it has none */
function textOf({ type, documents }: ShownSegment, doc: number, name: string, budget: Budget): string {
  const attribute = type.attributes.findIndex((field) => field.name === name);
  const range = new RecordRange();
  documents.attribute(doc, attribute, documents.places(), range);
  budget.spend((range.end - range.start) * HIGHLIGHTED);
  const bytes = Buffer.from(range.bytes.buffer, range.bytes.byteOffset + range.start, range.end - range.start);
  const [value]: unknown[] = Object.values(JSON.parse(`{${bytes.toString()}}`));
  if (Array.isArray(value)) return value.join('\n');
  if (typeof value !== 'string') return '';
  return type.fieldByName.get(name)?.type === 'markdown' ? plainText(value) : value;
}
