/**
 * The options of `stele serve` for single folders (--preview, --pin, --follow): matches each to its folder.
 *
 * Such an option names its folder by the name that --space gives; without a name it is for the folder that has none.
 */
import { OperationError } from '../../content/errors/index.js';
import type { SnapshotFolder } from '../../server/index.js';
import { signatureAgeOptions } from '../trust/options.js';
import type { ServeOptions } from './serve-options.js';

type OriginAddress = NonNullable<SnapshotFolder['origin']>['address'];

/** A --follow, --preview or --pin for a folder that is not served, or a second --preview or --pin for one folder. */
export class UnmatchedFolderOption extends OperationError {}

/** @throws UnmatchedFolderOption if an option names a folder that is not served; except for --follow also if it names one twice */
function checkFolderOption(
  option: '--follow' | '--preview' | '--pin',
  valueName: 'url' | 'snapshots' | 'id',
  folders: readonly SnapshotFolder[],
  optionValues: readonly { readonly space: string | undefined }[],
): void {
  for (const [index, { space }] of optionValues.entries()) {
    const folderWords = space === undefined ? 'the folder without a name' : `the space "${space}"`;
    if (!folders.some(({ name }) => name === space)) {
      const names = folders.flatMap(({ name }) => name ?? []);
      const advice =
        names.length === 0
          ? `give ${option} <${valueName}> alone, as the folder has no name here`
          : `give ${option} <space>=<${valueName}> with one of: ${names.join(', ')}`;
      throw new UnmatchedFolderOption(`${option} is for ${folderWords}, but --space names no such folder; ${advice}`);
    }
    // A repeated --follow is the next origin to try.
    if (option !== '--follow' && optionValues.findIndex((other) => other.space === space) < index) {
      throw new UnmatchedFolderOption(`${option} is given twice for ${folderWords}; give one`);
    }
  }
}

/**
 * @returns the folders, each with its folder of previews, its pinned snapshot, and its origins
 * @throws UnmatchedFolderOption if an option names a folder that is not served, or if --preview or --pin names one twice
 */
export function withFolderOptions(
  folders: readonly SnapshotFolder[],
  options: ServeOptions,
): readonly SnapshotFolder[] {
  const { follow = [], pin = [], preview = [] } = options;
  checkFolderOption('--preview', 'snapshots', folders, preview);
  checkFolderOption('--follow', 'url', folders, follow);
  checkFolderOption('--pin', 'id', folders, pin);
  return folders.map((folder): SnapshotFolder => {
    const isOfFolder = ({ space }: { readonly space: string | undefined }): boolean => space === folder.name;
    const previewFolder = preview.find(isOfFolder);
    const pinned = pin.find(isOfFolder);
    const served: SnapshotFolder = {
      ...folder,
      ...(previewFolder === undefined ? {} : { preview: previewFolder.folder }),
      ...(pinned === undefined ? {} : { pin: pinned.id }),
    };
    const [address, ...fallbackAddresses] = follow.filter(isOfFolder).map((option) => option.address);
    return address === undefined
      ? served
      : { ...served, origin: describeOrigin(served, address, fallbackAddresses, options) };
  });
}

/** @param fallbackAddresses the next origins to try, in this order */
function describeOrigin(
  { name, pin }: SnapshotFolder,
  address: OriginAddress,
  fallbackAddresses: readonly OriginAddress[],
  options: ServeOptions,
): NonNullable<SnapshotFolder['origin']> {
  const { trust = [], poll, keep, parallel, bandwidth = Number.POSITIVE_INFINITY } = options;
  return {
    address,
    fallbackAddresses,
    ...(pin === undefined ? {} : { pin }),
    pollMs: poll * 1000,
    keep,
    parallel,
    bytesPerSecond: bandwidth,
    trust,
    expected: { ...(name === undefined ? {} : { space: name }), channel: 'published' },
    ...signatureAgeOptions(options),
  };
}
