/**
 * The values of one statement: they never stand in its text. All are texts, and the statement says what type each is.
 */

/** A list of texts, as PostgreSQL reads an array. */
export const arrayLiteral = (values: readonly string[]): string =>
  `{${values.map((value) => `"${value.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;

export class Parameters {
  readonly values: string[] = [];
  /** CTEs that the statement begins with, each as `name AS MATERIALIZED (…)`; one may read those before it. */
  readonly sharedCtes: string[] = [];

  /** @param type as SQL calls it. @returns the parameter's place, with its type: `$1::text` */
  add(value: string | number | readonly (string | number)[], type: string): string {
    this.values.push(typeof value === 'object' ? arrayLiteral(value.map(String)) : String(value));
    return type === 'text' ? `$${this.values.length}::text` : `$${this.values.length}::text::${type}`;
  }

  /** Has the rows of a query found once, before all that reads them. @returns the name of the CTE */
  addSharedCte(query: string): string {
    const name = `x${this.sharedCtes.length}`;
    this.sharedCtes.push(`${name} AS MATERIALIZED (${query})`);
    return name;
  }

  /** @param ctes of the statement, behind the sets. @param body what follows them */
  statement(ctes: readonly string[], body: string): Statement {
    const allCtes = [...this.sharedCtes, ...ctes];
    return { text: allCtes.length === 0 ? body : `WITH ${allCtes.join(', ')} ${body}`, values: this.values };
  }
}

export interface Statement {
  readonly text: string;
  readonly values: readonly string[];
}

/*
 * `_in` and `_nin`: values that cannot be equal to any are left out before, so the list may be empty.
 */

/** @param isNot whether a value of none of these is meant, and never one that is not there */
export const membershipSql = (column: string, isNot: boolean, list: string): string =>
  isNot ? `(${column} IS NOT NULL AND ${column} <> ALL (${list}))` : `${column} = ANY (${list})`;

/*
 * Texts of requests, as PostgreSQL compares them.
 *
 * A text of a request may hold U+0000, which no value does and no parameter can. Each comparison says what that comes to.
 */

/** @returns the text up to a null character, and whether there was one */
export function cutAtNullCharacter(text: string): { readonly text: string; readonly isCut: boolean } {
  const end = text.indexOf('\0');
  return end < 0 ? { text, isCut: false } : { text: text.slice(0, end), isCut: true };
}

/** @returns the text as a part of a pattern of LIKE */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** As `reverse` of SQL: by code points. */
export const reverseText = (text: string): string => [...text].reverse().join('');

/*
 * Asking a database: one statement, its rows.
 */

/** @returns the rows. @throws what the server and the network throw */
export type Ask = <Row extends object>(statement: Statement) => Promise<readonly Row[]>;
