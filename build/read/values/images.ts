/**
 * Images: objects with an address and what is known about the picture behind it.
 */
import { didYouMean, list } from '../../../src/errors/index.js';
import type { ImageValue } from '../item.js';
import { quoted } from '../problems.js';
import { isJsonNumber, isJsonObject, type JsonObject } from './json-value.js';
import { safeIntegerOf } from './number-values.js';
import { described, type ValueReader, type ValueReport } from './value-reader.js';

const textMembers = ['altText', 'format', 'mimeType', 'fileName'] as const;
const countMembers = ['width', 'height', 'fileSize'] as const;
type TextMember = (typeof textMembers)[number];
type CountMember = (typeof countMembers)[number];

const members: ReadonlySet<string> = new Set(['url', ...countMembers, ...textMembers]);

/** Image: `{"url", …}`; unknown members are left out with a warning, a member that is null is absent. */
export const readImage: ValueReader = (value, report) => {
  if (!isJsonObject(value)) {
    report.error(() => `an image is expected, not ${described(value)}; write an object such as {"url": "…"}`);
    return undefined;
  }
  const url = value.get('url');
  if (typeof url !== 'string' || url === '') {
    const given = url === undefined ? 'the image has no url' : `the url is ${described(url)}`;
    report.error(`${given}; write a non-empty text`);
    return undefined;
  }
  for (const key of value.keys()) {
    if (members.has(key)) continue;
    report.warning(
      'unknownKey',
      (mended) =>
        `an image has no member ${quoted(key)}${mended(', so it is left out')}; members are ${list(members)}.${didYouMean(key, members)}`,
      key,
    );
  }
  // One after the other: every member's mistake is told.
  const width = count(value, 'width', report);
  const height = count(value, 'height', report);
  const altText = text(value, 'altText', report);
  const format = text(value, 'format', report);
  const mimeType = text(value, 'mimeType', report);
  const fileName = text(value, 'fileName', report);
  const fileSize = count(value, 'fileSize', report);
  const image: ImageValue = {
    url,
    ...(width === undefined ? undefined : { width }),
    ...(height === undefined ? undefined : { height }),
    ...(altText === undefined ? undefined : { altText }),
    ...(format === undefined ? undefined : { format }),
    ...(mimeType === undefined ? undefined : { mimeType }),
    ...(fileName === undefined ? undefined : { fileName }),
    ...(fileSize === undefined ? undefined : { fileSize }),
  };
  return image;
};

function text(image: JsonObject, member: TextMember, report: ValueReport): string | undefined {
  const value = image.get(member) ?? null;
  if (value === null || typeof value === 'string') return value ?? undefined;
  report.error(`the image's ${member} is ${described(value)}; write a text`);
  return undefined;
}

function count(image: JsonObject, member: CountMember, report: ValueReport): number | undefined {
  const value = image.get(member) ?? null;
  if (value === null) return undefined;
  const integer = isJsonNumber(value) ? safeIntegerOf(value.text) : undefined;
  if (integer !== undefined && integer >= 0) return integer;
  report.error(`the image's ${member} is ${described(value)}; write an integer that is not negative`);
  return undefined;
}
