/**
 * The values of one statement: they never stand in its text. All are texts, and the statement says what type each is.
 */

/** A list of texts, as PostgreSQL reads an array. */
export const arrayText = (values: readonly string[]): string =>
  `{${values.map((value) => `"${value.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;

export class Parameters {
  readonly values: string[] = [];

  /** @param type as SQL calls it. @returns the parameter's place, with its type: `$1::text` */
  add(value: string | number | readonly (string | number)[], type: string): string {
    this.values.push(typeof value === 'object' ? arrayText(value.map(String)) : String(value));
    return type === 'text' ? `$${this.values.length}::text` : `$${this.values.length}::text::${type}`;
  }
}

export interface Statement {
  readonly text: string;
  readonly values: readonly string[];
}
