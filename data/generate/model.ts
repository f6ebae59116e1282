/**
 * The content models of the two profiles, as `model.json` holds them.
 *
 * `engine` is for measuring queries: one wide type with every kind of skew, and long documents. `shop` is for measuring documents:
 * all ten field types, relationships in both directions and to several types.
 */
import type { FieldType } from '../../src/content/model/field-types.js';
import { COUNTRIES, GENRES } from './values.js';

export const PROFILES = ['engine', 'shop'] as const;

export type Profile = (typeof PROFILES)[number];

interface FieldDefinition {
  readonly name: string;
  readonly type: FieldType;
  readonly precision?: number;
  readonly format?: 'date';
  readonly options?: readonly string[];
  readonly to?: string | readonly string[];
  readonly many?: boolean;
}

export interface ModelDefinition {
  /** Begins with `SPACE_PREFIX`: this distinguishes a generated export from any other. */
  readonly space: string;
  readonly contentTypes: readonly { readonly name: string; readonly fields: readonly FieldDefinition[] }[];
}

export const SPACE_PREFIX = 'generated-';

const toOne = (name: string, to: string | readonly string[]): FieldDefinition => ({
  name,
  type: 'relationship',
  to,
  many: false,
});
const toMany = (name: string, to: string | readonly string[]): FieldDefinition => ({
  name,
  type: 'relationship',
  to,
  many: true,
});

const engine: ModelDefinition = {
  space: `${SPACE_PREFIX}engine`,
  contentTypes: [
    {
      name: 'article',
      fields: [
        { name: 'title', type: 'text' },
        { name: 'subtitle', type: 'text' },
        { name: 'sku', type: 'text' },
        { name: 'summary', type: 'textMultiline' },
        { name: 'genre', type: 'select', options: GENRES },
        { name: 'stock', type: 'integer' },
        { name: 'views', type: 'integer' },
        { name: 'price', type: 'decimal', precision: 2 },
        { name: 'published', type: 'dateTime' },
        { name: 'active', type: 'boolean' },
        { name: 'featured', type: 'boolean' },
        toOne('author', 'author'),
        toMany('tags', 'tag'),
      ],
    },
    {
      name: 'document',
      fields: [
        { name: 'title', type: 'text' },
        { name: 'body', type: 'markdown' },
      ],
    },
    {
      name: 'author',
      fields: [
        { name: 'name', type: 'text' },
        { name: 'country', type: 'select', options: COUNTRIES },
        toOne('agency', 'agency'),
      ],
    },
    { name: 'tag', fields: [{ name: 'name', type: 'text' }] },
    {
      name: 'agency',
      fields: [
        { name: 'name', type: 'text' },
        { name: 'country', type: 'select', options: COUNTRIES },
      ],
    },
  ],
};

const shop: ModelDefinition = {
  space: `${SPACE_PREFIX}shop`,
  contentTypes: [
    {
      name: 'book',
      fields: [
        { name: 'title', type: 'text' },
        { name: 'summary', type: 'textMultiline' },
        { name: 'description', type: 'markdown' },
        { name: 'genre', type: 'select', options: GENRES },
        { name: 'price', type: 'decimal', precision: 2 },
        { name: 'pages', type: 'integer' },
        { name: 'published', type: 'dateTime', format: 'date' },
        { name: 'restocked', type: 'dateTime' },
        { name: 'inPrint', type: 'boolean' },
        { name: 'cover', type: 'image' },
        toOne('author', 'author'),
        toMany('reviews', 'review'),
        toMany('related', 'book'),
      ],
    },
    {
      name: 'author',
      fields: [
        { name: 'name', type: 'text' },
        { name: 'country', type: 'select', options: COUNTRIES },
        { name: 'biography', type: 'markdown' },
        { name: 'born', type: 'dateTime', format: 'date' },
        { name: 'portrait', type: 'image' },
        toMany('books', 'book'),
      ],
    },
    {
      name: 'review',
      fields: [
        { name: 'headline', type: 'text' },
        { name: 'body', type: 'textMultiline' },
        { name: 'stars', type: 'integer' },
        { name: 'written', type: 'dateTime' },
        toOne('book', 'book'),
      ],
    },
    {
      name: 'shelf',
      fields: [
        { name: 'name', type: 'text' },
        toOne('spotlight', ['book', 'author']),
        toMany('featured', ['book', 'author']),
      ],
    },
  ],
};

export const MODELS: Readonly<Record<Profile, ModelDefinition>> = Object.freeze({ engine, shop });
