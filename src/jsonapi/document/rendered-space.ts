/**
 * The content that documents are written from: rendered items, and links by place.
 *
 * An open snapshot has this shape, and so have the few items that another engine fetches for one response.
 */
import type { ContentModel } from '../../content/model/index.js';
import type { Pages } from '../../format/index.js';
import type { FieldIndex, RenderedLinks, TypeSegment } from '../../index/segment/index.js';

export interface RenderedType {
  /** Place in the model's order. */
  readonly number: number;
  readonly name: string;
  /** Arena and file are those of an open snapshot: in their memory whole items can be written at once. */
  readonly segment: Pick<TypeSegment, 'type' | 'locale' | 'size' | 'documents' | 'own' | 'search'> &
    Partial<Pick<TypeSegment, 'arena' | 'file' | 'similar'>> & {
      readonly fields: ReadonlyMap<string, FieldIndex | RenderedLinks>;
    };
  readonly joins: ReadonlyMap<string, RenderedJoin>;
}

/** Where the links of one relationship lead. */
export interface RenderedJoin<Type = RenderedType> {
  readonly index: RenderedLinks;
  /** Target index → doc in the target's type. */
  readonly targetDocs: Uint32Array;
  /** The types in the order of the relationship's `to`. */
  readonly targetTypes: readonly Type[];
}

export interface RenderedSpace {
  readonly model: ContentModel;
  readonly types: ReadonlyMap<string, RenderedType>;
  /** The reader of sections that stay in files; absent if everything is in memory. */
  readonly pages?: Pages | undefined;
}
