/**
 * The items that a counting statement counts, as CTEs: the selected items, then one step for each relationship of a path.
 *
 *     s         one row per selected item
 *     h0, h1…   to-one paths: one row per reached item (id), with the number of selected items that lead to it (w)
 *               from the first to-many relationship on: one row per pair of a selected item (k) and a reached item (id)
 *
 * With Citus, a step to a distributed type is materialised before it is joined with that type, or receives the values of the
 * type; a step to a copied type is not materialised, so that each server counts its own rows.
 */
import { InvariantError } from '../../../src/content/errors/index.js';
import { type Field, isListOfTexts, splitFieldPath } from '../../../src/content/model/index.js';
import type { FacetQuery } from '../../../src/engine/facets/index.js';
import { DOC_COLUMN, ID_COLUMN } from '../schema/columns.js';
import { quoteIdentifier } from '../schema/identifiers.js';
import { ITEM, itemRowsSql, type ListedItems } from '../statements/list-items.js';
import type { Parameters } from '../statements/parameters.js';
import type { TypeSource } from '../statements/type-source.js';
import { groupSql, lastName } from './value-sql.js';

const id = quoteIdentifier(ID_COLUMN);

/** Share of all items that a filter probably selects. */
const FILTERED_SHARE = 1 / 10;

/** A CTE of reached items: `s` itself, or a step along relationships. */
export interface Step {
  readonly name: string;
  readonly sources: readonly TypeSource[];
  /** Expression that identifies a selected item, which counts once for each value. */
  readonly key: string;
  /** Expression of the number of selected items that a row represents. */
  readonly weight: string;
  /** Whether each row represents one selected item. */
  readonly isPerItem: boolean;
  /** Whether several rows may have the same key. */
  readonly hasManyPaths: boolean;
  /** Whether reading it reads several servers: it is not materialised and not of copied types only. */
  readonly isDistributed: boolean;
  /** Whether the values of the reached items are sent to each server, instead of the pairs of the step. */
  readonly receivesValues: boolean;
}

/** SQL for the values that a facet counts, one row per value of an item. */
export interface ReachedValues {
  readonly from: string;
  readonly value: string;
  /** Type of a linked item, if the values are links. */
  readonly type?: string;
  /** Condition that is true for exactly one row of each populated item. */
  readonly firstRowCondition: string;
}

/** @returns SQL for the number of selected items that rows represent */
export const weightedCountSql = (weight: string): string => (weight === '1' ? 'count(*)' : `sum(${weight})`);

const isToMany = (field: Field): boolean => field.type === 'relationship' && field.many;

export class CountingSteps {
  readonly #listed: ListedItems;
  readonly #parameters: Parameters;
  /** Value columns of `s`, by number. */
  readonly #columns: ((source: TypeSource) => string)[] = [];
  readonly #ctes: string[] = [];
  readonly #steps = new Map<string, Step>();
  /** The step of the selected items, `s`. */
  readonly selected: Step;
  #needsId: boolean;
  #needsKey = false;
  /** Whether `s` must be computed once: its types and the links of the item may be on different servers. */
  readonly #isMaterialised: boolean;
  /** Number of reads of `s`, except for its total. */
  readCount = 0;

  constructor(listed: ListedItems, parameters: Parameters) {
    this.#listed = listed;
    this.#parameters = parameters;
    const { sources, knownTotal, isRelated } = listed;
    const isSpread = !isRelated && sources.some(({ isDistributed }) => isDistributed);
    this.selected = {
      name: 's',
      sources,
      // Distributed rows are identified by the id that they are distributed by, so that each server counts its own.
      key: knownTotal !== undefined ? 'l.id' : isSpread ? 's.id' : 's.k',
      weight: '1',
      isPerItem: true,
      hasManyPaths: false,
      isDistributed: isSpread,
      receivesValues: false,
    };
    this.#needsId = isSpread;
    this.#isMaterialised = isRelated && sources.some(({ placement }) => placement !== 'plain');
  }

