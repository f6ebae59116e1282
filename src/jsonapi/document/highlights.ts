/**
 * `highlights` in the `meta` of a resource: of each field asked for the passage that shows most of the search.
 */
import type { DocId } from '../../content/model/index.js';
import type { Budget } from '../../index/docset/index.js';
import { Highlighter, type PlannedSearch, plainText, type SearchQuery, wordReader } from '../../index/search/index.js';
import { attributeValue, type MetaMember, type RenderedSegment } from './meta.js';

/**
 * @param fields searched ones of any type of the primary data, at least one
 * @param planned by content type, how the search was planned
 * @returns what shows them, of one request
 */
export function highlightsOf(
  fields: readonly string[],
  planned: ReadonlyMap<string, PlannedSearch>,
  query: Pick<SearchQuery, 'language' | 'tuning'> | undefined,
  budget: Budget,
): MetaMember {
  const highlighters = new Map<RenderedSegment, Highlighter>();
  const highlighterOf = (segment: RenderedSegment): Highlighter | undefined => {
    const known = highlighters.get(segment);
    const plan = planned.get(segment.type.name);
    if (known !== undefined || segment.search === undefined || plan === undefined) return known;
    const made = new Highlighter(segment.search, plan, wordReader(query?.language, query?.tuning));
    highlighters.set(segment, made);
    return made;
  };
  return ({ type: { segment }, doc }) => {
    const highlighter = highlighterOf(segment);
    const found = fields.flatMap((field) => {
      const searched = segment.type.search?.fields.find((one) => one.field.name === field);
      if (searched === undefined) return [];
      const highlight = highlighter?.highlight(textOf(segment, doc, field, budget), searched.mark);
      return highlight === undefined ? [] : [`${JSON.stringify(field)}:${JSON.stringify(highlight)}`];
    });
    return `"highlights":{${found.join(',')}}`;
  };
}

/** @returns the text of a field as a reader sees it, empty where it has none */
function textOf(segment: RenderedSegment, doc: DocId, name: string, budget: Budget): string {
  const value = attributeValue(segment, doc, name, budget);
  if (Array.isArray(value)) return value.join('\n');
  if (typeof value !== 'string') return '';
  return segment.type.fieldByName.get(name)?.type === 'markdown' ? plainText(value) : value;
}
