/**
 * The decision about one type of a source: whether the export has it, and the name and the definition of each field.
 *
 * Types and fields that are left out are reported here, with the reason.
 * Elsewhere: the definition of a field (model-field), private fields (privacy), the whole model (plan).
 */
import { hasMailAddress } from '../declarations/descriptive-texts.js';
import type { ModelField } from '../declarations/shape.js';
import type { SourceField, SourceType } from '../intake/source-type.js';
import { fieldPrivacyReason, hasPersonAddresses } from '../privacy/private-fields.js';
import { nameWords } from '../privacy/private-names.js';
import { chooseFieldNames } from './field-names.js';
import { buildModelField, type FieldIdentity, type PlanContext } from './model-field.js';
import type { UserType } from './user-model.js';

export interface PlannedField extends FieldIdentity {
  /** Undefined if the field is left out, as was reported, or if it is the inverse of another field. */
  readonly field: ModelField | undefined;
  /** The field, as `type.field`, whose inverse has the links. */
  readonly inverseOf?: string;
}

export interface PlannedType {
  readonly sourceType: SourceType;
  /** False if the type is left out, as was reported. */
  readonly isKept: boolean;
  readonly fields: readonly PlannedField[];
}

const HAS_ADDRESS = 'a mail address, and the model is public';
const UNWANTED = 'left out, as you asked';

export function planType(context: PlanContext, sourceType: SourceType): PlannedType {
  const { content, userModel } = context;
  const leftOut: PlannedType = { sourceType, isKept: false, fields: [] };
  if (content.isUnwanted(sourceType.ownName)) {
    content.leaveOut(`${sourceType.ownName}: items`, UNWANTED, sourceType.size);
    return leftOut;
  }
  const { privacyReason } = sourceType;
  if (privacyReason !== undefined) {
    content.withhold(sourceType.ownName, privacyReason, sourceType.size);
    content.nonPublicItems.types.add(sourceType.name);
    return leftOut;
  }
  const userType = userModel?.types.get(sourceType.name);
  if (userModel !== undefined && userType === undefined) {
    content.lose(`${sourceType.ownName}: items`, 'the model has no such type', sourceType.size);
    return leftOut;
  }
  if (userModel === undefined && hasMailAddress(sourceType.texts))
    content.leaveOut(`${sourceType.ownName}: description`, HAS_ADDRESS);
  return { sourceType, isKept: true, fields: new FieldPlanner(context, sourceType, userType).planFields() };
}

/** The fields of one type that the export has. */
class FieldPlanner {
  readonly #context: PlanContext;
  readonly #sourceType: SourceType;
  /** The type in the user's model, if there is one. */
  readonly #userType: UserType | undefined;
  readonly #names: ReadonlyMap<SourceField, string>;
  readonly #hasPersonAddresses: boolean;
  readonly #siblingNames: readonly string[];

  constructor(context: PlanContext, sourceType: SourceType, userType: UserType | undefined) {
    this.#context = context;
    this.#sourceType = sourceType;
    this.#userType = userType;
    this.#names = chooseFieldNames(sourceType.fields.values());
    this.#hasPersonAddresses = hasPersonAddresses(sourceType.ownName, sourceType.fieldsWithValues);
    this.#siblingNames = [...this.#names.values()].map(nameWords);
  }

  planFields(): readonly PlannedField[] {
    const fields = [...this.#sourceType.fields.values()]
      .filter((field) => this.#isField(field))
      .map((field) => this.#planField(field));
    const names = new Set(fields.map(({ name }) => name));
    for (const name of this.#userType?.fields.keys() ?? []) {
      if (!names.has(name))
        this.#context.content.note(
          `${this.#sourceType.name}.${name}: the model has this field, but the source no longer does`,
        );
    }
    return fields;
  }

  /** Whether the field has a place in the report: a field for links alone has one only if its values are links. */
  #isField(field: SourceField): boolean {
    return (
      field.declaration.onlyLinks !== true ||
      this.#context.inferredLinks.has(field) ||
      this.#userType?.fields.has(this.#names.get(field) ?? field.key) === true
    );
  }

  #planField(sourceField: SourceField): PlannedField {
    const { content } = this.#context;
    const ownName = this.#names.get(sourceField) ?? sourceField.key;
    const path = `${this.#sourceType.ownName}.${ownName}`;
    const override = content.options.overrides.of(path);
    const identity: FieldIdentity = { sourceField, name: override?.name ?? ownName, path };
    if (override?.keep === false) {
      content.leaveOut(path, UNWANTED, Math.max(sourceField.statistics.populated, 1));
      return { ...identity, field: undefined };
    }
    if (override?.keep !== true) {
      const privacyReason = this.#privacyReason(sourceField, ownName);
      if (privacyReason !== undefined) return this.#keepPrivate(identity, privacyReason);
    }
    if (this.#userType !== undefined) return this.#fieldOfUser(identity, this.#userType);
    const field = buildModelField(this.#context, identity, override?.model);
    if (field !== undefined && hasMailAddress(sourceField.declaration))
      content.leaveOut(`${path}: description`, HAS_ADDRESS);
    if (field === undefined && sourceField.declaration.onlyLinks !== true)
      content.lose(path, 'none of its links leads to an item', sourceField.statistics.populated);
    return { ...identity, field };
  }

  #keepPrivate(identity: FieldIdentity, privacyReason: string): PlannedField {
    const { content } = this.#context;
    const count = identity.sourceField.statistics.populated;
    if (count > 0) content.withhold(identity.path, privacyReason, count);
    else content.leaveOut(identity.path, privacyReason);
    content.nonPublicItems.fields.add(`${this.#sourceType.name}.${identity.name}`);
    return { ...identity, field: undefined };
  }

  /** Takes the field of the user's model; the values are lost if it has none of the name. */
  #fieldOfUser(identity: FieldIdentity, userType: UserType): PlannedField {
    const field = userType.fields.get(identity.name);
    const count = identity.sourceField.statistics.populated;
    // The links of an inverse are not lost: they follow from those of the relationship that has it.
    const isLost = field === undefined && !userType.inverses.has(identity.name);
    if (isLost) this.#context.content.lose(identity.path, 'the model has no such field', count);
    return { ...identity, field };
  }

  #privacyReason(sourceField: SourceField, name: string): string | undefined {
    // Ids of items are not private.
    if (this.#context.inferredLinks.has(sourceField)) return undefined;
    const { statistics, declaration } = sourceField;
    return fieldPrivacyReason(name, statistics, declaration.shape, this.#hasPersonAddresses, this.#siblingNames);
  }
}