  /** @returns the CTEs of all columns and steps that were requested before the call */
  ctes(): readonly string[] {
    const { sources, knownTotal } = this.#listed;
    const { ctes, rows } = itemRowsSql(
      this.#listed,
      (source, place) => {
        const key = sources.length === 1 ? '' : `::bigint * ${sources.length} + ${place}`;
        const columns = [
          ...(this.#needsId ? [`${ITEM}.${id} AS id`] : []),
          ...(this.#needsId && sources.length > 1 ? [`${place} AS source`] : []),
          ...(this.#needsKey ? [`${ITEM}.${quoteIdentifier(DOC_COLUMN)}${key} AS k`] : []),
          ...this.#columns.map((column, number) => `${column(source)} AS c${number}`),
          // A CTE needs a column, even if its rows are only counted.
          ...(this.#needsId || this.#columns.length > 0 ? [] : ['1 AS one']),
        ];
        return { columns: columns.join(', ') };
      },
      this.#parameters,
    );
    return [...ctes, `s AS ${this.#materialisedSql(knownTotal)}(${rows})`, ...this.#ctes];
  }

  /**
   * Whether PostgreSQL computes `s` once and keeps its rows. It does not if `s` is all items of a type, so that an index of a
   * field suffices; if `s` is read once, so that parallel workers may share it; or if each server counts its own rows.
   */
  #materialisedSql(knownTotal: number | undefined): string {
    if (this.#isMaterialised) return 'MATERIALIZED ';
    return this.selected.isDistributed || knownTotal !== undefined || this.readCount < 2 ? 'NOT MATERIALIZED ' : '';
  }

  /** Adds a value column to `s`. @returns its name */
  column(sql: (source: TypeSource) => string): string {
    return `c${this.#columns.push(sql) - 1}`;
  }

  /** @returns SQL for the values of a facet, joined to the step at the end of its path */
  reachValues(facet: FacetQuery): ReachedValues {
    const step = this.facetStep(facet.field);
    const field = requireField(step, facet.field);
    if (field.type === 'relationship') {
      return {
        from: `FROM ${this.#linkedSql(step, field.name)}`,
        value: 'l.target',
        type: 'l.type',
        firstRowCondition: 'l.place = 0',
      };
    }
    const { from: fromClause, column } = this.joinValues(step, (source) => groupSql(source, facet, this.#parameters));
    if (step === this.selected) this.readCount += 1;
    if (!isListOfTexts(field)) return { from: fromClause, value: column, firstRowCondition: `${column} IS NOT NULL` };
    return {
      from: `${fromClause}, unnest(${column}) WITH ORDINALITY AS u (v, place)`,
      value: 'u.v',
      firstRowCondition: 'u.place = 1',
    };
  }

  /** @returns SQL for a value of each item of a step */
  joinValues(step: Step, sql: (source: TypeSource) => string): { readonly from: string; readonly column: string } {
    const [source] = step.sources;
    if (step === this.selected || source === undefined) return { from: 'FROM s', column: `s.${this.column(sql)}` };
    const valuesQuery = `SELECT ${ITEM}.${id} AS id, ${sql(source)} AS v FROM ${source.table} AS ${ITEM}`;
    if (step.receivesValues) {
      const values = `m${this.#ctes.length}`;
      this.#ctes.push(`${values} AS MATERIALIZED (${valuesQuery})`);
      return { from: `FROM ${step.name} JOIN ${values} AS e ON e.id = ${step.name}.id`, column: 'e.v' };
    }
    return { from: `FROM ${step.name} JOIN (${valuesQuery}) AS e ON e.id = ${step.name}.id`, column: 'e.v' };
  }

  /** @returns a FROM list with the links of a step's items, as `l`; only the table of links if all items are selected */
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

  /** @returns the links of items of several types, as `l`. With Citus, the links of each type are a materialised CTE. */
  #linksOfTypes(sources: readonly TypeSource[], relationship: string): string {
    if (!this.#isMaterialised) {
      const links = sources.map(
        (typeSource, place) => `SELECT ${place} AS source, * FROM ${typeSource.linksTable(relationship)}`,
      );
      return `(${links.join(' UNION ALL ')}) AS l`;
    }
    const names = sources.map((source, place) => {
      const name = `u${this.#ctes.length}`;
      this.#ctes.push(
        `${name} AS MATERIALIZED (SELECT ${place} AS source, l.id, l.place, l.type, l.target FROM s JOIN ${source.linksTable(relationship)} AS l ON l.id = s.id WHERE s.source = ${place})`,
      );
      return name;
    });
    return `(${names.map((name) => `SELECT * FROM ${name}`).join(' UNION ALL ')}) AS l`;
  }

  /** @returns the step whose values a facet counts. @param path of the facet's field */
  facetStep(path: string): Step {
    if (!this.#sendsValues(path)) return this.stepTo(path);
    const relationship = path.slice(0, path.indexOf('.'));
    const name = `values of ${relationship}`;
    const step = this.#steps.get(name) ?? this.#follow(this.selected, relationship, true);
    this.#steps.set(name, step);
    return step;
  }

  /**
   * Whether the values of a distributed type are sent to the selected items, instead of the pairs of selected and reached items
   * to the type: if the type has fewer items than are probably selected. Each server then counts its own items.
   */
  #sendsValues(path: string): boolean {
    const { hops, field: fieldName } = splitFieldPath(path);
    const [relationship = '', ...more] = hops;
    const { isDistributed, sources } = this.selected;
    const [source, ...otherSources] = sources;
    if (!isDistributed || source === undefined || otherSources.length > 0 || hops.length === 0 || more.length > 0)
      return false;
    const field = source.field(relationship);
    if (field.type !== 'relationship' || !field.many) return false;
    const related = source.typeSource(field.to[0] ?? '');
    if (!related.isDistributed || related.field(fieldName).type === 'relationship') return false;
    const isFiltered = this.#listed.knownTotal === undefined;
    return related.itemCount <= source.itemCount * (isFiltered ? FILTERED_SHARE : 1);
  }

  /** @returns the step of the items with the path's field: those at the end of the path's relationships */
  stepTo(path: string): Step {
    const { hops } = splitFieldPath(path);
    if (hops.length === 0) return this.selected;
    const relationshipPath = hops.join('.');
    const existing = this.#steps.get(relationshipPath);
    if (existing !== undefined) return existing;
    const newStep = this.#follow(this.stepTo(relationshipPath), lastName(relationshipPath));
    this.#steps.set(relationshipPath, newStep);
    return newStep;
  }

  /** @param receivesValues whether the values of the reached items are sent to each server; only for to-many relationships */
  #follow(step: Step, relationship: string, receivesValues = false): Step {
    const field = requireField(step, relationship);
    const [source] = step.sources;
    if (field.type !== 'relationship' || source === undefined)
      throw new InvariantError(`${relationship} is no relationship`);
    const name = `h${this.#steps.size}`;
    const from = this.#linkedSql(step, relationship);
    const sources = [source.typeSource(field.to[0] ?? '')];
    const hasManyPaths = step.hasManyPaths || step.sources.some((one) => isToMany(one.field(relationship)));
    const leadsToDistributed = !receivesValues && sources.some(({ isDistributed }) => isDistributed);
    const isDistributed =
      !leadsToDistributed && (step.isDistributed || step.sources.some(({ isDistributed }) => isDistributed));
    const materialization = leadsToDistributed ? 'MATERIALIZED ' : isDistributed ? 'NOT MATERIALIZED ' : '';
    if (!hasManyPaths && !isDistributed) {
      this.#ctes.push(
        `${name} AS ${materialization}(SELECT l.target AS id, ${weightedCountSql(step.weight)}::integer AS w FROM ${from} GROUP BY 1)`,
      );
      return {
        name,
        sources,
        key: `${name}.id`,
        weight: `${name}.w`,
        isPerItem: false,
        hasManyPaths,
        isDistributed,
        receivesValues,
      };
    }
    if (step === this.selected && !step.isDistributed) this.#needsKey = this.#needsId;
    this.#ctes.push(
      `${name} AS ${materialization}(SELECT ${step.key} AS k, ${step.weight} AS w, l.target AS id FROM ${from})`,
    );
    const weight = step.isPerItem && isDistributed ? '1' : `${name}.w`;
    const { isPerItem } = step;
    return { name, sources, key: `${name}.k`, weight, isPerItem, hasManyPaths, isDistributed, receivesValues };
  }
}

/** @param path ends with the name of the field. @throws InvariantError if the step has no such field */
export function requireField({ sources }: Step, path: string): Field {
  const [source] = sources;
  if (source === undefined) throw new InvariantError('a step has no content type');
  return source.field(lastName(path));
}
