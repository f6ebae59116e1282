/**
 * Reads relationships: the ids that an item links to, as the export wrote them.
 *
 * Elsewhere: finding the target items and the types of bare ids, after all items are read (build/columns/link-column).
 */
import { excerpt, list } from '../../../src/content/errors/index.js';
import { ID_RULE, isItemId, type RelationshipField } from '../../../src/content/model/index.js';
import type { LinkTarget } from '../item.js';
import { quoted } from '../problems.js';
import { isJsonArray, isJsonNumber, isJsonObject, type JsonObject, type JsonValue } from './json-value.js';
import { describeValue, type ValueReader, type ValueReport } from './value-reader.js';

/** Relationship: to one, an id or `{"type","id"}`; to many, an array of those, whose duplicates are left out. */
export function linkReader(field: RelationshipField): ValueReader {
  const example = field.to.length > 1 ? '{"type": "…", "id": "…"}' : '"…"';
  if (!field.many) {
    return (value, report) => {
      if (isJsonArray(value)) {
        report.error(`the relationship is to one item, not an array; write ${example}, or set "many" in the model`);
        return undefined;
      }
      const target = readTarget(field, value, report);
      return target && [target];
    };
  }
  return (value, report) => {
    if (isJsonArray(value)) return readTargets(field, value, report);
    report.error(
      () => `the relationship is to many items, not ${describeValue(value)}; write an array such as [${example}]`,
    );
    return undefined;
  };
}

function readTargets(
  field: RelationshipField,
  values: readonly JsonValue[],
  report: ValueReport,
): readonly LinkTarget[] {
  const targets: LinkTarget[] = [];
  const keys = new Set<string>();
  for (const value of values) {
    const target = readTarget(field, value, report);
    if (target === undefined) continue;
    const key = linkKey(field, target);
    if (!keys.has(key)) {
      keys.add(key);
      targets.push(target);
    } else {
      report.warning(
        'repeatedLink',
        (ifRepaired) => `the item ${quoted(target.id)} is linked to twice${ifRepaired('; it is kept once')}`,
      );
    }
  }
  return targets;
}

/**
 * A key that is equal for duplicate links. If the field has several target types, a bare id and a typed id differ: whether they
 * are the same item is found when links are resolved.
 */
function linkKey(field: RelationshipField, target: LinkTarget): string {
  // No id contains a line feed.
  return target.type === undefined || field.to.length === 1 ? target.id : `${target.type}\n${target.id}`;
}

function readTarget(field: RelationshipField, value: JsonValue, report: ValueReport): LinkTarget | undefined {
  if (typeof value === 'string') return checkedTarget(undefined, value, report);
  if (isJsonObject(value)) return readTypedTarget(field, value, report);
  report.error(() => {
    const quote = isJsonNumber(value) ? `; an id is a string: write "${excerpt(value.text)}" in quotes` : '';
    return `an item's id is expected, not ${describeValue(value)}${quote}`;
  });
  return undefined;
}

function readTypedTarget(field: RelationshipField, value: JsonObject, report: ValueReport): LinkTarget | undefined {
  const type = value.get('type') ?? null;
  const id = value.get('id') ?? null;
  if (typeof type !== 'string' || typeof id !== 'string') {
    const quote = isJsonNumber(id) ? `: the id is ${describeValue(id)}, write it in quotes` : '';
    report.error(`a link written as an object has a "type" and an "id", both strings${quote}`);
    return undefined;
  }
  if (!field.to.includes(type)) {
    report.error(`the relationship cannot link to items of type ${quoted(type)}; it links to ${list(field.to)}`);
    return undefined;
  }
  for (const key of value.keys()) {
    if (key === 'type' || key === 'id') continue;
    report.warning(
      'unknownKey',
      (ifRepaired) =>
        `a link has only "type" and "id"${ifRepaired(`, so ${quoted(key)} is left out`) || `, no ${quoted(key)}`}`,
      key,
    );
  }
  return checkedTarget(type, id, report);
}

function checkedTarget(type: string | undefined, id: string, report: ValueReport): LinkTarget | undefined {
  if (isItemId(id)) return { type, id };
  report.error(`${quoted(id)} is not a valid id; ${ID_RULE}`);
  return undefined;
}
