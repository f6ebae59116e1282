/**
 * What documents are written from: rendered items and links by place. An open snapshot is such; so is the little that
 * another engine has fetched for one answer.
 */
import type { Pages } from '../../format/index.js';
import type { ContentModel } from '../../model/index.js';
import type { LinkIndex, TypeSegment } from '../../segment/index.js';

export interface ShownType {
  /** Place in the model's order. */
  readonly number: number;
  readonly name: string;
  /** Arena and file are those of an open snapshot: in their memory whole items can be written at once. */
  readonly segment: Pick<TypeSegment, 'type' | 'locale' | 'size' | 'documents' | 'own' | 'fields' | 'search'> &
    Partial<Pick<TypeSegment, 'arena' | 'file'>>;
  readonly joins: ReadonlyMap<string, ShownJoin>;
}

/** Where the links of one relationship lead. */
export interface ShownJoin<Type = ShownType> {
  readonly index: LinkIndex;
  /** Target index → doc in the target's type. */
  readonly targetDocs: Uint32Array;
  /** The types in the order of the relationship's `to`. */
  readonly targetTypes: readonly Type[];
}

export interface ShownSpace {
  readonly model: ContentModel;
  readonly types: ReadonlyMap<string, ShownType>;
  /** Who reads what stays in files; absent where all is in memory. */
  readonly pages?: Pages | undefined;
}
