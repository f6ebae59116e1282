/**
 * Inverse relationships of a planned export, where the source has them: the back of a relation, or the comments of a post.
 *
 * Two kinds are declared by sources. A field that shows the links of another field from their other side becomes its inverse
 * if the links are the same; otherwise it keeps links of its own. A relationship with a declared inverse always gets it.
 * A relationship that is left out gives no inverse, so a link back shows nothing that the link itself does not.
 */
import { textAt } from '../../value/json.js';
import { cleanTexts } from '../declarations/descriptive-texts.js';
import { INSTANT, type ModelField } from '../declarations/shape.js';
import type { ContentIntake } from '../intake/content-intake.js';
import { type BackwardField, findBackwardOrders } from './backward-links.js';
import { modelText, type Plan } from './plan.js';
import type { PlannedField, PlannedType } from './plan-type.js';

/** A planned field, and its type. */
interface Place {
  readonly type: PlannedType;
  readonly planned: PlannedField;
}

/** A relationship of the model that may have an inverse. */
interface Relationship extends Place {
  readonly field: ModelField;
}

/** A field that may be the inverse of a relationship of the model. */
interface Back extends Place {
  readonly forward: Relationship;
  readonly backward: BackwardField;
  readonly sort: ModelField | undefined;
}

/** The inverse of a field, as `model.json` has it. */
interface ModelInverse {
  readonly name: string;
  readonly sort?: string;
}

/**
 * @returns the plan with the inverses
 * Cost: see `findBackwardOrders`, if a source declares fields that may be inverses
 */
export async function offerInverses(content: ContentIntake, plan: Plan): Promise<Plan> {
  const keptTypes = plan.types.filter(({ isKept }) => isKept);
  const backs = findBacks(content, keptTypes);
  const orders = await findBackwardOrders(
    content,
    backs.map(({ backward }) => backward),
  );
  /** The relationship → its inverse. */
  const inverses = new Map<PlannedField, ModelInverse>();
  /** The field that is the inverse → the relationship, as `type.field`. */
  const inverseOf = new Map<PlannedField, string>();
  for (const { planned, forward, backward, sort } of backs) {
    const order = orders.get(backward);
    if (order === undefined) {
      const forwardPath = forward.planned.path;
      content.note(`${planned.path}: kept as links, because those of ${forwardPath} read backwards differ from them`);
    } else if (!inverses.has(forward.planned)) {
      const isSorted = order === 'sorted' && sort !== undefined;
      const texts = cleanTexts(planned.name, planned.sourceField.declaration);
      inverses.set(forward.planned, { name: planned.name, ...(isSorted && { sort: sort.name }), ...texts });
      inverseOf.set(planned, forward.planned.path);
    }
  }
  for (const relationship of findRelationships(content, keptTypes)) {
    const inverse = inverses.has(relationship.planned) ? undefined : declaredInverse(content, keptTypes, relationship);
    if (inverse !== undefined) inverses.set(relationship.planned, inverse);
  }
  if (inverses.size === 0) return plan;
  const types = plan.types.map((type) => ({
    ...type,
    fields: type.fields.map((planned): PlannedField => {
      const forward = inverseOf.get(planned);
      if (forward !== undefined) return { ...planned, field: undefined, inverseOf: forward };
      const inverse = inverses.get(planned);
      if (inverse === undefined || planned.field === undefined) return planned;
      return { ...planned, field: { ...planned.field, json: { ...planned.field.json, inverse: { ...inverse } } } };
    }),
  }));
  return { ...plan, types, model: modelText(content, plan.space, types, plan.locales) };
}

/** @returns the relationships that may have an inverse: the same links in each locale, and none that the user set */
function findRelationships(content: ContentIntake, types: readonly PlannedType[]): readonly Relationship[] {
  return types.flatMap((type) =>
    type.fields.flatMap((planned) => {
      const { field, path } = planned;
      const isRelationship = field?.type === 'relationship' && field.localized !== true;
      const isSetByUser = content.options.overrides.of(path)?.model['inverse'] !== undefined;
      return isRelationship && !isSetByUser ? [{ type, planned, field }] : [];
    }),
  );
}

/** A field with an override of the user keeps links of its own: an inverse has no options. */
function findBacks(content: ContentIntake, types: readonly PlannedType[]): readonly Back[] {
  const relationships = findRelationships(content, types);
  return relationships.flatMap(({ type, planned, field }) => {
    const { backwardsOf } = planned.sourceField.declaration;
    if (backwardsOf === undefined || field.many !== true || hasOverride(content, planned)) return [];
    const forward = relationships.find(
      (relationship) =>
        relationship.type.sourceType.key === backwardsOf.type &&
        relationship.planned.sourceField.key === backwardsOf.field,
    );
    if (forward === undefined || forward.planned === planned) return [];
    if (forward.field.to?.length !== 1 || forward.field.to[0] !== type.sourceType.name) return [];
    const sort = forward.type.fields.find(({ sourceField }) => sourceField.key === backwardsOf.sort);
    const hasSort = sort?.field?.type === 'integer' && isSortKey(sort.field);
    const backward: BackwardField = {
      type: type.sourceType,
      field: planned.sourceField,
      linkingType: forward.type.sourceType,
      linkingField: forward.planned.sourceField,
      sortField: hasSort ? sort.sourceField : undefined,
    };
    return [{ type, planned, forward, backward, sort: hasSort ? sort.field : undefined }];
  });
}

const hasOverride = (content: ContentIntake, { path }: PlannedField): boolean => {
  const override = content.options.overrides.of(path);
  return override !== undefined && (override.name !== undefined || Object.keys(override.model).length > 0);
};

/** Whether an inverse may be sorted by a field: one value, without locales, and the user did not turn sorting off. */
const isSortKey = ({ many, localized, json }: ModelField): boolean =>
  many !== true && localized !== true && json['sort'] !== false;

/** @returns undefined if the source declares no inverse, or if the user left it out of a target type */
function declaredInverse(
  content: ContentIntake,
  types: readonly PlannedType[],
  { type, planned, field }: Relationship,
): ModelInverse | undefined {
  const { inverse } = planned.sourceField.declaration;
  if (inverse === undefined) return undefined;
  const targets = types.filter(({ sourceType }) => field.to?.includes(sourceType.name));
  const usedNames = new Set(targets.flatMap((target) => readUsedNames(types, target)));
  let name = inverse.name;
  for (let number = 2; usedNames.has(name.toLowerCase()); number += 1) name = `${inverse.name}${number}`;
  const isUnwanted = targets
    .map(({ sourceType }) => content.isUnwanted(`${sourceType.ownName}.${name}`))
    .includes(true);
  if (isUnwanted) return undefined;
  const sort = type.fields.find(({ sourceField }) => sourceField.key === inverse.sort)?.field;
  const hasSort = sort?.type === INSTANT.type && isSortKey(sort);
  return { name, ...(hasSort && { sort: sort.name }) };
}

/** @returns the names of the fields of a type and of the inverses that the user gives it, in lower case */
function readUsedNames(types: readonly PlannedType[], { sourceType, fields }: PlannedType): readonly string[] {
  const names = fields.flatMap(({ field }) => field?.name ?? []);
  for (const { field } of types.flatMap((type) => type.fields)) {
    const inverse = field === undefined ? undefined : textAt(field.json, 'inverse', 'name');
    if (inverse !== undefined && field?.to?.includes(sourceType.name) === true) names.push(inverse);
  }
  return names.map((name) => name.toLowerCase());
}
