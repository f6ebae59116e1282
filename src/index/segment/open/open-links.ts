/**
 * Opens the index of a field with several values per doc: a relationship, or a list of texts.
 */
import { isOn } from '../../../content/model/index.js';
import type { SectionMap } from '../../../format/index.js';
import { LinkColumn } from '../../columns/index.js';
import { LinkageStore } from '../../documents/index.js';
import { RunPostings } from '../../postings/index.js';
import { ByteTerms } from '../../termdict/index.js';
import type { LinkIndex, TextListIndex } from '../fields.js';
import { LinkCounts } from '../link-counts.js';
import { sectionNames } from '../names.js';

/**
 * @param prefix the stored name of the field
 * @param size   number of docs
 * @throws IntegrityError if a section is missing or has another length
 */
export function openTextLists(sections: SectionMap, prefix: string, size: number): TextListIndex {
  const names = sectionNames(prefix);
  const starts = sections.u32(names.starts);
  if (starts.length === 0) throw sections.damage(names.starts, 'at least one entry', 'none');
  const linkStarts = sections.u32(names.linkStarts, size + 1);
  // The entry after the last doc is the end of all links.
  const linkCount = linkStarts[size]!;
  return {
    kind: 'textLists',
    terms: new ByteTerms(sections.records(names.terms, starts.length - 1)),
    links: new LinkColumn(linkStarts, sections.u32(names.linkTargets, linkCount)),
    postings: new RunPostings(sections.u32(names.docs, linkCount), starts),
    populated: sections.u32(names.populated, Math.ceil(size / 32)),
  };
}

/** As `openTextLists`. The postings are only in segments whose model has the filter of the field on. */
export function openLinks(sections: SectionMap, field: LinkIndex['field'], prefix: string, size: number): LinkIndex {
  const names = sectionNames(prefix);
  const linkStarts = sections.u32(names.linkStarts, size + 1);
  // The entry after the last doc is the end of all links.
  const linkCount = linkStarts[size]!;
  const targets = sections.countedRecords(names.terms);
  const openPostings = (): RunPostings =>
    new RunPostings(sections.u32(names.docs, linkCount), sections.u32(names.starts, targets.count + 1));
  const links = new LinkColumn(linkStarts, sections.u32(names.linkTargets, linkCount));
  return {
    kind: 'links',
    field,
    targets: new ByteTerms(targets),
    links,
    counts: new LinkCounts(field, links),
    linkage: new LinkageStore(sections.records(names.linkage, targets.count)),
    postings: isOn(field, 'filter') ? openPostings() : undefined,
  };
}
