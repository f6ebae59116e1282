/**
 * Reads images and files: objects with a URL and properties of the file at that URL.
 *
 * Elsewhere: images that are resources (image-links), the JSON of responses (render-value).
 */
import { didYouMean, list } from '../../../src/content/errors/index.js';
import type { ImageValue } from '../../../src/content/model/index.js';
import { quoted } from '../problems.js';
import { isJsonArray, isJsonNumber, isJsonObject, type JsonObject, type JsonValue } from './json-value.js';
import { parseSafeInteger } from './number-values.js';
import { describeValue, type ValueReader, type ValueReport } from './value-reader.js';

const textMembers = ['altText', 'format', 'mimeType', 'fileName', 'assetId'] as const;
const countMembers = ['width', 'height', 'fileSize'] as const;
type TextMember = (typeof textMembers)[number];
type CountMember = (typeof countMembers)[number];

/** The kind of an asset: its name in problem texts, and its members. */
interface AssetKind {
  readonly noun: 'image' | 'file';
  readonly article: 'an' | 'a';
  readonly members: ReadonlySet<string>;
}

export const IMAGE: AssetKind = {
  noun: 'image',
  article: 'an',
  members: new Set(['url', ...countMembers, ...textMembers]),
};

const FILE: AssetKind = { noun: 'file', article: 'a', members: new Set(['url', 'fileName', 'mimeType', 'fileSize']) };

/** Image: `{"url", …}`. An unknown member is left out with a warning; a null member counts as absent. */
export const readImage: ValueReader = (value, report) => readAsset(IMAGE, value, report);

/** File: as an image, with fewer members. */
export const readFile: ValueReader = (value, report) => readAsset(FILE, value, report);

/** A list of images. */
export const readImages: ValueReader = (value, report) => {
  if (!isJsonArray(value)) {
    report.error(
      () => `a list of images is expected, not ${describeValue(value)}; write an array such as [{"url": "…"}]`,
    );
    return undefined;
  }
  const images = value.map((element) => readAsset(IMAGE, element, report, true)).filter((image) => image !== undefined);
  return images.length === value.length ? { kind: 'images', images } : undefined;
};

/** @param isElement whether the value is an element of a list */
export function readAsset(
  kind: AssetKind,
  value: JsonValue,
  report: ValueReport,
  isElement = false,
): ImageValue | undefined {
  const { noun, article, members } = kind;
  if (!isJsonObject(value)) {
    const isListOfImages = noun === 'image' && isJsonArray(value) && !isElement;
    const hint = isListOfImages ? ', or set "many": true in the model' : '';
    report.error(
      () => `${article} ${noun} is expected, not ${describeValue(value)}; write an object such as {"url": "…"}${hint}`,
    );
    return undefined;
  }
  const url = value.get('url');
  if (typeof url !== 'string' || url === '') {
    const problem = url === undefined ? `the ${noun} has no url` : `the url is ${describeValue(url)}`;
    report.error(`${problem}; write a non-empty text`);
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
  // Every member is read, so that all problems of the asset are reported.
  const asset: MutableImage = { url };
  for (const member of MEMBER_ORDER) {
    if (isCountMember(member)) {
      const count = readCountMember(kind, value, member, report);
      if (count !== undefined) asset[member] = count;
    } else {
      const text = readTextMember(kind, value, member, report);
      if (text !== undefined) asset[member] = text;
    }
  }
  return asset;
}

/** The members after the URL, in the order in which their problems are reported. */
const MEMBER_ORDER = ['width', 'height', 'altText', 'format', 'mimeType', 'fileName', 'fileSize', 'assetId'] as const;

type MutableImage = { -readonly [Member in keyof ImageValue]: ImageValue[Member] };

const isCountMember = (member: TextMember | CountMember): member is CountMember =>
  countMembers.some((countMember) => countMember === member);

function readTextMember(
  { noun, members }: AssetKind,
  asset: JsonObject,
  member: TextMember,
  report: ValueReport,
): string | undefined {
  const value = members.has(member) ? (asset.get(member) ?? null) : null;
  if (value === null || typeof value === 'string') return value ?? undefined;
  report.error(`the ${noun}'s ${member} is ${describeValue(value)}; write a text`);
  return undefined;
}

function readCountMember(
  { noun, members }: AssetKind,
  asset: JsonObject,
  member: CountMember,
  report: ValueReport,
): number | undefined {
  const value = members.has(member) ? (asset.get(member) ?? null) : null;
  if (value === null) return undefined;
  const integer = isJsonNumber(value) ? parseSafeInteger(value.text) : undefined;
  if (integer !== undefined && integer >= 0) return integer;
  report.error(`the ${noun}'s ${member} is ${describeValue(value)}; write an integer that is not negative`);
  return undefined;
}
