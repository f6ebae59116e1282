/**
 * Adds parameters to the components, and returns references to them.
 *
 * The lists of a type and its related items have the same parameters, which are built once for each owner.
 * Elsewhere: the parameters themselves (list-parameters), their examples (examples).
 */
import type { ContentModel, ContentType } from '../../../src/content/model/index.js';
import type { Json, Schema } from '../schema/json-schema.js';
import { type OwnerNames, pascalCase } from './component-names.js';
import type { Components } from './components.js';
import { type ReadValues, withExamples } from './examples.js';
import { type FilterAmount, GROUP_KEY, relatedFilters } from './filters.js';
import { itemParameters, listParameters, type OwnedParameter } from './list-parameters.js';
import type { Samples } from './samples.js';

/** The description that the parameters belong to. */
export interface ParameterContext {
  readonly model: ContentModel;
  readonly components: Components;
  readonly ownerNames: OwnerNames;
  readonly samples: Samples;
  readonly amount: FilterAmount;
}

/** The parameters of a list. */
interface ListReferences {
  readonly references: readonly Schema[];
  /** Index of the parameter for groups; -1 in a description with few filters. */
  readonly groupAt: number;
}

export class ParameterComponents {
  readonly #context: ParameterContext;
  /** Owner → references to the parameters of its lists, or of its single items. */
  readonly #listReferences = new Map<string, ListReferences>();
  readonly #itemReferences = new Map<string, readonly Schema[]>();

  constructor(context: ParameterContext) {
    this.#context = context;
  }

  /** @param types of the primary data. @returns references to the parameters of a list */
  list(owner: string, types: readonly ContentType[]): readonly Schema[] {
    return this.#list(owner, types).references;
  }

  /**
   * @returns references to the parameters of all items of a type: also conditions on fields of related items, which the lists of
   *          a relationship leave to `filter`, because each reference is in the description once for each list
   */
  typeList(owner: string, type: ContentType): readonly Schema[] {
    const { model, amount } = this.#context;
    const { references, groupAt } = this.#list(owner, [type]);
    if (amount === 'few') return references;
    return references.toSpliced(groupAt, 0, ...this.add(owner, relatedFilters(model, type), [type]));
  }

  #list(owner: string, types: readonly ContentType[]): ListReferences {
    const existing = this.#listReferences.get(owner);
    if (existing !== undefined) return existing;
    const { model, amount } = this.#context;
    const parameters = listParameters(model, types, amount);
    const groupAt = parameters.findIndex(({ key }) => key === GROUP_KEY);
    const list = { references: this.add(owner, parameters, types), groupAt };
    this.#listReferences.set(owner, list);
    return list;
  }

  /** @param types of the primary data. @returns references to the parameters of a single item */
  item(owner: string, types: readonly ContentType[]): readonly Schema[] {
    const { model, amount } = this.#context;
    const references = this.#itemReferences.get(owner) ?? this.add(owner, itemParameters(model, types, amount), types);
    this.#itemReferences.set(owner, references);
    return references;
  }

  /** @returns a reference to the path parameter `id` of a type */
  id(type: string): Schema {
    const { components, ownerNames, samples } = this.#context;
    const id = samples.get(type)?.id;
    return components.share('parameters', `${ownerNames.ofType(type)}Id`, {
      name: 'id',
      in: 'path',
      required: true,
      description: `Id of an item of ${type}.`,
      schema: { type: 'string', minLength: 1 },
      ...(id !== undefined && { example: id }),
    });
  }

  /**
   * @param owner beginning of the names of parameters that are not shared
   * @param types whose samples give the examples
   * @returns references to the parameters
   */
  add(owner: string, parameters: readonly OwnedParameter[], types: readonly ContentType[]): readonly Schema[] {
    const { components } = this.#context;
    return this.#addExamples(parameters, types).map((parameter) => {
      const { isShared, key, name, schema, schemaName, ...members } = parameter;
      const componentName = `${isShared === true ? '' : owner}${pascalCase(key)}`;
      const usedSchema = schemaName === undefined ? schema : components.share('schemas', schemaName, schema);
      return components.share('parameters', componentName, { name, in: 'query', ...members, schema: usedSchema });
    });
  }

  /** A description for generators of clients has no examples. */
  #addExamples(parameters: readonly OwnedParameter[], types: readonly ContentType[]): readonly OwnedParameter[] {
    if (this.#context.amount === 'few') return parameters;
    const valuesByField = new Map<string, readonly Json[]>();
    const readValues: ReadValues = (field) => {
      const values = valuesByField.get(field) ?? this.#sampledValues(types, field);
      valuesByField.set(field, values);
      return values;
    };
    const searchedFields = new Set(types.flatMap(({ search }) => search?.fields ?? []).map(({ field }) => field.name));
    return withExamples(parameters, readValues, [...searchedFields]);
  }

  /** @param path a field, or a relationship and a field of the related items */
  #sampledValues(types: readonly ContentType[], path: string): readonly Json[] {
    const { samples } = this.#context;
    const [first = '', field] = path.split('.');
    if (field !== undefined) return types.flatMap(({ name }) => samples.get(name)?.relatedValues(first, field) ?? []);
    return types.flatMap(({ name }) => {
      const sample = samples.get(name);
      if (sample === undefined) return [];
      return first === 'id' ? [sample.id] : sample.values(first);
    });
  }
}
