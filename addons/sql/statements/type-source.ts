/**
 * What a statement reads: the tables of one load, one content type of it, as one locale has it.
 */
import { InvariantError } from '../../../src/content/errors/index.js';
import {
  type ContentType,
  type Field,
  isLocalized,
  isNatural,
  storedFieldName,
} from '../../../src/content/model/index.js';
import type { TypeCounts } from '../../../src/index/snapshot/index.js';
import { columnName, foldedColumn, ID_COLUMN, orderColumn, SIMILAR_COLUMN } from '../schema/columns.js';
import { qualifyTable, quoteIdentifier } from '../schema/identifiers.js';
import { linkTableName } from '../schema/tables.js';

/**
 * Where the tables of a type are. `plain`: all tables of the load are on the server that is asked. Of a load that is spread
 * over several servers, `copied`: each server has all rows; `distributed`: each has the rows of some items, and their links.
 */
export type Placement = 'plain' | 'copied' | 'distributed';

export class TypeSource {
  readonly type: ContentType;
  readonly placement: Placement;
  readonly #schema: string;
  readonly #locale: number;
  readonly #counts: TypeCounts;
  /** The same of another type of the load. */
  readonly typeSource: (type: string) => TypeSource;

  /** @param schema of the load. @param locale place in the model's locales */
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

  /** Whether a server has only some of the rows. */
  get isDistributed(): boolean {
    return this.placement === 'distributed';
  }

  /** @throws InvariantError for a name that was not checked against the model */
  field(name: string): Field {
    const field = this.type.fieldByName.get(name);
    if (field === undefined) throw new InvariantError(`${this.type.name} has no field ${name}`);
    return field;
  }

  /** The column of a field's values, or of the ids. */
  column(name: string): string {
    return quoteIdentifier(name === ID_COLUMN ? ID_COLUMN : columnName(this.#storedName(name)));
  }

  foldedColumnOf(name: string): string {
    return quoteIdentifier(foldedColumn(this.#storedName(name)));
  }

  /** The column that a sort compares. */
  sortColumn(name: string): string {
    if (name === ID_COLUMN || !isNatural(this.field(name))) return this.column(name);
    return quoteIdentifier(orderColumn(this.#storedName(name)));
  }

  /** Whether every item has a value: then there is no NULL to be put last. */
  isAlwaysPopulated(name: string): boolean {
    return name === ID_COLUMN || this.#counts.populated?.get(this.#storedName(name)) === this.#counts.items;
  }

  /** The table of a relationship's links; of similar items, what stands for one. */
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
    return isLocalized(this.field(name)) ? storedFieldName(this.type, name, this.#locale) : name;
  }
}
