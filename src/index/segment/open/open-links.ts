/**
 * Opening the index of a field of which a doc has several: links, and texts of a list.
 */

import { isOn } from '../../../content/model/index.js';
import { objectOf, part, type SectionMap } from '../../../format/index.js';
import { LinkColumn } from '../../columns/index.js';
import { LinkageStore } from '../../documents/index.js';
import { RunPostings } from '../../postings/index.js';
import { ByteTerms } from '../../termdict/index.js';
import type { LinkIndex, TextListIndex } from '../fields.js';
import { sectionNames } from '../names.js';

export function openTextLists(sections: SectionMap, stored: string, size: number): TextListIndex {
  const names = sectionNames(stored);
  const lists = sections.part(names.starts, () => {
    const starts = sections.u32(names.starts);
    if (starts.length === 0) throw sections.damage(names.starts, 'at least one entry', 'none');
    const linkStarts = sections.u32(names.linkStarts, size + 1);
    const linkCount = linkStarts[size]!;
    return {
      terms: new ByteTerms(sections.records(names.terms, starts.length - 1)),
      links: new LinkColumn(linkStarts, sections.u32(names.linkTargets, linkCount)),
      postings: new RunPostings(sections.u32(names.docs, linkCount), starts),
      populated: sections.u32(names.populated, Math.ceil(size / 32)),
    };
  });
  return objectOf<TextListIndex>({
    kind: part('textLists'),
    terms: lists.map(({ terms }) => terms),
    links: lists.map(({ links }) => links),
    postings: lists.map(({ postings }) => postings),
    populated: lists.map(({ populated }) => populated),
  });
}

export function openLinks(sections: SectionMap, field: LinkIndex['field'], stored: string, size: number): LinkIndex {
  const names = sectionNames(stored);
  const linkStarts = sections.u32(names.linkStarts, size + 1);
  const linkCount = linkStarts[size]!;
  const targets = sections.countedRecords(names.terms);
  return objectOf<LinkIndex>({
    kind: part('links'),
    field: part(field),
    targets: part(new ByteTerms(targets)),
    links: part(new LinkColumn(linkStarts, sections.u32(names.linkTargets, linkCount))),
    linkage: part(new LinkageStore(sections.records(names.linkage, targets.count))),
    postings: isOn(field, 'filter')
      ? sections.part(names.starts, () => openInverse(sections, stored, linkCount, targets.count))
      : part(undefined),
  });
}

function openInverse(sections: SectionMap, stored: string, linkCount: number, targets: number): RunPostings {
  const names = sectionNames(stored);
  const starts = sections.u32(names.starts, targets + 1);
  return new RunPostings(sections.u32(names.docs, linkCount), starts);
}
