/**
 * The types of content: the shape that `stele types` generates, and the types of items that follow from it and a query.
 *
 * `Content` is the interface of that name in the generated file: for each content type its resource, and the names that
 * queries may use. Elsewhere: options of queries (queries), types of documents (documents).
 */

/** The generated description of one content type. */
export interface TypeShape {
  readonly resource: ResourceShape;
  readonly related: object;
  readonly filter: object;
  readonly sort: string;
  readonly include: string;
  readonly field: string;
  readonly facet: string;
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

/** The first step of a path, and the steps after it. */
type Head<Path extends string> = Path extends `${infer First}.${string}` ? First : Path;
type Tail<Path extends string, First extends string> = Path extends `${First}.${infer Rest}` ? Rest : never;

/** The type and id of an item that is not included. */
export type Identifier<Type extends string> = Type extends string
  ? { readonly type: Type; readonly id: string }
  : never;

/** An attribute that can be converted to a Date: `book.published`. */
export type DatePath<Content extends ContentOf<Content>> = {
  [Type in TypeName<Content>]: `${Type}.${Content[Type]['date']}`;
}[TypeName<Content>];

/** The fields to show, by content type. */
export type FieldsQuery<Content extends ContentOf<Content>> = {
  readonly [Type in TypeName<Content>]?: readonly Content[Type]['field'][] | undefined;
};

type Attributes<Resource, Dates extends string> = Resource extends {
  readonly type: infer Type extends string;
  readonly attributes: infer Fields;
}
  ? [Dates] extends [never]
    ? Fields
    : {
        readonly [Name in keyof Fields]: `${Type}.${Name & string}` extends Dates
          ? WithDates<Fields[Name]>
          : Fields[Name];
      }
  : unknown;

type WithDates<Value> = Value extends string ? Date : Value;

/**
 * The members of an item that `fields` selects: all if the query has no `fields` for the type; each optional if the names
 * are not known at compile time.
 */
type SelectedMembers<Members, Chosen> = [Chosen] extends [undefined]
  ? Members
  : [Chosen] extends [readonly (infer Name)[]]
    ? number extends Chosen['length']
      ? Partial<Members>
      : Pick<Members, Name & keyof Members>
    : Partial<Members>;

type Target<
  Content extends ContentOf<Content>,
  Type extends TypeName<Content>,
  Included extends boolean,
  Path extends string,
  Fields,
  Dates extends string,
> = Included extends true ? Item<Content, Type, Path, Fields, Dates> : Identifier<Type>;

type Related<
  Content extends ContentOf<Content>,
  Link,
  Included extends boolean,
  Path extends string,
  Fields,
  Dates extends string,
> = Link extends { readonly many: infer Type extends TypeName<Content> }
  ? readonly Target<Content, Type, Included, Path, Fields, Dates>[]
  : Link extends { readonly one: infer Type extends TypeName<Content> }
    ? Target<Content, Type, Included, Path, Fields, Dates> | null
    : unknown;

type Members<
  Content extends ContentOf<Content>,
  Type extends TypeName<Content>,
  Path extends string,
  Fields,
  Dates extends string,
> = Attributes<Content[Type]['resource'], Dates> & {
  readonly [Name in keyof Content[Type]['related'] & string]: Related<
    Content,
    Content[Type]['related'][Name],
    Name extends Head<Path> ? true : false,
    Tail<Path, Name>,
    Fields,
    Dates
  >;
};

/**
 * An item: its selected fields in one object, and in place of relationships the included items, or types and ids of items
 * that are not included.
 */
export type Item<
  Content extends ContentOf<Content>,
  Type extends TypeName<Content>,
  Path extends string = never,
  Fields = unknown,
  Dates extends string = never,
> =
  Type extends TypeName<Content>
    ? { readonly type: Content[Type]['resource']['type']; readonly id: string } & SelectedMembers<
        Members<Content, Type, Path, Fields, Dates>,
        Type extends keyof Fields ? Fields[Type] : undefined
      >
    : never;

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
