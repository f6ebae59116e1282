/**
 * The items of a source -> the `.ndjson` files of an export: each value is converted to the type of its field.
 *
 * Items are read from the files in which they wait (intake/source-type), in their order; memory does not depend on their number.
 * Elsewhere: converting one value (field-value), values of several locales (localized-values), the target folder (target).
 */
import { join } from 'node:path';
import { ExportError } from '../../../../src/content/errors/index.js';
import { LineFile, readLines } from '../../spool/line-file.js';
import { isList, type Json } from '../../value/json.js';
import type { Link, Value } from '../../value/value.js';
import type { ModelField } from '../declarations/shape.js';
import type { ContentIntake } from '../intake/content-intake.js';
import { readSpooled, type SourceField, type SpooledItem, type SpooledValue } from '../intake/source-type.js';
import type { KeyLink } from '../model/key-links.js';
import { LinkTargets } from '../model/link-targets.js';
import type { Plan } from '../model/plan.js';
import type { PlannedField, PlannedType } from '../model/plan-type.js';
import { withoutPrivate } from '../privacy/private-values.js';
import { SECRET } from '../privacy/reasons.js';
import { isSecretAddress } from '../privacy/secret-addresses.js';
import { fitValue, Misfit, type ResolvedLink } from './field-value.js';
import { spreadByLocale } from './localized-values.js';
import { ValueLosses } from './value-losses.js';

const PROBLEM_MAXIMUM = 100;

export interface WriteOptions {
  /** An existing, empty folder. */
  readonly folder: string;
  /** Whether the user gave the model: a value that does not fit it is refused, and not lost. */
  readonly modelGiven: boolean;
  /** Fields that link by a key other than the id. */
  readonly keyLinks: ReadonlyMap<SourceField, KeyLink>;
}

/** @throws ExportError for values that do not fit a model that the user gave */
export async function writeItems(content: ContentIntake, plan: Plan, options: WriteOptions): Promise<void> {
  const writer = new ItemWriter(content, plan, options);
  const keptTypes = plan.types.filter(({ isKept }) => isKept);
  for (const [index, type] of keptTypes.entries()) {
    content.progress('writing', index, keptTypes.length);
    await writer.writeType(type);
  }
  for (const name of plan.emptyTypes) await new LineFile(join(options.folder, `${name}.ndjson`)).close();
  content.progress('writing', keptTypes.length, keptTypes.length);
  writer.reportLosses();
  writer.refuseProblems();
}

/** The place of a value in the input, and the item that has it, for messages. */
interface ValuePlace {
  readonly place: string;
  readonly item: string;
}

class ItemWriter {
  readonly #content: ContentIntake;
  readonly #plan: Plan;
  readonly #options: WriteOptions;
  /** The first problems of a model that the user gave. */
  readonly #problems: string[] = [];
  #problemCount = 0;
  readonly #losses = new ValueLosses();
  /** The source's key of each type of the export, by its name there. */
  readonly #keyByName: ReadonlyMap<string, string>;
  readonly #linkTargets: LinkTargets;

  constructor(content: ContentIntake, plan: Plan, options: WriteOptions) {
    this.#content = content;
    this.#plan = plan;
    this.#options = options;
    const keptTypes = plan.types.filter(({ isKept }) => isKept);
    this.#keyByName = new Map(keptTypes.map(({ sourceType }) => [sourceType.name, sourceType.key]));
    this.#linkTargets = new LinkTargets(content.types.values());
  }

