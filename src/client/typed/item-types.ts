/**
 * The type of an item, computed from the content and the query that asks for it.
 *
 * Example: books with `include: ['author']`, `fields: { book: ['title', 'author'] }` and no dates have the type
 *
 *     { type: 'book', id: string } & { title: string, author: { type: 'author', id: string, name: string, … } | null }
 *
 * Without `include`, `author` is `{ type: 'author', id: string } | null`. If the query may include it, its other members may be
 * undefined.
 * Elsewhere: the content (content), the paths and fields of a query (selection), building items from a document (build-items).
 */
import type { ContentOf, TypeName } from './content.js';
import type { CertainNames, Names } from './selection.js';

/**
 * An item: its type, its id and its selected members. A member is an attribute, an included item, or type and id of an item
 * that is not included. If `Type` is a union, the result is the union of the items of each type.
 *
 * @typeParam Path   the paths of `include`: `'author' | 'author.country'`; with a `?` in front if the query may lack the path
 * @typeParam Fields the option `fields`: `{ book: ['title'] }`; undefined if the query has none
 * @typeParam Dates  attributes that are converted to a Date: `'book.published'`, or `'?book.published'`
 */
export type Item<
  Content extends ContentOf<Content>,
  Type extends TypeName<Content>,
  Path extends string = never,
  Fields = undefined,
  Dates extends string = never,
> =
  // The condition is always true. It makes the compiler compute the item of each type in a union separately.
  Type extends TypeName<Content>
    ? { readonly type: Content[Type]['resource']['type']; readonly id: string } & SelectedMembers<
        Members<Content, Type, Path, Fields, Dates>,
        FieldsOfType<Fields, Type>
      >
    : never;

/** The type and id of an item that is not included. A union of types gives a union of identifiers. */
export type Identifier<Type extends string> = Type extends string
  ? { readonly type: Type; readonly id: string }
  : never;

/** All members of an item: its attributes and its relationships. */
type Members<
  Content extends ContentOf<Content>,
  Type extends TypeName<Content>,
  Path extends string,
  Fields,
  Dates extends string,
> = Attributes<Content[Type]['resource'], Dates> & {
  readonly [Name in keyof Content[Type]['related'] & string]: RelationshipValue<
    Content[Type]['related'][Name],
    Name extends FirstStep<Path>
      ? Item<Content, LinkedType<Content, Content[Type]['related'][Name]>, LaterSteps<Path, Name>, Fields, Dates>
      : `?${Name}` extends FirstStep<Path>
        ? PossibleItem<
            Item<Content, LinkedType<Content, Content[Type]['related'][Name]>, LaterSteps<Path, Name>, Fields, Dates>
          >
        : Identifier<LinkedType<Content, Content[Type]['related'][Name]>>
  >;
};

/** An item that a query may include: without it, only type and id are present. */
type PossibleItem<Included> = Included extends { readonly type: infer Type; readonly id: string }
  ? { readonly type: Type; readonly id: string } & Partial<Omit<Included, 'type' | 'id'>>
  : never;

/** The names that `fields` has for a type; undefined if it may have none. Computed for each object of a union. */
type FieldsOfType<Fields, Type> = Fields extends unknown
  ? Type extends keyof Fields
    ? Fields[Type]
    : undefined
  : never;

/**
 * The members that the option `fields` selects for a type. A member that it may leave out is optional.
 *
 * The brackets in `[List] extends [undefined]` make the compiler test a union as a whole instead of each of its parts.
 *
 * @typeParam List the names for this type: `readonly ['title', 'author']`; undefined if the query selects all members
 */
type SelectedMembers<Members, List> = [List] extends [undefined]
  ? Members
  : [PossibleName<Members, List>] extends [CertainNames<NonNullable<List>>]
    ? Pick<Members, CertainNames<NonNullable<List>> & keyof Members>
    : Pick<Members, CertainNames<NonNullable<List>> & keyof Members> &
        Partial<Pick<Members, PossibleName<Members, List> & keyof Members>>;

type PossibleName<Members, List> = Names<List> | (undefined extends List ? keyof Members : never);

/** The attributes of a resource; those named in `Dates` are Dates, or may be. */
type Attributes<Resource, Dates extends string> = Resource extends {
  readonly type: infer Type extends string;
  readonly attributes: infer Fields;
}
  ? // The usual case: no attribute is converted. The brackets are needed, because `never` is a union of no types.
    [Dates] extends [never]
    ? Fields
    : {
        readonly [Name in keyof Fields]: `${Type}.${Name & string}` extends Dates
          ? WithDates<Fields[Name]>
          : `?${Type}.${Name & string}` extends Dates
            ? Fields[Name] | WithDates<Fields[Name]>
            : Fields[Name];
      }
  : unknown;

/** `string | null` → `Date | null`. */
type WithDates<Value> = Value extends string ? Date : Value;

/** The types that a relationship leads to: `{ one: 'author' }` → `'author'`. */
type LinkedType<Content, Link> = Link extends { readonly one: infer Type } | { readonly many: infer Type }
  ? Type & TypeName<Content>
  : never;

/** The value of a relationship: a list of linked items, or one linked item or null. */
type RelationshipValue<Link, LinkedItem> = Link extends { readonly many: unknown }
  ? readonly LinkedItem[]
  : Link extends { readonly one: unknown }
    ? LinkedItem | null
    : unknown;

/** The first relationship of a path: `'author.country'` → `'author'`. */
type FirstStep<Path extends string> = Path extends `${infer First}.${string}` ? First : Path;

/** The relationships of a path after the first: `'author.country'` → `'country'`; never if there are none. */
type LaterSteps<Path extends string, First extends string> = Path extends `${First}.${infer Later}`
  ? Later
  : Path extends `?${First}.${infer Later}`
    ? `?${Later}`
    : never;
