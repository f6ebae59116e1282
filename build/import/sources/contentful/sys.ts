/**
 * What Contentful keeps of every entry and asset beside its fields: dates, tags and concepts.
 */
import { INSTANT } from '../../core/shape.js';
import type { FieldValue, Intake } from '../../core/source.js';
import { at, type Json, listAt, membersOf, textAt } from '../../value/json.js';
import { asValue, link, list, text } from '../../value/value.js';
import { TAG_TYPE } from './space.js';
import type { Survey } from './survey.js';

const sysDates = ['createdAt', 'updatedAt', 'publishedAt', 'firstPublishedAt'] as const;

export function declareSys({ tags }: Survey, intake: Intake, type: string): void {
  for (const date of sysDates) intake.type(type).field(`sys.${date}`, { name: date, shape: INSTANT });
  if (tags.size > 0) {
    intake.type(type).field('metadata.tags', { name: 'tags', shape: { type: 'link', many: true, to: [TAG_TYPE] } });
  }
}

/** Tells what is left out of it. */
export function sysValues({ tags }: Survey, intake: Intake, item: Json): readonly FieldValue[] {
  const dates = sysDates.map((date): FieldValue => ({ field: `sys.${date}`, value: asValue(at(item, 'sys', date)) }));
  for (const [name] of membersOf(at(item, 'sys'))) {
    if (!sysDates.some((date) => date === name) && name !== 'id' && name !== 'contentType') {
      intake.leaveOut(`sys.${name}`, 'bookkeeping of the CMS');
    }
  }
  const ids = listAt(item, 'metadata', 'tags').flatMap((tag) => textAt(tag, 'sys', 'id') ?? []);
  const shown = ids.filter((id) => tags.has(id));
  intake.leaveOut('metadata.tags', 'private tags, which are not delivered', ids.length - shown.length);
  const concepts = listAt(item, 'metadata', 'concepts').flatMap((each) => textAt(each, 'sys', 'id') ?? []);
  return [
    ...dates,
    ...(shown.length > 0 ? [{ field: 'metadata.tags', value: list(shown.map((id) => link(id, TAG_TYPE))) }] : []),
    ...(concepts.length > 0 ? [{ field: 'metadata.concepts', value: list(concepts.map(text)) }] : []),
  ];
}