  async writeType({ sourceType, fields }: PlannedType): Promise<void> {
    const file = new LineFile(join(this.#options.folder, `${sourceType.name}.ndjson`));
    const fieldsInOrder = [...fields].sort((a, b) => a.sourceField.index - b.sourceField.index);
    try {
      for await (const line of readLines(sourceType.path)) {
        this.#content.options.signal?.throwIfAborted();
        this.#content.memory.item();
        const item = readSpooled(line);
        if (sourceType.has(item.id)) await file.write(this.#itemJson(item, sourceType.ownName, fieldsInOrder));
      }
      await file.close();
    } finally {
      await file.abandon();
    }
  }

  #itemJson({ id, place, values }: SpooledItem, typeName: string, fields: readonly PlannedField[]): string {
    const valuesByField = groupByField(values);
    const valuePlace = { place, item: `${typeName}/${id}` };
    const members: [string, Json][] = [['id', id]];
    for (const plannedField of fields) {
      const { field, sourceField } = plannedField;
      const fieldValues = valuesByField.get(sourceField.index);
      if (fieldValues === undefined || field === undefined) continue;
      const json = this.#fieldJson(plannedField, field, fieldValues, valuePlace);
      if (json !== undefined) members.push([field.name, json]);
    }
    return JSON.stringify(Object.fromEntries(members));
  }

  #fieldJson(
    { path, sourceField }: PlannedField,
    field: ModelField,
    spooledValues: readonly SpooledValue[],
    place: ValuePlace,
  ): Json | undefined {
    const keyLink = this.#options.keyLinks.get(sourceField);
    const values =
      keyLink === undefined
        ? spooledValues
        : spooledValues.map((spooled) => ({ ...spooled, value: keyLink.toLink(spooled.value) }));
    const codes = this.#plan.locales?.map(({ code }) => code) ?? [];
    const spread = spreadByLocale(values, field.localized === true, this.#plan.defaultLocale, codes);
    this.#content.lose(path, 'values of other locales; the field is not localised', spread.droppedCount);
    for (const code of spread.unknownLocales)
      this.#content.lose(path, `values of the locale ${code}, which is not in the model`, 1);
    if (spread.byLocale === undefined)
      return spread.single === undefined ? undefined : this.#valueJson(path, field, spread.single, place);
    const members: [string, Json][] = [];
    for (const { code, value } of spread.byLocale) {
      const json = this.#valueJson(path, field, value, place);
      if (json !== undefined) members.push([code, json]);
    }
    return members.length === 0 ? undefined : Object.fromEntries(members);
  }

  #valueJson(path: string, field: ModelField, value: Value, { place, item }: ValuePlace): Json | undefined {
    const json = fitValue(value, field, {
      zone: this.#content.options.zone,
      resolve: (link, to) => this.#resolve(link, to),
      onDropped: (reason, link) => {
        if (this.#isNotPublic(link)) this.#content.leaveOut(path, 'links to items that are not public');
        else this.#losses.addLink(path, reason, link, item);
      },
    });
    if (json instanceof Misfit) {
      this.#addMisfit(path, field, json, place);
      return undefined;
    }
    if (field.type !== 'json' || json === undefined) return this.#withoutSecretAddresses(path, json);
    return withoutPrivate(
      json,
      path,
      (memberPath) => this.#content.isWanted(memberPath),
      (memberPath, reason) => this.#content.withhold(memberPath, reason),
    );
  }

  #addMisfit(path: string, field: ModelField, { reason }: Misfit, place: string): void {
    if (this.#options.modelGiven) {
      this.#problemCount += 1;
      if (this.#problems.length < PROBLEM_MAXIMUM) this.#problems.push(`${place}: ${path}: ${reason}`);
      return;
    }
    const example = `${place}: ${reason.replace(/ does not fit .*$/s, '')}`;
    this.#losses.add(path, `values that do not fit a field of type ${field.type}`, example);
  }

  /** Removes addresses that carry a secret. Texts that have such an address among other words are not searched. */
  #withoutSecretAddresses(path: string, json: Json | undefined): Json | undefined {
    if (this.#content.isWanted(path)) return json;
    if (!isList(json)) {
      if (!isTextWithSecretAddress(json)) return json;
      this.#content.withhold(path, SECRET, 1);
      return undefined;
    }
    const publicValues = json.filter((value) => !isTextWithSecretAddress(value));
    const secretCount = json.length - publicValues.length;
    if (secretCount === 0) return json;
    this.#content.withhold(path, SECRET, secretCount);
    return publicValues.length > 0 ? publicValues : undefined;
  }

  /** @param to names of the types that the field may link to */
  #resolve(link: Link, to: readonly string[]): ResolvedLink {
    const allowedKeys = to.flatMap((name) => this.#keyByName.get(name) ?? []);
    if (link.type !== undefined) return this.#resolveTyped(link.type, link.id, allowedKeys);
    const key = this.#content.typeWith(link.id, allowedKeys);
    const type = key === undefined ? undefined : this.#content.types.get(key);
    if (type !== undefined) return { type: type.name, id: link.id };
    const target = this.#linkTargets.findByAddress(link.id);
    return target !== undefined && allowedKeys.includes(target.type.key)
      ? { type: target.type.name, id: target.id }
      : 'missing';
  }

  #resolveTyped(typeKey: string, id: string, allowedKeys: readonly string[]): ResolvedLink {
    const type = this.#content.types.get(typeKey);
    if (type?.has(id) !== true) return 'missing';
    if (allowedKeys.includes(typeKey)) return { type: type.name, id };
    return this.#keyByName.get(type.name) === typeKey ? 'otherType' : 'missing';
  }

  /** Whether a link leads to an item that is left out for not being public: then the link is private too, and not lost. */
  #isNotPublic({ type, id }: Link): boolean {
    const typeName = type === undefined ? undefined : this.#content.types.get(type)?.name;
    return typeName !== undefined && this.#content.nonPublicItems.has(typeName, id);
  }

  reportLosses(): void {
    for (const { path, reason, count } of this.#losses.all()) this.#content.lose(path, reason, count);
  }

  /** @throws ExportError if values did not fit a model that the user gave */
  refuseProblems(): void {
    if (this.#problemCount === 0) return;
    const hiddenCount = this.#problemCount - this.#problems.length;
    const more = hiddenCount > 0 ? `\n… and ${hiddenCount} more` : '';
    const valuesDo = this.#problemCount === 1 ? 'value does' : 'values do';
    throw new ExportError(
      `${this.#problemCount} ${valuesDo} not fit the model, and nothing was written:\n${this.#problems.join('\n')}${more}\nChange the content, or the field's type in the model.`,
    );
  }
}

const isTextWithSecretAddress = (value: Json | undefined): boolean =>
  typeof value === 'string' && value.includes('://') && isSecretAddress(value);

/** @returns the values by the index of their field */
function groupByField(spooledValues: readonly SpooledValue[]): ReadonlyMap<number, readonly SpooledValue[]> {
  const groups = new Map<number, SpooledValue[]>();
  for (const spooled of spooledValues) {
    const group = groups.get(spooled.field);
    if (group === undefined) groups.set(spooled.field, [spooled]);
    else group.push(spooled);
  }
  return groups;
}
