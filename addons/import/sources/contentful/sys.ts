/**
 * Metadata of entries and assets of Contentful as fields: dates, tags and concepts.
 *
 * Elsewhere: the fields of the content type (values).
 */
import { INSTANT } from '../../core/declarations/shape.js';
import type { FieldValue, Intake } from '../../core/intake/source.js';
import { type Json, listAt, memberAt, readMembers, textAt } from '../../value/json.js';
import { link, list, text, toValue } from '../../value/value.js';
import { ASSET_TYPE, TAG_TYPE } from './space.js';
import type { Survey } from './survey.js';

const sysDates = ['createdAt', 'updatedAt', 'publishedAt', 'firstPublishedAt'] as const;

export function declareSys({ tags }: Survey, intake: Intake, type: string): void {
  for (const date of sysDates) intake.type(type).field(`sys.${date}`, { name: date, shape: INSTANT });
  if (tags.size > 0) {
    intake.type(type).field('metadata.tags', { name: 'tags', shape: { type: 'link', many: true, to: [TAG_TYPE] } });
  }
}

/** Reads dates, tags and concepts of an item, and reports the metadata that is left out. */
export function readSysValues({ tags }: Survey, intake: Intake, item: Json): readonly FieldValue[] {
  const dates = sysDates.map(
    (date): FieldValue => ({ field: `sys.${date}`, value: toValue(memberAt(item, 'sys', date)) }),
  );
  for (const [name] of readMembers(memberAt(item, 'sys'))) {
    if (!sysDates.some((date) => date === name) && name !== 'id' && name !== 'contentType') {
      intake.leaveOut(`sys.${name}`, 'bookkeeping of the CMS');
    }
  }
  const readIds = (member: string): readonly string[] =>
    listAt(item, 'metadata', member).flatMap((linkJson) => textAt(linkJson, 'sys', 'id') ?? []);
  // The delivery API returns the ids of public tags only.
  const isDelivered = tags.size === 0 && memberAt(item, 'sys', 'version') === undefined;
  const publicTags = isDelivered ? [] : readIds('tags').filter((id) => tags.has(id));
  if (!isDelivered)
    intake.leaveOut(
      'metadata.tags',
      'private tags, which are not delivered',
      readIds('tags').length - publicTags.length,
    );
  const type = intake.type(textAt(item, 'sys', 'contentType', 'sys', 'id') ?? ASSET_TYPE);
  const buildTexts = (name: string): readonly FieldValue[] => {
    if (readIds(name).length === 0) return [];
    type.field(`metadata.${name}`, { name });
    return [{ field: `metadata.${name}`, value: list(readIds(name).map(text)) }];
  };
  return [
    ...dates,
    ...(publicTags.length > 0
      ? [{ field: 'metadata.tags', value: list(publicTags.map((id) => link(id, TAG_TYPE))) }]
      : []),
    ...(isDelivered ? buildTexts('tags') : []),
    ...buildTexts('concepts'),
  ];
}
