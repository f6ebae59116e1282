/**
 * Reads the items of one content type into a builder, and hashes the content of its file.
 *
 * Elsewhere: deciding which types are read (built-types), reading blocks of items (build/segment/read-items).
 */
import { isUnique } from '../../src/content/model/index.js';
import { ContentHasher, type ExportSource, type ItemsSource } from '../read/index.js';
import { type BlockCache, readItems, TypeBuilder } from '../segment/index.js';
import type { BuildContext } from '../work/index.js';
import type { ItemLookup } from './incremental/linked-type.js';
import type { ReusableTypes } from './incremental/reusable-types.js';
import type { BuildProgress } from './report/report.js';
import { LinkResolver } from './resolve-links.js';
import type { BuiltPart } from './type-parts.js';

/** The resources that all types of a build are read with. */
export interface ReadingResources {
  readonly exportSource: ExportSource;
  readonly context: BuildContext;
  readonly reusable: ReusableTypes;
  /** Blocks that earlier builds of this process have read. */
  readonly blockCache: BlockCache | undefined;
  readonly report: (progress: BuildProgress) => void;
}

/**
 * @param items  looks up items of all types, once all types are read
 * @param images receives the images that the items hold; undefined if images are not collected
 * @returns the type with all its items; no column is started yet
 */
export async function readType(
  source: ItemsSource,
  { exportSource, context, reusable, blockCache, report }: ReadingResources,
  items: ItemLookup,
  images: TypeBuilder | undefined,
): Promise<BuiltPart> {
  const { type, byteLength } = source;
  const step = `reading ${type.name}`;
  const builder = new TypeBuilder(type, context, images, reusable.earlierOf(type));
  const reading = exportSource.problems.createPart();
  const links = exportSource.problems.createPart();
  const hasher = new ContentHasher();
  let readBytes = 0;
  const reader = exportSource.readItems(type, {
    ids: builder.ids,
    problems: reading,
    onBytes: (addedBytes) => {
      readBytes += addedBytes;
      report({ step, done: readBytes, total: byteLength, unit: 'bytes' });
    },
    onContent: (bytes) => hasher.add(bytes),
  });
  // Columns of earlier types may be built meanwhile, within the memory that is left.
  if (type.fields.some(isUnique)) context.gate.reserve(() => reader.uniqueBytes);
  const cachedBlocks = blockCache?.openType(type.name, reusable.modelPart(type), context.scratch);
  await readItems(reader, builder, context.pool, cachedBlocks);
  report({ step, done: byteLength, total: byteLength, unit: 'bytes' });
  const resolver = new LinkResolver(items, source.file, (doc) => builder.ids.lineOf(doc), links);
  return { kind: 'built', source, builder, content: hasher.end(), reading, resolver, links };
}
