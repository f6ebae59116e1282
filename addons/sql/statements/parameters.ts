/**
 * The parameters of one statement. Values are never part of its text: all are sent as texts, and the text casts each to its type.
 */

/** @returns the texts as an array literal of PostgreSQL */
export const arrayLiteral = (values: readonly string[]): string =>
  `{${values.map((value) => `"${value.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;

export class Parameters {
  readonly values: string[] = [];
  /** CTEs at the start of the statement, each as `name AS MATERIALIZED (…)`; a CTE may read earlier ones. */
  readonly sharedCtes: string[] = [];

  /** @param type SQL type. @returns the parameter's placeholder with its cast: `$1::text` */
  add(value: string | number | readonly (string | number)[], type: string): string {
    this.values.push(typeof value === 'object' ? arrayLiteral(value.map(String)) : String(value));
    return type === 'text' ? `$${this.values.length}::text` : `$${this.values.length}::text::${type}`;
  }

  /** Adds a CTE whose rows are computed once. @returns its name */
  addSharedCte(query: string): string {
    const name = `x${this.sharedCtes.length}`;
    this.sharedCtes.push(`${name} AS MATERIALIZED (${query})`);
    return name;
  }

  /** @param ctes CTEs after the shared ones. @param body of the statement, after WITH */
  statement(ctes: readonly string[], body: string): Statement {
    const allCtes = [...this.sharedCtes, ...ctes];
    return { text: allCtes.length === 0 ? body : `WITH ${allCtes.join(', ')} ${body}`, values: this.values };
  }
}

/** The text of a statement, and the values of its parameters $1, $2, … */
export interface Statement {
  readonly text: string;
  readonly values: readonly string[];
}

/** A condition of `_in` or `_nin`. @param isNot `_nin`: populated, and none of the values. @param list array, may be empty */
export const membershipSql = (column: string, isNot: boolean, list: string): string =>
  isNot ? `(${column} IS NOT NULL AND ${column} <> ALL (${list}))` : `${column} = ANY (${list})`;

/**
 * A text of a request may contain U+0000, which no value and no parameter of PostgreSQL can contain.
 *
 * @returns the text before the first U+0000, and whether there was one
 */
export function cutAtNullCharacter(text: string): { readonly text: string; readonly isCut: boolean } {
  const end = text.indexOf('\0');
  return end < 0 ? { text, isCut: false } : { text: text.slice(0, end), isCut: true };
}

/** @returns the text, escaped for a pattern of LIKE */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** Reverses a text by code points, as SQL's `reverse` does. */
export const reverseText = (text: string): string => [...text].reverse().join('');

/** Sends a statement. @returns its rows. @throws errors of the server and the network */
export type Ask = <Row extends object>(statement: Statement) => Promise<readonly Row[]>;
