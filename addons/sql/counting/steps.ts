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
import { quoted } from '../schema/identifiers.js';
import { foundRows, ITEM, type ListedItems } from '../statements/listed.js';
import type { Parameters } from '../statements/parameters.js';
import type { TypeSource } from '../statements/source.js';
import { endOf, groupSql } from './values.js';

const id = quoted(ID_COLUMN);

/** Items that are reached: `s` itself, or a step behind relationships. */
export interface Step {
  readonly name: string;
  readonly sources: readonly TypeSource[];
  /** What one selected item is: it counts once for each value. */
  readonly key: string;
  /** For how many selected items a row stands. */
  readonly weight: string;
  /** Whether each row stands for one. */
  readonly isEach: boolean;
  /** Whether several rows may be of one key. */
  readonly isMany: boolean;
  /** Whether its rows are read from several servers when it is read: it is neither materialised nor of copied types alone. */
  readonly isSpread: boolean;
}

/** Values that are reached, a row each: what the rows are of, and what they hold. */
export interface Reached {
  readonly from: string;
  readonly value: string;
  /** Of links. */
  readonly type?: string;
  /** What is true of one row of each item that has a value. */
  readonly first: string;
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
  readonly all: Step;
  #needsId: boolean;
  #needsKey = false;
  /** Whether `s` is found once, as its types are not all where the links of one item are. */
  readonly #isMaterialised: boolean;
  /** How often `s` is read, but for its size. */
  uses = 0;

  constructor(listed: ListedItems, parameters: Parameters) {
    this.#listed = listed;
    this.#parameters = parameters;
    const { sources, known, isRelated } = listed;
    const isSpread = !isRelated && sources.some(({ isDistributed }) => isDistributed);
    this.all = {
      name: 's',
      sources,
      // Rows that have the id they are distributed by are told apart where they are.
      key: known !== undefined ? 'l.id' : isSpread ? 's.id' : 's.k',
      weight: '1',
      isEach: true,
      isMany: false,
      isSpread,
    };
    this.#needsId = isSpread;
    this.#isMaterialised = isRelated && sources.some(({ placement }) => placement !== 'plain');
  }

