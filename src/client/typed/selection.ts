/**
 * The selection of a query, `include` and `fields`, as a type: the paths and members that its items have for certain, and those
 * that they may have.
 *
 * A selection from a variable or a condition is not certain: after `find({ include: full ? ['author'] : [] })`, the members of
 * `author` may be undefined. A path that may be included has a `?` in front: `'?author'`.
 * Elsewhere: the items that follow from it (item-types), other options of queries (queries).
 */
import type { ContentOf, FieldsQuery, TypeName } from './content.js';
import type { CheckedPaths } from './include-paths.js';

/** The members of a query that determine the type of its items. */
export interface Selection<Content extends ContentOf<Content>, Type extends TypeName<Content>> {
  /**
   * Paths of relationships whose items to include. A list with long paths, or with paths over to-many relationships, may need a
   * smaller `page.limit`: otherwise it throws QueryTooComplex, which names a limit that is enough.
   */
  include?: readonly Content[Type]['include'][] | undefined;
  /** The fields to show, by content type. */
  fields?: FieldsQuery<Content> | undefined;
}

/**
 * The parameter of a method: options, and a selection whose exact type the compiler infers.
 *
 * The mapped type has the members of `Selected` as the argument writes them. So the compiler sees whether a member may be absent
 * or undefined. The last part accepts selections that are not known exactly.
 *
 * @typeParam Options  options of the query without its selection
 * @typeParam Selected the inferred selection: `{ include: readonly ['author'] }`
 */
export type QueryWith<Content extends ContentOf<Content>, Type extends TypeName<Content>, Options, Selected> = Options &
  (
    | { readonly [Name in keyof Selected & keyof Selection<Content, Type>]: Selected[Name] }
    | Selection<Content, Type>
  ) & {
    readonly include?: readonly CheckedPaths<Content, Type, Selected>[] | undefined;
    readonly fields?: { readonly [Other in UnknownType<Content, Selected>]: never } | undefined;
  };

/** Names in `fields` that are not content types. */
type UnknownType<Content, Selected> = Selected extends { readonly fields: infer Fields }
  ? Exclude<keyof Fields, TypeName<Content>>
  : never;

/** The paths of `include`: `{ include: readonly ['author'] }` → `'author'`; `{ include?: readonly ['author'] }` → `'?author'`. */
export type SelectedPaths<Selected> = 'include' extends keyof Selected
  ? IsOptional<Selected, 'include'> extends true
    ? `?${Names<Selected['include']>}`
    : ListedNames<Selected['include']>
  : never;

/** The option `fields`: `{ book: readonly ['title'] }`; with undefined if the query may have none. */
export type SelectedFields<Selected> = 'fields' extends keyof Selected
  ? IsOptional<Selected, 'fields'> extends true
    ? Selected['fields'] | undefined
    : Selected['fields']
  : undefined;

/**
 * The names of a list, and those that it may have with a `?` in front.
 *
 * Example: `readonly ['a', 'b'] | readonly ['a']` → `'a' | '?b'`.
 */
export type ListedNames<List> = CertainNames<List> | `?${Exclude<Names<List>, CertainNames<List>>}`;

/** All names that a list, or each list of a union, may have. A path also includes its beginnings. */
export type Names<List> = List extends readonly (infer Name extends string)[] ? Beginnings<Name> : never;

/** `'author.country'` → `'author' | 'author.country'`; a name without a dot stays as it is. */
type Beginnings<Path extends string> =
  | Path
  | (Path extends `${infer First}.${infer Later}` ? First | `${First}.${Beginnings<Later>}` : never);

/** The names that every list of a union has. Of a list without a fixed length, only elements at fixed places are certain. */
export type CertainNames<List> = Exclude<Names<List>, MissingNames<List, Names<List>>>;

/** Computed for each list of a union: the names that the list may lack. */
type MissingNames<List, All> = List extends readonly unknown[] ? Exclude<All, FixedNames<List>> : All;

type FixedNames<List extends readonly unknown[]> = List extends readonly [infer First, ...infer Rest]
  ? SingleName<First> | FixedNames<Rest>
  : never;

/** The name; never if it is a union, because the list has only one of its names. */
type SingleName<Name, All = Name> = Name extends string ? ([All] extends [Name] ? Beginnings<Name> : never) : never;

type IsOptional<Value, Name extends keyof Value> = object extends Pick<Value, Name> ? true : false;
