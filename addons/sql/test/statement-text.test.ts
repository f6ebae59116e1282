/**
 * Statements as `stele query --sql` prints them.
 */
import { describe, expect, it } from 'vitest';
import { formatStatement } from '../commands/statement-text.js';

describe('formatStatement', () => {
  it('parameters › are quoted literals of EXECUTE', () => {
    const statement = { text: 'SELECT $1::text\n  LIMIT $2::text::bigint', values: ["O'Brien", '20'] };
    expect(formatStatement(statement, 20, 2)).toBe(
      "-- statement 2: 20 rows\nPREPARE stele_2 AS SELECT $1::text LIMIT $2::text::bigint;\nEXECUTE stele_2('O''Brien', '20');\n",
    );
  });

  it('no parameters › no parentheses', () => {
    expect(formatStatement({ text: 'SELECT 1', values: [] }, 1, 1)).toContain('EXECUTE stele_1;\n');
  });
});