  /** @returns the CTEs of all that was asked for before */
  ctes(): readonly string[] {
    const { sources, known } = this.#listed;
    const { ctes, rows } = foundRows(
      this.#listed,
      (source, place) => {
        const key = sources.length === 1 ? '' : `::bigint * ${sources.length} + ${place}`;
        const columns = [
          ...(this.#needsId ? [`${ITEM}.${id} AS id`] : []),
          ...(this.#needsId && sources.length > 1 ? [`${place} AS source`] : []),
          ...(this.#needsKey ? [`${ITEM}.${quoted(DOC_COLUMN)}${key} AS k`] : []),
          ...this.#columns.map((column, number) => `${column(source)} AS c${number}`),
          // Where they are counted and nothing else.
          ...(this.#needsId || this.#columns.length > 0 ? [] : ['1 AS one']),
        ];
        return { columns: columns.join(', ') };
      },
      this.#parameters,
    );
    return [...ctes, `s AS ${this.#materialisedSql(known)}(${rows})`, ...this.#ctes];
  }

  /**
   * All items of a type are not kept: an index of one field answers what is asked of it. Neither are those that are read
   * once, as workers may share what is not kept, and those of several servers, which count what they have.
   */
  #materialisedSql(known: number | undefined): string {
    if (this.#isMaterialised) return 'MATERIALIZED ';
    return this.all.isSpread || known !== undefined || this.uses < 2 ? 'NOT MATERIALIZED ' : '';
  }

  /** @returns a new column of `s` */
  column(sql: (source: TypeSource) => string): string {
    return `c${this.#columns.push(sql) - 1}`;
  }

  /** @returns the values that a facet counts, each with the items of the step before its field */
  reached(facet: FacetQuery): Reached {
    const step = this.to(facet.field);
    const field = fieldIn(step, facet.field);
    if (field.type === 'relationship') {
      return {
        from: `FROM ${this.#linkedSql(step, field.name)}`,
        value: 'l.target',
        type: 'l.type',
        first: 'l.place = 0',
      };
    }
    const { from, column } = this.values(step, (source) => groupSql(source, facet, this.#parameters));
    if (step === this.all) this.uses += 1;
    if (!isListOfTexts(field)) return { from, value: column, first: `${column} IS NOT NULL` };
    return {
      from: `${from}, unnest(${column}) WITH ORDINALITY AS u (v, place)`,
      value: 'u.v',
      first: 'u.place = 1',
    };
  }

  /** The values of the items of a step. */
  values(step: Step, sql: (source: TypeSource) => string): { readonly from: string; readonly column: string } {
    const [source] = step.sources;
    if (step === this.all || source === undefined) return { from: 'FROM s', column: `s.${this.column(sql)}` };
    const own = `SELECT ${ITEM}.${id} AS id, ${sql(source)} AS v FROM ${source.table} AS ${ITEM}`;
    return { from: `FROM ${step.name} JOIN (${own}) AS e ON e.id = ${step.name}.id`, column: 'e.v' };
  }

  /** The links of the items of a step, as `l`: where these are all of a type, all of its links. */
  #linkedSql(step: Step, relationship: string): string {
    const { name, sources } = step;
    const [source] = sources;
    if (step === this.all) {
      if (this.#listed.known !== undefined && source !== undefined) return `${source.links(relationship)} AS l`;
      this.#needsId = true;
      this.uses += 1;
    }
    if (sources.length === 1 && source !== undefined) {
      return `${name} JOIN ${source.links(relationship)} AS l ON l.id = ${name}.id`;
    }
    return `s JOIN ${this.#linksOfTypes(sources, relationship)} ON l.id = s.id AND l.source = s.source`;
  }

  /** The links of items of several types, as `l`; of those of several servers, the links of the items that are counted. */
  #linksOfTypes(sources: readonly TypeSource[], relationship: string): string {
    if (!this.#isMaterialised) {
      const links = sources.map((one, place) => `SELECT ${place} AS source, * FROM ${one.links(relationship)}`);
      return `(${links.join(' UNION ALL ')}) AS l`;
    }
    const names = sources.map((one, place) => {
      const name = `u${this.#ctes.length}`;
      this.#ctes.push(
        `${name} AS MATERIALIZED (SELECT ${place} AS source, l.id, l.place, l.type, l.target FROM s JOIN ${one.links(relationship)} AS l ON l.id = s.id WHERE s.source = ${place})`,
      );
      return name;
    });
    return `(${names.map((name) => `SELECT * FROM ${name}`).join(' UNION ALL ')}) AS l`;
  }

  /** @returns the items that all but the last name of the path lead to */
  to(path: string): Step {
    const dot = path.lastIndexOf('.');
    if (dot < 0) return this.all;
    const before = path.slice(0, dot);
    const known = this.#steps.get(before);
    if (known !== undefined) return known;
    const made = this.#follow(this.to(before), endOf(before));
    this.#steps.set(before, made);
    return made;
  }

  #follow(step: Step, relationship: string): Step {
    const own = fieldIn(step, relationship);
    const [source] = step.sources;
    if (own.type !== 'relationship' || source === undefined) throw new InvariantError(`${relationship} leads nowhere`);
    const name = `h${this.#steps.size}`;
    const from = this.#linkedSql(step, relationship);
    const sources = [source.other(own.to[0] ?? '')];
    const isMany = step.isMany || step.sources.some((one) => isToMany(one.field(relationship)));
    const isFar = sources.some(({ isDistributed }) => isDistributed);
    const isSpread = !isFar && (step.isSpread || step.sources.some(({ isDistributed }) => isDistributed));
    const kept = isFar ? 'MATERIALIZED ' : isSpread ? 'NOT MATERIALIZED ' : '';
    if (!isMany && !isSpread) {
      this.#ctes.push(
        `${name} AS ${kept}(SELECT l.target AS id, ${countSql(step.weight)}::integer AS w FROM ${from} GROUP BY 1)`,
      );
      return { name, sources, key: `${name}.id`, weight: `${name}.w`, isEach: false, isMany, isSpread };
    }
    if (step === this.all && !step.isSpread) this.#needsKey = this.#needsId;
    this.#ctes.push(`${name} AS ${kept}(SELECT ${step.key} AS k, ${step.weight} AS w, l.target AS id FROM ${from})`);
    const weight = step.isEach && isSpread ? '1' : `${name}.w`;
    return { name, sources, key: `${name}.k`, weight, isEach: step.isEach, isMany, isSpread };
  }
}

/** @param path that ends with the field's name */
export function fieldIn({ sources }: Step, path: string): Field {
  const [source] = sources;
  if (source === undefined) throw new InvariantError('nothing is selected from');
  return source.field(endOf(path));
}
