/**
 * Images and files: objects with a URL and properties of the file behind it.
 */
import { didYouMean, list } from '../../../src/content/errors/index.js';
import type { ImageValue } from '../../../src/content/model/index.js';
import { quoted } from '../problems.js';
import { isJsonArray, isJsonNumber, isJsonObject, type JsonObject, type JsonValue } from './json-value.js';
import { safeIntegerOf } from './number-values.js';
import { described, type ValueReader, type ValueReport } from './value-reader.js';

const textMembers = ['altText', 'format', 'mimeType', 'fileName', 'assetId'] as const;
const countMembers = ['width', 'height', 'fileSize'] as const;
type TextMember = (typeof textMembers)[number];
type CountMember = (typeof countMembers)[number];

/** What there may be one of. */
interface Kind {
  readonly noun: 'image' | 'file';
  readonly article: 'an' | 'a';
  readonly members: ReadonlySet<string>;
}

export const IMAGE: Kind = {
  noun: 'image',
  article: 'an',
  members: new Set(['url', ...countMembers, ...textMembers]),
};

const FILE: Kind = { noun: 'file', article: 'a', members: new Set(['url', 'fileName', 'mimeType', 'fileSize']) };

/** Image: `{"url", …}`; unknown members are left out with a warning, a member that is null is absent. */
export const readImage: ValueReader = (value, report) => readAsset(IMAGE, value, report);

/** File: the same, of fewer members. */
export const readFile: ValueReader = (value, report) => readAsset(FILE, value, report);

/** A list of images. */
export const readImages: ValueReader = (value, report) => {
  if (!isJsonArray(value)) {
    report.error(() => `a list of images is expected, not ${described(value)}; write an array such as [{"url": "…"}]`);
    return undefined;
  }
  const images = value.map((each) => readAsset(IMAGE, each, report, true)).filter((image) => image !== undefined);
  return images.length === value.length ? { kind: 'images', images } : undefined;
};

/** @param isElement whether it is one of a list */
export function readAsset(
  kind: Kind,
  value: JsonValue,
  report: ValueReport,
  isElement = false,
): ImageValue | undefined {
  const { noun, article, members } = kind;
  if (!isJsonObject(value)) {
    const many = noun === 'image' && isJsonArray(value) && !isElement ? ', or set "many": true in the model' : '';
    report.error(
      () => `${article} ${noun} is expected, not ${described(value)}; write an object such as {"url": "…"}${many}`,
    );
    return undefined;
  }
  const url = value.get('url');
  if (typeof url !== 'string' || url === '') {
    const given = url === undefined ? `the ${noun} has no url` : `the url is ${described(url)}`;
    report.error(`${given}; write a non-empty text`);
    return undefined;
  }
  for (const key of value.keys()) {
    if (members.has(key)) continue;
    report.warning(
      'unknownKey',
      (ifRepaired) =>
        `${article} ${noun} has no member ${quoted(key)}${ifRepaired(', so it is left out')}; members are ${list(members)}.${didYouMean(key, members)}`,
      key,
    );
  }
  // One after the other: every member's mistake is told.
  const width = count(kind, value, 'width', report);
  const height = count(kind, value, 'height', report);
  const altText = text(kind, value, 'altText', report);
  const format = text(kind, value, 'format', report);
  const mimeType = text(kind, value, 'mimeType', report);
  const fileName = text(kind, value, 'fileName', report);
  const fileSize = count(kind, value, 'fileSize', report);
  const assetId = text(kind, value, 'assetId', report);
  return {
    url,
    ...(width === undefined ? undefined : { width }),
    ...(height === undefined ? undefined : { height }),
    ...(altText === undefined ? undefined : { altText }),
    ...(format === undefined ? undefined : { format }),
    ...(mimeType === undefined ? undefined : { mimeType }),
    ...(fileName === undefined ? undefined : { fileName }),
    ...(fileSize === undefined ? undefined : { fileSize }),
    ...(assetId === undefined ? undefined : { assetId }),
  };
}

function text({ noun, members }: Kind, asset: JsonObject, member: TextMember, report: ValueReport): string | undefined {
  const value = members.has(member) ? (asset.get(member) ?? null) : null;
  if (value === null || typeof value === 'string') return value ?? undefined;
  report.error(`the ${noun}'s ${member} is ${described(value)}; write a text`);
  return undefined;
}

function count(
  { noun, members }: Kind,
  asset: JsonObject,
  member: CountMember,
  report: ValueReport,
): number | undefined {
  const value = members.has(member) ? (asset.get(member) ?? null) : null;
  if (value === null) return undefined;
  const integer = isJsonNumber(value) ? safeIntegerOf(value.text) : undefined;
  if (integer !== undefined && integer >= 0) return integer;
  report.error(`the ${noun}'s ${member} is ${described(value)}; write an integer that is not negative`);
  return undefined;
}
