/**
 * Rendered spaces: the content from which documents are written: rendered items, and links between them.
 *
 * An open snapshot is one; another engine builds a small one from the items that it fetches for a response.
 */
import type { ContentModel } from '../../content/model/index.js';
import type { Pages } from '../../format/index.js';
import type { FieldIndex, RenderedLinks, TypeSegment } from '../../index/segment/index.js';

/** A content type with its rendered items. */
export interface RenderedType {
  /** Position in the model's order. */
  readonly number: number;
  readonly name: string;
  /** An open snapshot has arena and file, in whose memory whole items can be written many at a time. */
  readonly segment: Pick<TypeSegment, 'type' | 'locale' | 'size' | 'documents' | 'own' | 'search'> &
    Partial<Pick<TypeSegment, 'arena' | 'file' | 'similar'>> & {
      readonly fields: ReadonlyMap<string, FieldIndex | RenderedLinks>;
    };
  readonly joins: ReadonlyMap<string, RenderedJoin>;
}

/** The targets of the links of one relationship. */
export interface RenderedJoin<Type = RenderedType> {
  readonly index: RenderedLinks;
  /** Target index → doc in the target's type. */
  readonly targetDocs: Uint32Array;
  /** The types in the order of the relationship's `to`. */
  readonly targetTypes: readonly Type[];
}

/** The content types of a space in one locale. */
export interface RenderedSpace {
  readonly model: ContentModel;
  readonly types: ReadonlyMap<string, RenderedType>;
  /** The reader of sections that stay in files; absent if everything is in memory. */
  readonly pages?: Pages | undefined;
}
