/**
 * The tables and columns of one content type, in one load and one locale, as statements name them.
 */
import { InvariantError } from '../../../src/content/errors/index.js';
import {
  type ContentType,
  countedRelationship,
  type Field,
  isLocalized,
  isNatural,
  linkCountName,
  queriedField,
  storedFieldName,
} from '../../../src/content/model/index.js';
import type { TypeCounts } from '../../../src/index/snapshot/index.js';
import { columnName, foldedColumn, ID_COLUMN, orderColumn, SIMILAR_COLUMN } from '../schema/columns.js';
import { qualifyTable, quoteIdentifier } from '../schema/identifiers.js';
import { linkTableName } from '../schema/tables.js';

/**
 * Where the tables of a type are.
 * `plain`: all tables of the load are on the database server. With Citus, `copied`: each server has all rows (a reference
 * table); `distributed`: each server has the rows of some items, and their links.
 */
export type Placement = 'plain' | 'copied' | 'distributed';

export class TypeSource {
  readonly type: ContentType;
  readonly placement: Placement;
  readonly #schema: string;
  readonly #locale: number;
  readonly #counts: TypeCounts;
  /** @returns the source of another type of the load, in the same locale */
  readonly typeSource: (type: string) => TypeSource;

  /** @param schema schema of the load. @param locale position in the model's locales */
  constructor(
    schema: string,
    type: ContentType,
    locale: number,
    counts: TypeCounts,
    other: (type: string) => TypeSource,
    placement: Placement = 'plain',
  ) {
    this.placement = placement;
    this.typeSource = other;
    this.type = type;
    this.#schema = schema;
    this.#locale = locale;
    this.#counts = counts;
  }

  get table(): string {
    return qualifyTable(this.#schema, this.type.name);
  }

  get itemCount(): number {
    return this.#counts.items;
  }

  /** Whether each server has only some of the rows. */
  get isDistributed(): boolean {
    return this.placement === 'distributed';
  }

  /** @returns the field, or the count of that name. @throws InvariantError for a name that was not checked against the model */
  field(name: string): Field {
    const field = queriedField(this.type, name);
    if (field === undefined) throw new InvariantError(`${this.type.name} has no field ${name}`);
    return field;
  }

  /** The column of a field or of the id, quoted. */
  column(name: string): string {
    return quoteIdentifier(name === ID_COLUMN ? ID_COLUMN : columnName(this.#storedName(name)));
  }

  foldedTextColumn(name: string): string {
    return quoteIdentifier(foldedColumn(this.#storedName(name)));
  }

  /** The column that a sort compares, quoted. */
  sortColumn(name: string): string {
    if (name === ID_COLUMN || !isNatural(this.field(name))) return this.column(name);
    return quoteIdentifier(orderColumn(this.#storedName(name)));
  }

  /** Whether every item has a value, so that a sort needs no NULLS LAST. */
  isAlwaysPopulated(name: string): boolean {
    if (name === ID_COLUMN || countedRelationship(name) !== undefined) return true;
    return this.#counts.populated?.get(this.#storedName(name)) === this.#counts.items;
  }

  /** The table of a relationship's links; for similar items, a subquery with the same columns. */
  linksTable(name: string): string {
    if (name === SIMILAR_COLUMN) {
      const [id, similar] = [quoteIdentifier(ID_COLUMN), `own.${quoteIdentifier(SIMILAR_COLUMN)}::json`];
      return `(SELECT own.${id}, (one.place - 1)::integer AS place, '${this.type.name}'::text AS type, one.value ->> 0 AS target,
        json_array_length(${similar}) AS total
        FROM ${this.table} AS own, json_array_elements(${similar}) WITH ORDINALITY AS one (value, place)) AS links`;
    }
    return qualifyTable(this.#schema, linkTableName(this.type.name, this.#storedName(name)));
  }

  #storedName(name: string): string {
    const relationship = countedRelationship(name);
    if (relationship !== undefined) return linkCountName(this.#storedName(relationship));
    return isLocalized(this.field(name)) ? storedFieldName(this.type, name, this.#locale) : name;
  }
}
