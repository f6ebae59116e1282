/**
 * The shared part of every types file: types that are derived from its interface `Content`.
 */
export const SHARED = `/** An image with its known properties. */
export interface ImageValue {
  readonly url: string;
  readonly width?: number;
  readonly height?: number;
  readonly altText?: string;
  readonly format?: string;
  readonly mimeType?: string;
  readonly fileName?: string;
  readonly fileSize?: number;
}

/** A file with its known properties. */
export interface FileValue {
  readonly url: string;
  readonly fileName?: string;
  readonly mimeType?: string;
  readonly fileSize?: number;
}

/** The name of a content type. */
export type TypeName = keyof Content;

/** The type and id of a related item. */
export type Identifier<Type extends TypeName> = Type extends TypeName ? { readonly type: Type; readonly id: string } : never;

/** A to-one relationship of a resource. */
export interface ToOne<Type extends TypeName> {
  readonly data: Identifier<Type> | null;
  readonly links: { readonly self: string; readonly related: string };
}

/** A to-many relationship of a resource. */
export interface ToMany<Type extends TypeName> {
  /**
   * The first related items (20, unless the model says otherwise), or the part that \`page[<relationship>]\` requests: \`include\`
   * contains no more. Absent if that part is empty although there are related items.
   */
  readonly data?: readonly Identifier<Type>[];
  /** \`related\` lists all related items, page by page. */
  readonly links: { readonly self: string; readonly related: string; readonly next?: string };
  readonly meta: {
    /** Number of all related items, also of those that \`data\` does not have. */
    readonly total: number;
  };
}

/** A passage that matches a search, with the positions of the words in UTF-16 units. */
export interface Highlight {
  readonly text: string;
  readonly words: readonly { readonly start: number; readonly end: number }[];
}

/** The words and values that two similar items share. */
export interface Shared {
  readonly words?: readonly string[];
  readonly tags?: { readonly [field: string]: readonly string[] };
  readonly links?: { readonly [field: string]: readonly { readonly type: string; readonly id: string }[] };
}

export interface ListLinks {
  readonly self: string;
  readonly first?: string;
  readonly prev?: string;
  readonly next?: string;
  readonly last?: string;
}

/** A range of a facet with \`ranges\`: from a border, to below the next one. */
export interface FacetRange<Border extends number | string> {
  readonly from?: Border;
  readonly to?: Border;
}

/** One value of a facet, and the number of items that have it. */
export interface FacetValue<Value = AnyFacetValue> {
  readonly value: Value;
  readonly count: number;
}

type AnyFacetValue = boolean | number | string | { readonly type: string; readonly id: string } | FacetRange<number | string>;

/** The type of the values of a facet by a field, or by a field of related items: \`author.born\`. */
export type FacetValueOf<Type extends TypeName, Field> = Type extends TypeName
  ? Field extends keyof Content[Type]['facetValues']
    ? Content[Type]['facetValues'][Field]
    : Field extends \`\${infer Hop}.\${infer Later}\`
      ? Hop extends keyof Content[Type]['related']
        ? Content[Type]['related'][Hop] extends
            | { readonly one: infer Target extends TypeName }
            | { readonly many: infer Target extends TypeName }
          ? FacetValueOf<Target, Later>
          : AnyFacetValue
        : AnyFacetValue
      : AnyFacetValue
  : never;

export interface Facet<Value = AnyFacetValue> {
  readonly values: readonly FacetValue<Value>[];
  /** Number of all values, also of those that are not shown. */
  readonly total: number;
  /** Number of items without a value. */
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

/**
 * The document of a list, as \`response.json()\` returns it. Fields that \`fields[…]\` leaves out are absent. Of a to-many relationship,
 * \`included\` has the items in \`data\` of the relationship only; its \`meta.total\` counts all.
 */
export interface ListDocument<Type extends TypeName> {
  readonly jsonapi: { readonly version: string };
  readonly links: ListLinks;
  readonly data: readonly Content[Type]['resource'][];
  readonly included?: readonly Content[TypeName]['resource'][];
  readonly meta: {
    readonly total: number;
    readonly search?: { readonly words: readonly { readonly word: string; readonly matches: readonly string[] }[] };
    readonly facets?: { readonly [Field in Content[Type]['facet']]?: Facet<FacetValueOf<Type, Field>> };
    readonly stats?: { readonly [Field in Content[Type]['statistic']]?: Statistics };
  };
}

/** The document of a search of all types. */
export type SearchDocument = ListDocument<TypeName> & { readonly meta: { readonly facets?: { readonly type?: Facet<TypeName> } } };

/** The document of completions: \`/_suggest?q=\`. */
export interface SuggestDocument {
  readonly jsonapi: { readonly version: string };
  readonly links: { readonly self: string };
  readonly meta: {
    readonly suggestions: readonly {
      readonly text: string;
      readonly kind: 'word' | 'title';
      readonly type: TypeName;
      readonly count: number;
    }[];
  };
}

/** The document of one item. */
export interface ItemDocument<Type extends TypeName> {
  readonly jsonapi: { readonly version: string };
  readonly links: { readonly self: string };
  readonly data: Content[Type]['resource'];
  readonly included?: readonly Content[TypeName]['resource'][];
}

/** The operators of a field. One that is undefined counts as absent. */
export type Operators<Operands> = { [Name in keyof Operands]?: Operands[Name] | undefined };

/** Conditions that one related item must match; or whether there is one. */
export type Related<Type extends TypeName> = Type extends TypeName
  ? Omit<Content[Type]['filter'], '_OR' | '_AND' | '_NOT' | '_search'> & {
      _exists?: boolean | undefined;
      type?: { _eq?: Type | undefined } | undefined;
    }
  : never;

/** The fields of a filter: all members except the groups and the words of a search. */
type FieldsOf<Filter> = Exclude<keyof Filter, '_OR' | '_AND' | '_NOT' | '_search'> & string;
type FilterName<Filter> = {
  [Field in FieldsOf<Filter>]: 'id' extends keyof NonNullable<Filter[Field]>
    ? \`filter[\${Field}][\${string}\`
    : \`filter[\${Field}][\${keyof NonNullable<Filter[Field]> & string}]\`;
}[FieldsOf<Filter>];

/**
 * The parameters of a list as in a URL, for \`fetch\`: \`{ 'filter[title][_eq]': 'Turf' }\`. With a second parameter, the type
 * of the values: \`QueryParameters<'book', string>\` fits \`new URLSearchParams\`.
 */
export type QueryParameters<Type extends TypeName, Value extends string | number | boolean = string | number | boolean> = {
  [Name in FilterName<Content[Type]['filter']>]?: Value;
} & { [Name in keyof Content[Type]['filter'] & '_search' as \`filter[\${Name}]\`]?: string } & {
  [Name in \`page[\${'' | \`\${Content[Type]['include']}][\`}\${'limit' | 'skip'}]\`]?: Value;
} & { [Each in TypeName as \`fields[\${Each}]\`]?: string } & {
  [Name in Content[Type]['facet'] as \`_facet[\${Name}]\`]?: Value;
} & {
  sort?: Content[Type]['sort'] | \`\${Content[Type]['sort']},\${string}\`;
  localeCode?: Content[Type]['locale'];
  /** Paths over to-many relationships may need a smaller \`page[limit]\`: the error QueryTooComplex names one that is enough. */
  include?: '' | Content[Type]['include'] | \`\${Content[Type]['include']},\${string}\`;
  _stats?: string;
  _highlight?: string;
  _match?: 'all';
  [group: \`filter[_OR]\${string}\` | \`filter[_AND]\${string}\` | \`filter[_NOT]\${string}\`]: Value;
};

/** The parameters of a search of all types. */
export type SearchParameters = {
  readonly 'filter[_search]': string;
  readonly 'filter[type][_in]'?: TypeName | \`\${TypeName},\${string}\`;
} & { readonly [Name in \`page[limit]\` | \`page[skip]\` | '_facet[type]']?: string | number } & {
  readonly [Name in \`fields[\${TypeName}]\` | 'include' | '_highlight']?: string;
} & { readonly localeCode?: Content[TypeName]['locale'] };

type Head<Path extends string> = Path extends \`\${infer First}.\${string}\` ? First : Path;
type Tail<Path extends string, First extends string> = Path extends \`\${First}.\${infer Rest}\` ? Rest : never;
type Start<Type extends TypeName> = { readonly type: Type; readonly id: string } & Content[Type]['attributes'];

/** A resource after Jsona, with the paths of \`include\`: \`JsonaItem<'book', 'author' | 'author.country'>\`. */
export type JsonaItem<Type extends TypeName, Path extends string = never> = Type extends TypeName
  ? Start<Type> & {
      readonly [Name in keyof Content[Type]['related'] & string]: Content[Type]['related'][Name] extends {
        readonly many: infer Target extends TypeName;
      }
        ? readonly (Name extends Head<Path> ? JsonaItem<Target, Tail<Path, Name>> : Identifier<Target>)[]
        : Content[Type]['related'][Name] extends { readonly one: infer Target extends TypeName }
          ? (Name extends Head<Path> ? JsonaItem<Target, Tail<Path, Name>> : Identifier<Target>) | null
          : never;
    }
  : never;

/** A resource after kitsu: related items are under \`data\`. */
export type KitsuItem<Type extends TypeName, Path extends string = never> = Type extends TypeName
  ? Start<Type> & {
      readonly [Name in keyof Content[Type]['related'] & string]: {
        readonly data: Content[Type]['related'][Name] extends { readonly many: infer Target extends TypeName }
          ? readonly (Name extends Head<Path> ? KitsuItem<Target, Tail<Path, Name>> : Identifier<Target>)[]
          : Content[Type]['related'][Name] extends { readonly one: infer Target extends TypeName }
            ? (Name extends Head<Path> ? KitsuItem<Target, Tail<Path, Name>> : Identifier<Target>) | null
            : never;
      };
    }
  : never;
`;
