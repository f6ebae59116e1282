/**
 * The Public policy of a Directus project: decides which rows and fields visitors may read.
 *
 * A policy is public if `access.json` assigns it to no role and no user. Before Directus 11, permissions without a role are public.
 * Elsewhere: evaluating filters (row-filter), the rows that filters follow links to (content).
 */
import { type Json, type JsonObject, listAt, memberAt, readMembers, textAt } from '../../value/json.js';
import { type FollowLink, RowFilter } from './row-filter.js';

/** A permission to read: the rows that match the filter, and of them these fields. */
interface Rule {
  readonly filter: Json;
  readonly fields: readonly string[];
}

export const ALL_FIELDS: ReadonlySet<string> = new Set(['*']);

export class PublicPolicy {
  readonly #rules: ReadonlyMap<string, readonly Rule[]>;
  readonly #nowMs: number;

  private constructor(rules: ReadonlyMap<string, readonly Rule[]>, nowMs: number) {
    this.#rules = rules;
    this.#nowMs = nowMs;
  }

  /** @returns undefined if visitors may read no collection; the policy then decides nothing */
  static read(access: readonly Json[], permissions: readonly Json[], nowMs: number): PublicPolicy | undefined {
    const publicPolicies = findPublicPolicies(access);
    const rules = new Map<string, Rule[]>();
    for (const permission of permissions) {
      const policy = readPolicyId(permission);
      const isPublic = policy === undefined ? memberAt(permission, 'role') === null : publicPolicies.has(policy);
      if (!isPublic || textAt(permission, 'action') !== 'read') continue;
      const collection = textAt(permission, 'collection') ?? '';
      rules.set(collection, [...(rules.get(collection) ?? []), readRule(permission)]);
    }
    const hasContent = [...rules.keys()].some((collection) => !collection.startsWith('directus_'));
    return hasContent ? new PublicPolicy(rules, nowMs) : undefined;
  }

  /** @returns names of the fields that filters read, including links to other rows */
  get filteredFields(): ReadonlySet<string> {
    const fields = new Set<string>();
    const collect = (filter: Json): void => {
      for (const innerFilter of listAt(filter)) collect(innerFilter);
      for (const [key, inner] of readMembers(filter)) {
        if (!key.startsWith('_')) fields.add(key);
        collect(inner);
      }
    };
    for (const rules of this.#rules.values()) for (const { filter } of rules) collect(filter);
    return fields;
  }

  /** @returns the fields that are public in at least one row of the collection; undefined if no row is public */
  findCollectionFields(collection: string): ReadonlySet<string> | undefined {
    const rules = this.#rules.get(collection);
    return rules === undefined ? undefined : new Set(rules.flatMap(({ fields }) => fields));
  }

  /**
   * @returns the public fields of the row; undefined if the row is not public
   * @throws UndecidedError if the import cannot evaluate a filter
   */
  findRowFields(collection: string, row: JsonObject, followLink: FollowLink): ReadonlySet<string> | undefined {
    const rowFilter = new RowFilter(this.#nowMs, followLink);
    const rules = this.#rules.get(collection) ?? [];
    const matchingRules = rules.filter(({ filter }) => rowFilter.matches(filter, { collection, row }));
    return matchingRules.length === 0 ? undefined : new Set(matchingRules.flatMap(({ fields }) => fields));
  }
}

/** @returns ids of the policies that `access.json` assigns to no role and no user */
function findPublicPolicies(access: readonly Json[]): ReadonlySet<string | undefined> {
  const isUnset = (value: Json | undefined): boolean => value === null || value === undefined;
  const publicGrants = access.filter((grant) => isUnset(memberAt(grant, 'role')) && isUnset(memberAt(grant, 'user')));
  return new Set(publicGrants.map(readPolicyId));
}

/** @param grant a permission, or a line of `access.json`; it has the policy or the id of the policy */
const readPolicyId = (grant: Json): string | undefined => textAt(grant, 'policy') ?? textAt(grant, 'policy', 'id');

function readRule(permission: Json): Rule {
  const fields = memberAt(permission, 'fields');
  const names = typeof fields === 'string' ? fields.split(',') : listAt(fields).map(String);
  return { filter: memberAt(permission, 'permissions') ?? {}, fields: names };
}
