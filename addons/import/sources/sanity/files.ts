/**
 * Images and files of a Sanity dataset: from documents, from the folders of an archive, and by address.
 *
 * Elsewhere: telling whether a value is a file (values), handing the files in (document-reader).
 */
import { withoutTrailing } from '../../../../src/content/model/index.js';
import type { Intake } from '../../core/intake/source.js';
import type { Bundle } from '../../input/bundle.js';
import { valuesIn } from '../../input/json-stream.js';
import { assetOf, assetValue } from '../../value/image.js';
import { type Json, numberAt, textAt } from '../../value/json.js';
import { link, type Value } from '../../value/value.js';

export const IMAGE_ASSET = 'sanity.imageAsset';
export const FILE_ASSET = 'sanity.fileAsset';
export const assetTypes: ReadonlySet<string | undefined> = new Set([IMAGE_ASSET, FILE_ASSET]);

export class DatasetFiles {
  /** Image or file by the id of its asset. */
  readonly assets = new Map<string, Value>();
  /** Members of assets.json: details of a file, by its kind and hash. */
  readonly #details = new Map<string, Json>();
  /** Path in the archive by file name. */
  readonly #paths = new Map<string, string>();
  readonly #intake: Intake;

  constructor(intake: Intake) {
    this.#intake = intake;
  }

  /** Reads what an archive says of files beside its documents. */
  async survey(bundle: Bundle): Promise<void> {
    const described = bundle.names.find((name) => name === 'assets.json' || name.endsWith('/assets.json'));
    if (described !== undefined) {
      for await (const { path, value } of valuesIn(bundle.text(described), ['$.*'], described)) {
        this.#details.set(String(path[0]), value);
      }
    }
    for (const name of bundle.names) {
      const [, kind, file] = /(?:^|\/)(images|files)\/([^/]+)$/.exec(name) ?? [];
      if (kind === undefined || file === undefined) continue;
      this.#paths.set(file, `${kind}/${file}`);
      this.#fileAsset(kind === 'images' ? 'image' : 'file', file);
      this.#intake.leaveOut(`files in ${kind}/`, 'contents of files; the files stay where they are', 1);
    }
  }

  /** Whether the files of the dataset came with it, as they do where all of it was asked for. */
  get areIncluded(): boolean {
    return this.#details.size + this.#paths.size > 0;
  }

  #address(kind: 'image' | 'file', file: string): string {
    const path = this.#paths.get(file) ?? `${kind}s/${file}`;
    const { assetsUrl } = this.#intake.options;
    const cdn = /^(https:\/\/cdn\.sanity\.io)\/([^/]+\/[^/]+)\/?$/.exec(assetsUrl);
    if (cdn !== null) return `${cdn[1]}/${kind}s/${cdn[2]}/${file}`;
    if (assetsUrl === '') this.#intake.note('files without an address; give it with --assets');
    return assetsUrl === '' ? path : `${withoutTrailing(assetsUrl, '/')}/${path}`;
  }

  /** Of a file in the archive; its id is that of the asset in the dataset. */
  #fileAsset(kind: 'image' | 'file', file: string): string {
    const id = `${kind}-${file.replace(/\.([A-Za-z0-9]+)$/, '-$1')}`;
    if (this.assets.has(id)) return id;
    const hash = /^[0-9a-f]{40}/.exec(file)?.[0];
    const details = this.#details.get(`${kind}-${hash ?? file}`) ?? this.#details.get(id);
    this.#keep(id, kind, file, details, this.#address(kind, file));
    return id;
  }

  /** @returns the id of a file that a document names by its address, and no archive holds */
  #elsewhere(asset: string | undefined): string | undefined {
    const [, kind, url] = /^(image|file)@(https?:\/\/.+)$/.exec(asset ?? '') ?? [];
    if (kind === undefined || url === undefined || !URL.canParse(url)) return undefined;
    if (!this.assets.has(url)) {
      const file = new URL(url).pathname.split('/').at(-1) ?? '';
      this.#keep(url, kind === 'image' ? 'image' : 'file', file, undefined, url);
    }
    return url;
  }

  /** Takes the document of an image or a file. */
  addDocument(id: string, type: string, document: Json): void {
    const kind = type === IMAGE_ASSET ? 'image' : 'file';
    const file = id.replace(/^(?:image|file)-/, '').replace(/-([A-Za-z0-9]+)$/, '.$1');
    this.#keep(id, kind, file, document, textAt(document, 'url') ?? this.#address(kind, file));
  }

  #keep(id: string, kind: 'image' | 'file', file: string, details: Json | undefined, url: string): void {
    const [, width, height] = /-(\d+)x(\d+)\.[A-Za-z0-9]+$/.exec(file) ?? [];
    const asset = assetOf({
      url,
      width: numberAt(details, 'metadata', 'dimensions', 'width') ?? (width === undefined ? undefined : Number(width)),
      height:
        numberAt(details, 'metadata', 'dimensions', 'height') ?? (height === undefined ? undefined : Number(height)),
      altText: textAt(details, 'altText'),
      mimeType: textAt(details, 'mimeType') ?? (kind === 'image' ? imageType(file) : undefined),
      fileName: textAt(details, 'originalFilename') ?? file,
      fileSize: numberAt(details, 'size'),
      assetId: id,
    });
    this.assets.set(id, assetValue(asset, link(id, kind === 'image' ? IMAGE_ASSET : FILE_ASSET)));
  }

  /** @returns the file that an image or file field leads to; undefined where the value is no such field, or leads nowhere */
  assetOf(value: Json): Value | undefined {
    const packed = /^(image|file)@file:\/\/\.?\/?(?:images|files)\/(.+)$/.exec(textAt(value, '_sanityAsset') ?? '');
    const reference = textAt(value, 'asset', '_ref');
    const [, kind, file] = packed ?? [];
    const id =
      file === undefined
        ? (reference ?? this.#elsewhere(textAt(value, '_sanityAsset')))
        : this.#fileAsset(kind === 'image' ? 'image' : 'file', file);
    const asset = id === undefined ? undefined : this.assets.get(id);
    const alt = textAt(value, 'alt') ?? textAt(value, 'altText');
    if (asset?.kind !== 'asset') return undefined;
    return alt === undefined || alt === '' ? asset : { ...asset, asset: { ...asset.asset, altText: alt } };
  }
}

const imageType = (file: string): string => {
  const ending = file.slice(file.lastIndexOf('.') + 1).toLowerCase();
  return `image/${ending === 'jpg' ? 'jpeg' : ending === 'svg' ? 'svg+xml' : ending}`;
};
