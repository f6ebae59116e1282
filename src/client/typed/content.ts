/**
 * How the types that `stele types` writes say what the content is, and what follows from them for answers.
 *
 * `Content` is such a file's interface of that name: for each content type its resource and the names that queries may use.
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

/** Any content: what is known without types of one's own. */
export interface AnyContent {
  readonly [type: string]: Omit<TypeShape, 'resource' | 'related'> & {
    readonly resource: {
      readonly type: string;
      readonly id: string;
      /** Not there where a type has none. */
      readonly attributes: Readonly<Record<string, unknown>>;
      readonly relationships?: Readonly<Record<string, unknown>>;
      readonly links: { readonly self: string };
      readonly meta?: Readonly<Record<string, unknown>>;
    };
    readonly related: Readonly<Record<never, never>>;
  };
}

/** Whatever names content types and says of each what a TypeShape says. */
export type ContentOf<Content> = { readonly [Type in keyof Content]: TypeShape };

export type TypeName<Content> = keyof Content & string;

/** The first step of paths, and what follows it. */
type Head<Path extends string> = Path extends `${infer First}.${string}` ? First : Path;
type Tail<Path extends string, First extends string> = Path extends `${First}.${infer Rest}` ? Rest : never;

/** An item of which nothing is known but where it is. */
export type Identifier<Type extends string> = Type extends string
  ? { readonly type: Type; readonly id: string }
  : never;

/** Attributes that are to be of the class Date: `book.published`. */
export type DatePath<Content extends ContentOf<Content>> = {
  [Type in TypeName<Content>]: `${Type}.${Content[Type]['date']}`;
}[TypeName<Content>];

/** Which fields are shown, by content type. */
export type FieldsQuery<Content extends ContentOf<Content>> = {
  readonly [Type in TypeName<Content>]?: readonly Content[Type]['field'][] | undefined;
};

type Attributes<Resource, Dates extends string> = Resource extends {
  readonly type: infer Type extends string;
  readonly attributes: infer Fields;
}
  ? [Dates] extends [never]
    ? Fields
    : { readonly [Name in keyof Fields]: `${Type}.${Name & string}` extends Dates ? Dated<Fields[Name]> : Fields[Name] }
  : unknown;

type Dated<Value> = Value extends string ? Date : Value;

/**
 * What `fields` leaves of the members: all where it names none of the type, and where its names are known only later,
 * perhaps.
 */
type Shown<Members, Chosen> = [Chosen] extends [undefined]
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
 * An item with the fields that are shown in one object, and in place of relationships the items that are included, or
 * their types and ids.
 */
export type Item<
  Content extends ContentOf<Content>,
  Type extends TypeName<Content>,
  Path extends string = never,
  Fields = unknown,
  Dates extends string = never,
> =
  Type extends TypeName<Content>
    ? { readonly type: Content[Type]['resource']['type']; readonly id: string } & Shown<
        Members<Content, Type, Path, Fields, Dates>,
        Type extends keyof Fields ? Fields[Type] : undefined
      >
    : never;

/** The relationships of a type; any name where the content has no types. */
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
