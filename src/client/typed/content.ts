/**
 * The description of a program's content as types: the interface `Content` that `stele types` generates.
 *
 * It has, for each content type, the resource in documents and the names that queries may use.
 * Elsewhere: items that a query returns (item-types), options of queries (queries), types of documents (documents).
 */

/** The generated description of one content type. */
export interface TypeShape {
  readonly resource: ResourceShape;
  /** Relationship → `{ one: 'author' }` or `{ many: 'tag' }`, with the names of its target types. */
  readonly related: object;
  readonly filter: object;
  readonly sort: string;
  readonly include: string;
  readonly field: string;
  readonly facet: string;
  /** Field → type of the values of its facet. Absent in a file of an earlier version. */
  readonly facetValues?: object;
  readonly statistic: string;
  readonly highlight: string;
  /** Attributes that are instants or days. */
  readonly date: string;
  /** Codes of locales. */
  readonly locale: string;
}

interface ResourceShape {
  readonly type: string;
  readonly id: string;
  readonly attributes?: object;
}

/** The content of a program without generated types. */
export interface AnyContent {
  readonly [type: string]: Omit<TypeShape, 'resource' | 'related'> & {
    readonly resource: {
      readonly type: string;
      readonly id: string;
      /** Absent if the type has none. */
      readonly attributes: Readonly<Record<string, unknown>>;
      readonly relationships?: Readonly<Record<string, unknown>>;
      readonly links: { readonly self: string };
      readonly meta?: Readonly<Record<string, unknown>>;
    };
    readonly related: Readonly<Record<never, never>>;
  };
}

/** Any interface from content types to their TypeShape. */
export type ContentOf<Content> = { readonly [Type in keyof Content]: TypeShape };

export type TypeName<Content> = keyof Content & string;

/** An attribute that can be converted to a Date: `book.published`. */
export type DatePath<Content extends ContentOf<Content>> = {
  [Type in TypeName<Content>]: `${Type}.${Content[Type]['date']}`;
}[TypeName<Content>];

/** The fields to show, by content type. */
export type FieldsQuery<Content extends ContentOf<Content>> = {
  [Type in TypeName<Content>]?: readonly Content[Type]['field'][] | undefined;
};

/** The relationships of a type; any string if the content has no generated types. */
export type RelationshipName<
  Content extends ContentOf<Content>,
  Type extends TypeName<Content>,
> = string extends Content[Type]['include'] ? string : keyof Content[Type]['related'] & string;

/** The content types that a relationship leads to. */
export type TargetName<
  Content extends ContentOf<Content>,
  Type extends TypeName<Content>,
  Name extends string,
> = Name extends keyof Content[Type]['related']
  ? Content[Type]['related'][Name] extends { readonly many: infer Target } | { readonly one: infer Target }
    ? Target & TypeName<Content>
    : TypeName<Content>
  : TypeName<Content>;
