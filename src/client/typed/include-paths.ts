/**
 * The check of the paths in `include`, as a type. The generated union lists short paths, and accepts longer ones that begin
 * with a listed path, because a union of all would grow exponentially with the steps. Here the steps of each path that a
 * query has are followed through the content, so the cost depends on the query alone.
 *
 * Elsewhere: the generated union (stele types), the selection that contains the paths (selection).
 */
import type { ContentOf, TypeName } from './content.js';

/**
 * The paths that `include` may have: a path of the query that exists, and instead of any other the paths that could replace
 * it, so that the compiler names them. Without generated types, any path passes.
 *
 * @typeParam Selected the inferred selection: `{ include: readonly ['related.author.country'] }`
 */
export type CheckedPaths<
  Content extends ContentOf<Content>,
  Type extends TypeName<Content>,
  Selected,
> = string extends Content[Type]['include']
  ? string
  : Selected extends { readonly include?: readonly (infer Path extends string)[] | undefined }
    ? CheckedPath<Content, Type, Path>
    : string;

/**
 * Computed for each path of a union. A part that is any text, at the end of a path from a variable, passes.
 *
 * @typeParam Steps the steps before this path
 */
type CheckedPath<
  Content extends ContentOf<Content>,
  Type extends TypeName<Content>,
  Path extends string,
  Steps extends readonly unknown[] = [],
> = Path extends `${infer First}.${infer Later}`
  ? First extends Relationship<Content, Type>
    ? [...Steps, First, Later]['length'] extends TooManySteps
      ? First
      : `${First}.${CheckedPath<Content, Target<Content, Type, First>, Later, [...Steps, First]>}`
    : Choice<Content, Type, Steps>
  : string extends Path
    ? string
    : Path extends Relationship<Content, Type>
      ? Path
      : Choice<Content, Type, Steps>;

/** The names that may stand where a path has a wrong one; at its beginning all listed paths. */
type Choice<
  Content extends ContentOf<Content>,
  Type extends TypeName<Content>,
  Steps extends readonly unknown[],
> = Steps extends readonly [] ? Content[Type]['include'] : Relationship<Content, Type>;

/** The relationships of a type, or of each type of a union. */
type Relationship<Content extends ContentOf<Content>, Type extends TypeName<Content>> =
  Type extends TypeName<Content> ? keyof Content[Type]['related'] & string : never;

/** The types behind a relationship of a type, or of those types of a union that have it. */
type Target<Content extends ContentOf<Content>, Type extends TypeName<Content>, Name extends string> =
  Type extends TypeName<Content>
    ? Name extends keyof Content[Type]['related']
      ? Content[Type]['related'][Name] extends { readonly many: infer Types } | { readonly one: infer Types }
        ? Types & TypeName<Content>
        : never
      : never
    : never;

/** One step more than a request may have (LIMITS.includeDepth). */
type TooManySteps = 6;
