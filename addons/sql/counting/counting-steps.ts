/**
 * The items that are counted, and those that they lead to, as CTEs.
 *
 * `s` has a row for each selected item. Behind relationships there is a step for each of them: while they are to-one, the
 * items that are reached, each with how many selected ones lead to it; from the first to-many one on, each pair of an item
 * and one that it leads to, as an item counts once for each different value.
 * In a load that is spread over several servers a statement joins distributed rows only by the id that both are distributed
 * by. A step to a distributed type is materialised before it is joined with that type; a step to a copied type is not, so that
 * each server counts what it has.
 */
import { InvariantError } from '../../../src/content/errors/index.js';
import { type Field, isListOfTexts } from '../../../src/content/model/index.js';
import type { FacetQuery } from '../../../src/engine/facets/index.js';
import { DOC_COLUMN, ID_COLUMN } from '../schema/columns.js';
import { quoteIdentifier } from '../schema/identifiers.js';
import { ITEM, itemRowsSql, type ListedItems } from '../statements/list-items.js';
import type { Parameters } from '../statements/parameters.js';
import type { TypeSource } from '../statements/type-source.js';
import { groupSql, lastName } from './value-sql.js';

const id = quoteIdentifier(ID_COLUMN);

/** Items that are reached: `s` itself, or a step behind relationships. */
export interface Step {
  readonly name: string;
  readonly sources: readonly TypeSource[];
  /** What one selected item is: it counts once for each value. */
  readonly key: string;
  /** For how many selected items a row stands. */
  readonly weight: string;
  /** Whether each row stands for one. */
  readonly isPerItem: boolean;
  /** Whether several rows may be of one key. */
  readonly hasManyPaths: boolean;
  /** Whether its rows are read from several servers when it is read: it is neither materialised nor of copied types alone. */
  readonly isSpread: boolean;
}

/** Values that are reached, a row each: what the rows are of, and what they hold. */
export interface ReachedValues {
  readonly from: string;
  readonly value: string;
  /** Of links. */
  readonly type?: string;
  /** What is true of one row of each item that has a value. */
  readonly firstRowCondition: string;
}

/** @returns how many selected items rows stand for */
export const countSql = (weight: string): string => (weight === '1' ? 'count(*)' : `sum(${weight})`);

const isToMany = (field: Field): boolean => field.type === 'relationship' && field.many;

export class Steps {
  readonly #listed: ListedItems;
  readonly #parameters: Parameters;
  /** Columns of `s`, but for those that say which item it is. */
  readonly #columns: ((source: TypeSource) => string)[] = [];
  readonly #ctes: string[] = [];
  readonly #steps = new Map<string, Step>();
  /** The selected items. */
  readonly selected: Step;
  #needsId: boolean;
  #needsKey = false;
  /** Whether `s` is found once, as its types are not all where the links of one item are. */
  readonly #isMaterialised: boolean;
  /** How often `s` is read, but for its size. */
  readCount = 0;

  constructor(listed: ListedItems, parameters: Parameters) {
    this.#listed = listed;
    this.#parameters = parameters;
    const { sources, knownTotal: existing, isRelated } = listed;
    const isSpread = !isRelated && sources.some(({ isDistributed }) => isDistributed);
    this.selected = {
      name: 's',
      sources,
      // Rows that have the id they are distributed by are told apart where they are.
      key: existing !== undefined ? 'l.id' : isSpread ? 's.id' : 's.k',
      weight: '1',
      isPerItem: true,
      hasManyPaths: false,
      isSpread,
    };
    this.#needsId = isSpread;
    this.#isMaterialised = isRelated && sources.some(({ placement }) => placement !== 'plain');
  }

