/**
 * `highlights` in the `meta` of a resource: for each requested field the passage that matches most of the search.
 *
 * Elsewhere: choosing the passage (index/search), checking the fields (check/highlight).
 */
import type { DocId } from '../../content/model/index.js';
import type { Budget } from '../../index/docset/index.js';
import {
  getWordReader,
  Highlighter,
  type PlannedSearch,
  plainText,
  type SearchQuery,
} from '../../index/search/index.js';
import { attributeValue, type MetaMember, type RenderedSegment } from './meta.js';

/**
 * @param fields  searched fields of any type of the primary data, at least one
 * @param planned content type → the planned search
 * @returns the writer of `highlights` for the resources of one request
 */
export function highlightsOf(
  fields: readonly string[],
  planned: ReadonlyMap<string, PlannedSearch>,
  query: Pick<SearchQuery, 'language' | 'tuning'> | undefined,
  budget: Budget,
): MetaMember {
  const highlighters = new Map<RenderedSegment, Highlighter>();
  const highlighterOf = (segment: RenderedSegment): Highlighter | undefined => {
    const cached = highlighters.get(segment);
    const plan = planned.get(segment.type.name);
    if (cached !== undefined || segment.search === undefined || plan === undefined) return cached;
    const highlighter = new Highlighter(segment.search, plan, getWordReader(query?.language, query?.tuning));
    highlighters.set(segment, highlighter);
    return highlighter;
  };
  return ({ type: { segment }, doc }) => {
    const highlighter = highlighterOf(segment);
    const passages = fields.flatMap((field) => {
      const searched = segment.type.search?.fields.find((candidate) => candidate.field.name === field);
      if (searched === undefined) return [];
      const highlight = highlighter?.highlight(textOf(segment, doc, field, budget), searched.mark);
      return highlight === undefined ? [] : [`${JSON.stringify(field)}:${JSON.stringify(highlight)}`];
    });
    return `"highlights":{${passages.join(',')}}`;
  };
}

/** @returns the text of a field as a reader sees it; empty if the field is unpopulated */
function textOf(segment: RenderedSegment, doc: DocId, name: string, budget: Budget): string {
  const value = attributeValue(segment, doc, name, budget);
  if (Array.isArray(value)) return value.join('\n');
  if (typeof value !== 'string') return '';
  return segment.type.fieldByName.get(name)?.type === 'markdown' ? plainText(value) : value;
}
