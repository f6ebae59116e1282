/**
 * Images and files of a Sanity dataset: from documents, from the folders of an archive, and by address.
 *
 * Elsewhere: recognizing file values (values), adding files as items (document-reader).
 */
import { withoutTrailing } from '../../../../src/content/model/index.js';
import type { Intake } from '../../core/intake/source.js';
import type { Bundle } from '../../input/bundle.js';
import { valuesIn } from '../../input/json-stream.js';
import { buildAsset, buildAssetValue } from '../../value/image.js';
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

  /** Reads the details and paths of files in an archive. */
  async surveyBundle(bundle: Bundle): Promise<void> {
    const detailsFile = bundle.names.find((name) => name === 'assets.json' || name.endsWith('/assets.json'));
    if (detailsFile !== undefined) {
      for await (const { path, value } of valuesIn(bundle.text(detailsFile), ['$.*'], detailsFile)) {
        this.#details.set(String(path[0]), value);
      }
    }
    for (const name of bundle.names) {
      const [, kind, file] = /(?:^|\/)(images|files)\/([^/]+)$/.exec(name) ?? [];
      if (kind === undefined || file === undefined) continue;
      this.#paths.set(file, `${kind}/${file}`);
      this.#addPackedFile(kind === 'images' ? 'image' : 'file', file);
      this.#intake.leaveOut(`files in ${kind}/`, 'contents of files; the files stay where they are', 1);
    }
  }

  /** Whether the export includes files, as a complete export does. */
  get areIncluded(): boolean {
    return this.#details.size + this.#paths.size > 0;
  }

  #buildAddress(kind: 'image' | 'file', file: string): string {
    const path = this.#paths.get(file) ?? `${kind}s/${file}`;
    const { assetsUrl } = this.#intake.options;
    const cdn = /^(https:\/\/cdn\.sanity\.io)\/([^/]+\/[^/]+)\/?$/.exec(assetsUrl);
    if (cdn !== null) return `${cdn[1]}/${kind}s/${cdn[2]}/${file}`;
    if (assetsUrl === '') this.#intake.note('files without an address; give it with --assets');
    return assetsUrl === '' ? path : `${withoutTrailing(assetsUrl, '/')}/${path}`;
  }

  /** Adds a file of the archive. @returns its id, which the dataset uses for the asset */
  #addPackedFile(kind: 'image' | 'file', file: string): string {
    const id = `${kind}-${file.replace(/\.([A-Za-z0-9]+)$/, '-$1')}`;
    if (this.assets.has(id)) return id;
    const hash = /^[0-9a-f]{40}/.exec(file)?.[0];
    const details = this.#details.get(`${kind}-${hash ?? file}`) ?? this.#details.get(id);
    this.#addAsset(id, kind, file, details, this.#buildAddress(kind, file));
    return id;
  }

  /** Adds a file that a document names by its address. @returns its id; undefined if the text is not such an address */
  #addLinkedFile(asset: string | undefined): string | undefined {
    const [, kind, url] = /^(image|file)@(https?:\/\/.+)$/.exec(asset ?? '') ?? [];
    if (kind === undefined || url === undefined || !URL.canParse(url)) return undefined;
    if (!this.assets.has(url)) {
      const file = new URL(url).pathname.split('/').at(-1) ?? '';
      this.#addAsset(url, kind === 'image' ? 'image' : 'file', file, undefined, url);
    }
    return url;
  }

  /** Adds the document of an image or a file. */
  addDocument(id: string, type: string, document: Json): void {
    const kind = type === IMAGE_ASSET ? 'image' : 'file';
    const file = id.replace(/^(?:image|file)-/, '').replace(/-([A-Za-z0-9]+)$/, '.$1');
    this.#addAsset(id, kind, file, document, textAt(document, 'url') ?? this.#buildAddress(kind, file));
  }

  #addAsset(id: string, kind: 'image' | 'file', file: string, details: Json | undefined, url: string): void {
    const [, width, height] = /-(\d+)x(\d+)\.[A-Za-z0-9]+$/.exec(file) ?? [];
    const asset = buildAsset({
      url,
      width: numberAt(details, 'metadata', 'dimensions', 'width') ?? (width === undefined ? undefined : Number(width)),
      height:
        numberAt(details, 'metadata', 'dimensions', 'height') ?? (height === undefined ? undefined : Number(height)),
      altText: textAt(details, 'altText'),
      mimeType: textAt(details, 'mimeType') ?? (kind === 'image' ? findMediaType(file) : undefined),
      fileName: textAt(details, 'originalFilename') ?? file,
      fileSize: numberAt(details, 'size'),
      assetId: id,
    });
    this.assets.set(id, buildAssetValue(asset, link(id, kind === 'image' ? IMAGE_ASSET : FILE_ASSET)));
  }

  /** @returns the file of an image or file value; undefined if the value is of another kind, or the file is missing */
  findAsset(value: Json): Value | undefined {
    const packedMatch = /^(image|file)@file:\/\/\.?\/?(?:images|files)\/(.+)$/.exec(
      textAt(value, '_sanityAsset') ?? '',
    );
    const reference = textAt(value, 'asset', '_ref');
    const [, kind, file] = packedMatch ?? [];
    const id =
      file === undefined
        ? (reference ?? this.#addLinkedFile(textAt(value, '_sanityAsset')))
        : this.#addPackedFile(kind === 'image' ? 'image' : 'file', file);
    const asset = id === undefined ? undefined : this.assets.get(id);
    const alt = textAt(value, 'alt') ?? textAt(value, 'altText');
    if (asset?.kind !== 'asset') return undefined;
    return alt === undefined || alt === '' ? asset : { ...asset, asset: { ...asset.asset, altText: alt } };
  }
}

const findMediaType = (file: string): string => {
  const extension = file.slice(file.lastIndexOf('.') + 1).toLowerCase();
  return `image/${extension === 'jpg' ? 'jpeg' : extension === 'svg' ? 'svg+xml' : extension}`;
};
