/**
 * Images and files of a source: their members as stele delivers them, and whether a file is an image.
 *
 * Elsewhere: the members that an image may have (src/content/model), values of other kinds (value).
 */
import { type ImageValue, withoutTrailing } from '../../../src/content/model/index.js';
import { isList, type Json, type JsonObject, numberAt, textAt } from './json.js';
import { ALT_TEXT_NAMES, type Link, list, looksLikeImage, type Value } from './value.js';

/** @returns an image as stele delivers it: the members that the object has, with `alt` as `altText` */
export function buildImage(value: JsonObject): Value {
  const texts = ['altText', 'format', 'mimeType', 'fileName', 'assetId'] as const;
  const numbers = ['width', 'height', 'fileSize'] as const;
  let asset: ImageValue = { url: textAt(value, 'url') ?? '' };
  for (const name of ALT_TEXT_NAMES) {
    const altText = textAt(value, name);
    if (altText !== undefined && altText !== '') asset = { ...asset, altText };
  }
  for (const name of texts) {
    const memberText = textAt(value, name);
    if (memberText !== undefined) asset = { ...asset, [name]: memberText };
  }
  for (const name of numbers) {
    const memberNumber = numberAt(value, name);
    if (memberNumber !== undefined) asset = { ...asset, [name]: memberNumber };
  }
  return { kind: 'asset', isImage: true, asset };
}

/** @returns the image, or the images of a list of nothing else; undefined for any other value */
export function readImages(value: Json): Value | undefined {
  if (looksLikeImage(value)) return buildImage(value);
  if (!isList(value) || value.length === 0) return undefined;
  const images = value.filter(looksLikeImage);
  return images.length === value.length ? list(images.map(buildImage)) : undefined;
}

type Members = { readonly [Key in keyof ImageValue]: ImageValue[Key] | undefined };

const roundSize = (value: number | undefined): number | undefined =>
  value === undefined || !Number.isFinite(value) || value < 0 ? undefined : Math.round(value);

/** @returns the members that are set; sizes as whole numbers */
export function buildAsset(members: Partial<Members> & { readonly url: string }): ImageValue {
  const { url, altText, format, mimeType, fileName, assetId } = members;
  const [width, height, fileSize] = [members.width, members.height, members.fileSize].map(roundSize);
  const imageFormat = format ?? findFormat(mimeType, fileName ?? url);
  return {
    url,
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    ...(altText !== undefined && altText !== '' && { altText }),
    ...(imageFormat !== undefined && { format: imageFormat }),
    ...(mimeType !== undefined && { mimeType }),
    ...(fileName !== undefined && { fileName }),
    ...(fileSize !== undefined && { fileSize }),
    ...(assetId !== undefined && { assetId }),
  };
}

const imageEndings: ReadonlySet<string> = new Set([
  'apng',
  'avif',
  'bmp',
  'gif',
  'heic',
  'jpeg',
  'jpg',
  'png',
  'svg',
  'tif',
  'tiff',
  'webp',
  'ico',
]);

const readEnding = (name: string): string => /\.([A-Za-z0-9]{1,5})(?:[?#].*)?$/s.exec(name)?.[1]?.toLowerCase() ?? '';

/** @returns a format such as `jpeg`, from the media type or from the ending of the name */
function findFormat(mimeType: string | undefined, name: string): string | undefined {
  const [kind, subtype] = (mimeType ?? '').split('/');
  if (kind === 'image' && subtype !== undefined) return subtype.replace(/\+xml$/, '');
  const ending = readEnding(name);
  return imageEndings.has(ending) ? ending.replace('jpg', 'jpeg') : undefined;
}

/** Whether a file is an image, by its media type, or by its name if it has none. */
export const isImageFile = (mimeType: string | undefined, name: string): boolean =>
  mimeType === undefined || mimeType === '' ? imageEndings.has(readEnding(name)) : mimeType.startsWith('image/');

/** @param item the item of the file, if the source has one */
export const buildAssetValue = (asset: ImageValue, item?: Link): Value => ({
  kind: 'asset',
  asset,
  isImage: isImageFile(asset.mimeType, asset.fileName ?? asset.url),
  ...(item !== undefined && { item }),
});

/** @param base put before addresses without a scheme. @returns the address; `//host` is taken as https */
export function resolveAddress(address: string, base: string): string {
  if (address.startsWith('//')) return `https:${address}`;
  if (base === '' || /^[a-z][a-z0-9+.-]*:/i.test(address)) return address;
  return `${withoutTrailing(base, '/')}/${address.replace(/^\.?\/+/, '')}`;
}
