/**
 * The output of `stele query --sql`: the statements that answered a request, with their parameters and row counts.
 *
 * Each statement is printed as PREPARE and EXECUTE, so that psql runs the output as it is.
 */
import { quoteLiteral } from '../schema/identifiers.js';
import type { Statement } from '../statements/parameters.js';

/** @param rowCount number of rows that the statement returned. @param number position among the statements, from 1 */
export function formatStatement({ text, values }: Statement, rowCount: number, number: number): string {
  const name = `stele_${number}`;
  const parameters = values.length === 0 ? '' : `(${values.map(quoteLiteral).join(', ')})`;
  const query = text.replace(/\s+/g, ' ').trim();
  return `-- statement ${number}: ${rowCount} rows\nPREPARE ${name} AS ${query};\nEXECUTE ${name}${parameters};\n`;
}