  /** @returns the CTEs of all that was asked for before */
  ctes(): readonly string[] {
    const { sources, knownTotal: existing } = this.#listed;
    const { ctes, rows } = itemRowsSql(
      this.#listed,
      (source, place) => {
        const key = sources.length === 1 ? '' : `::bigint * ${sources.length} + ${place}`;
        const columns = [
          ...(this.#needsId ? [`${ITEM}.${id} AS id`] : []),
          ...(this.#needsId && sources.length > 1 ? [`${place} AS source`] : []),
          ...(this.#needsKey ? [`${ITEM}.${quoteIdentifier(DOC_COLUMN)}${key} AS k`] : []),
          ...this.#columns.map((column, number) => `${column(source)} AS c${number}`),
          // Where they are counted and nothing else.
          ...(this.#needsId || this.#columns.length > 0 ? [] : ['1 AS one']),
        ];
        return { columns: columns.join(', ') };
      },
      this.#parameters,
    );
    return [...ctes, `s AS ${this.#materialisedSql(existing)}(${rows})`, ...this.#ctes];
  }

  /**
   * All items of a type are not kept: an index of one field answers what is asked of it. Neither are those that are read
   * once, as workers may share what is not kept, and those of several servers, which count what they have.
   */
  #materialisedSql(existing: number | undefined): string {
    if (this.#isMaterialised) return 'MATERIALIZED ';
    return this.selected.isSpread || existing !== undefined || this.readCount < 2 ? 'NOT MATERIALIZED ' : '';
  }

  /** @returns a new column of `s` */
  column(sql: (source: TypeSource) => string): string {
    return `c${this.#columns.push(sql) - 1}`;
  }

  /** @returns the values that a facet counts, each with the items of the step before its field */
  reachValues(facet: FacetQuery): ReachedValues {
    const step = this.stepTo(facet.field);
    const field = fieldIn(step, facet.field);
    if (field.type === 'relationship') {
      return {
        from: `FROM ${this.#linkedSql(step, field.name)}`,
        value: 'l.target',
        type: 'l.type',
        firstRowCondition: 'l.place = 0',
      };
    }
    const { from, column } = this.joinValues(step, (source) => groupSql(source, facet, this.#parameters));
    if (step === this.selected) this.readCount += 1;
    if (!isListOfTexts(field)) return { from, value: column, firstRowCondition: `${column} IS NOT NULL` };
    return {
      from: `${from}, unnest(${column}) WITH ORDINALITY AS u (v, place)`,
      value: 'u.v',
      firstRowCondition: 'u.place = 1',
    };
  }

  /** The values of the items of a step. */
  joinValues(step: Step, sql: (source: TypeSource) => string): { readonly from: string; readonly column: string } {
    const [source] = step.sources;
    if (step === this.selected || source === undefined) return { from: 'FROM s', column: `s.${this.column(sql)}` };
    const relationshipField = `SELECT ${ITEM}.${id} AS id, ${sql(source)} AS v FROM ${source.table} AS ${ITEM}`;
    return { from: `FROM ${step.name} JOIN (${relationshipField}) AS e ON e.id = ${step.name}.id`, column: 'e.v' };
  }

  /** The links of the items of a step, as `l`: where these are all of a type, all of its links. */
  #linkedSql(step: Step, relationship: string): string {
    const { name, sources } = step;
    const [source] = sources;
    if (step === this.selected) {
      if (this.#listed.knownTotal !== undefined && source !== undefined)
        return `${source.linksTable(relationship)} AS l`;
      this.#needsId = true;
      this.readCount += 1;
    }
    if (sources.length === 1 && source !== undefined) {
      return `${name} JOIN ${source.linksTable(relationship)} AS l ON l.id = ${name}.id`;
    }
    return `s JOIN ${this.#linksOfTypes(sources, relationship)} ON l.id = s.id AND l.source = s.source`;
  }

  /** The links of items of several types, as `l`; of those of several servers, the links of the items that are counted. */
  #linksOfTypes(sources: readonly TypeSource[], relationship: string): string {
    if (!this.#isMaterialised) {
      const links = sources.map(
        (typeSource, place) => `SELECT ${place} AS source, * FROM ${typeSource.linksTable(relationship)}`,
      );
      return `(${links.join(' UNION ALL ')}) AS l`;
    }
    const names = sources.map((one, place) => {
      const name = `u${this.#ctes.length}`;
      this.#ctes.push(
        `${name} AS MATERIALIZED (SELECT ${place} AS source, l.id, l.place, l.type, l.target FROM s JOIN ${one.linksTable(relationship)} AS l ON l.id = s.id WHERE s.source = ${place})`,
      );
      return name;
    });
    return `(${names.map((name) => `SELECT * FROM ${name}`).join(' UNION ALL ')}) AS l`;
  }

  /** @returns the items that all but the last name of the path lead to */
  stepTo(path: string): Step {
    const dot = path.lastIndexOf('.');
    if (dot < 0) return this.selected;
    const before = path.slice(0, dot);
    const existing = this.#steps.get(before);
    if (existing !== undefined) return existing;
    const newStep = this.#follow(this.stepTo(before), lastName(before));
    this.#steps.set(before, newStep);
    return newStep;
  }

  #follow(step: Step, relationship: string): Step {
    const own = fieldIn(step, relationship);
    const [source] = step.sources;
    if (own.type !== 'relationship' || source === undefined) throw new InvariantError(`${relationship} leads nowhere`);
    const name = `h${this.#steps.size}`;
    const from = this.#linkedSql(step, relationship);
    const sources = [source.typeSource(own.to[0] ?? '')];
    const isMany = step.hasManyPaths || step.sources.some((one) => isToMany(one.field(relationship)));
    const leadsToDistributed = sources.some(({ isDistributed }) => isDistributed);
    const isSpread = !leadsToDistributed && (step.isSpread || step.sources.some(({ isDistributed }) => isDistributed));
    const materialization = leadsToDistributed ? 'MATERIALIZED ' : isSpread ? 'NOT MATERIALIZED ' : '';
    if (!isMany && !isSpread) {
      this.#ctes.push(
        `${name} AS ${materialization}(SELECT l.target AS id, ${countSql(step.weight)}::integer AS w FROM ${from} GROUP BY 1)`,
      );
      return {
        name,
        sources,
        key: `${name}.id`,
        weight: `${name}.w`,
        isPerItem: false,
        hasManyPaths: isMany,
        isSpread,
      };
    }
    if (step === this.selected && !step.isSpread) this.#needsKey = this.#needsId;
    this.#ctes.push(
      `${name} AS ${materialization}(SELECT ${step.key} AS k, ${step.weight} AS w, l.target AS id FROM ${from})`,
    );
    const weight = step.isPerItem && isSpread ? '1' : `${name}.w`;
    return { name, sources, key: `${name}.k`, weight, isPerItem: step.isPerItem, hasManyPaths: isMany, isSpread };
  }
}

/** @param path that ends with the field's name */
export function fieldIn({ sources }: Step, path: string): Field {
  const [source] = sources;
  if (source === undefined) throw new InvariantError('nothing is selected from');
  return source.field(lastName(path));
}
