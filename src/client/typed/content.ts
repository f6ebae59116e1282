/**
 * How the types that `stele types` writes say what the content is, and what follows from them for answers.
 *
 * `Content` is such a file's interface of that name: for each content type its resource and the names that queries may use.
 */
import type { FacetObject, PageObject } from '../../jsonapi/query-object/index.js';

/** What is known of one content type. */
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

/** What `fields` leaves of the members: all where it names none of the type, and where its names are known only later, perhaps. */
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

/*
 * Documents as they are parsed.
 */

export interface ListLinks {
  readonly self: string;
  readonly first?: string;
  readonly prev?: string;
  readonly next?: string;
  readonly last?: string;
}

/** One value that is counted, and how often it is there. */
export interface FacetValue {
  readonly value:
    | boolean
    | number
    | string
    | { readonly type: string; readonly id: string }
    | { readonly from?: number | string; readonly to?: number | string };
  readonly count: number;
}

export interface Facet {
  readonly values: readonly FacetValue[];
  readonly total: number;
  readonly missing: number;
}

export interface Statistics {
  readonly count: number;
  readonly missing: number;
  readonly min: boolean | number | string | null;
  readonly max: boolean | number | string | null;
  readonly sum?: string;
  readonly mean?: string | null;
}

export interface ListDocument<Content extends ContentOf<Content>, Type extends TypeName<Content>> {
  readonly jsonapi: { readonly version: string };
  readonly links: ListLinks;
  readonly data: readonly Content[Type]['resource'][];
  readonly included?: readonly Content[TypeName<Content>]['resource'][];
  /** Not there behind a to-one relationship. */
  readonly meta?: {
    readonly total: number;
    readonly search?: { readonly words: readonly { readonly word: string; readonly matches: readonly string[] }[] };
    readonly facets?: { readonly [Field in Content[Type]['facet']]?: Facet };
    readonly stats?: { readonly [Field in Content[Type]['statistic']]?: Statistics };
  };
}

export interface ItemDocument<Content extends ContentOf<Content>, Type extends TypeName<Content>> {
  readonly jsonapi: { readonly version: string };
  readonly links: { readonly self: string };
  readonly data: Content[Type]['resource'];
  readonly included?: readonly Content[TypeName<Content>]['resource'][];
}

/*
 * What a list and an item can be asked, with the names of the content.
 */

export interface ItemQuery<
  Content extends ContentOf<Content>,
  Type extends TypeName<Content>,
  Path extends string,
  Fields = FieldsQuery<Content>,
> {
  /** Paths of relationships whose items are included. */
  readonly include?: readonly Path[] | undefined;
  /** Which part of to-many relationships is shown, by the paths of `include`; 20 items each where not given. */
  readonly relatedPage?: { readonly [Each in Content[Type]['include']]?: PageObject | undefined } | undefined;
  /** The code of a locale; the default one where not given. */
  readonly locale?: Content[Type]['locale'] | undefined;
  /** Which fields are shown, by content type. */
  readonly fields?: (Fields & { readonly [Other in Exclude<keyof Fields, TypeName<Content>>]: never }) | undefined;
}

/** What a search of all types may be asked. */
export interface SearchQuery<Content extends ContentOf<Content>, Path extends string, Fields = FieldsQuery<Content>>
  extends ItemQuery<Content, TypeName<Content>, Path, Fields> {
  readonly filter: { readonly _search: string; readonly type?: { readonly _in: readonly TypeName<Content>[] } };
  /** At most 100 items; 20 where not given. */
  readonly page?: PageObject | undefined;
  /** How many types are counted. */
  readonly facets?: { readonly type: number } | undefined;
  readonly highlight?: readonly Content[TypeName<Content>]['highlight'][] | undefined;
}

export interface ListQuery<
  Content extends ContentOf<Content>,
  Type extends TypeName<Content>,
  Path extends string,
  Fields = FieldsQuery<Content>,
> extends ItemQuery<Content, Type, Path, Fields> {
  readonly filter?: Content[Type]['filter'] | undefined;
  /** The primary key first; `-` for descending. */
  readonly sort?: readonly Content[Type]['sort'][] | undefined;
  /** At most 100 items; 20 where not given. */
  readonly page?: PageObject | undefined;
  /** How many values of a field are counted, or that and options. */
  readonly facets?: { readonly [Each in Content[Type]['facet']]?: number | FacetObject | undefined } | undefined;
  readonly stats?: readonly Content[Type]['statistic'][] | undefined;
  /** Beside `filter._search`: of which fields the passages are shown that answer it. */
  readonly highlight?: readonly Content[Type]['highlight'][] | undefined;
  /** Beside `filter._search`: whether items must have all its words. */
  readonly match?: 'all' | undefined;
}

/** Which content completions come from: that of all searched types where none are named. */
export interface SuggestOptions<Type extends string> {
  readonly types?: readonly Type[] | undefined;
  readonly locale?: string | undefined;
}

/** What is typed may become this. */
export interface Suggestion {
  readonly text: string;
  readonly kind: 'word' | 'title';
  /** The content type that has it most often. */
  readonly type: string;
  readonly count: number;
}
