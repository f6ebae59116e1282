/**
 * One value -> the JSON of an export for a field of the model, without any loss; or the reason why it does not fit.
 *
 * Elsewhere: links in a value (model/links-in-value), finding the linked item and writing (item-writer).
 */
import { excerpt } from '../../../../src/content/errors/index.js';
import { entryOfType, type ImageValue } from '../../../../src/content/model/index.js';
import { readInstant } from '../../value/instants.js';
import { EXPORT_DEPTH_MAXIMUM, isDeeperThan, type Json } from '../../value/json.js';
import { readLocation } from '../../value/location.js';
import { countFractionDigits, isSafeInteger, removeExponent } from '../../value/numbers.js';
import { isDeliveredImage, type Link, toJson, type Value, writeAsset } from '../../value/value.js';
import type { ModelField } from '../declarations/shape.js';
import { linksIn } from '../model/links-in-value.js';

/** A value that its field cannot represent. */
export class Misfit {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

/** Why a link dangles: its item is not in the export, or has a type that the field does not link to. */
export type DanglingReason = 'missing' | 'otherType';

/** The target of a link, or the reason why it has none. */
export type ResolvedLink = { readonly type: string; readonly id: string } | DanglingReason;

export interface FitContext {
  readonly zone: string;
  /** @returns the target, with the name of its type in the export */
  resolve(link: Link, to: readonly string[]): ResolvedLink;
  /** Called for each dangling link; the link is dropped. */
  onDropped(reason: DanglingReason, link: Link): void;
}

/** @returns the beginning of the value as JSON, for messages */
export const valueExcerpt = (value: Value): string => excerpt(JSON.stringify(toJson(value)));

const misfit = (value: Value, type: string): Misfit =>
  new Misfit(`${valueExcerpt(value)} does not fit a field of type ${type}`);

/** @returns JSON; undefined if the value is an empty list or its links dangle */
export function fitValue(value: Value, field: ModelField, context: FitContext): Json | undefined | Misfit {
  if (field.type === 'json') return fitJson(value, field);
  if (field.type === 'relationship') return fitLinks(value, field, context);
  if (field.many === true) {
    const values = value.kind === 'list' ? value.values : [value];
    return fitMany(values, field, context);
  }
  if (value.kind !== 'list') return fitSingle(value, field, context);
  const [first, ...moreValues] = value.values;
  if (moreValues.length > 0) return new Misfit(`${valueExcerpt(value)} is a list, and the field holds one value`);
  return first === undefined ? undefined : fitSingle(first, field, context);
}

/** @returns a misfit for JSON that a build would refuse for its depth */
function fitJson(value: Value, { localized }: ModelField): Json | Misfit {
  const json = toJson(value);
  const outerLevels = localized === true ? 2 : 1;
  const levels = EXPORT_DEPTH_MAXIMUM - outerLevels;
  if (!isDeeperThan(json, levels)) return json;
  return new Misfit(
    `lists and objects are nested deeper than ${levels}, the most that an export can have here; flatten them in the source, or leave the field out with --without`,
  );
}

/** @returns the values as JSON, or the first misfit */
function fitMany(values: readonly Value[], field: ModelField, context: FitContext): Json | Misfit {
  const fittedValues: Json[] = [];
  for (const value of values) {
    const fitted = fitSingle(value, field, context);
    if (fitted instanceof Misfit) return fitted;
    fittedValues.push(fitted);
  }
  return fittedValues;
}

function fitSingle(value: Value, field: ModelField, context: FitContext): Json | Misfit {
  switch (entryOfType(field.type).value) {
    case 'boolean':
      return readBoolean(value) ?? misfit(value, field.type);
    case 'integer': {
      const digits = readDigits(value);
      return digits !== undefined && isSafeInteger(digits) ? Number(digits) : misfit(value, field.type);
    }
    case 'decimal': {
      const digits = readDigits(value);
      const precision = field.precision ?? 0;
      if (digits !== undefined && countFractionDigits(digits) <= precision) return digits;
      return misfit(value, `${field.type} with precision ${precision}`);
    }
    case 'instant':
      return fitInstant(value, field, context.zone);
    case 'text':
      return readText(value) ?? misfit(value, field.type);
    case 'asset':
      return fitAsset(value, field);
    case 'location':
      return readLocation(toJson(value)) ?? misfit(value, field.type);
    case 'json':
    case 'link':
      return toJson(value);
  }
}

function readBoolean(value: Value): boolean | undefined {
  if (value.kind === 'boolean') return value.value;
  if (value.kind !== 'text') return undefined;
  const lower = value.text.toLowerCase();
  if (lower === 'true') return true;
  return lower === 'false' ? false : undefined;
}

const readDigits = (value: Value): string | undefined =>
  value.kind === 'number' || value.kind === 'text' ? removeExponent(value.text) : undefined;

function readText(value: Value): string | undefined {
  if (value.kind === 'text' || value.kind === 'number') return value.text;
  return value.kind === 'boolean' ? String(value.value) : undefined;
}

function fitInstant(value: Value, field: ModelField, zone: string): Json | Misfit {
  const instant = value.kind === 'text' ? readInstant(value.text, zone) : undefined;
  if (instant === undefined) return misfit(value, field.type);
  if (field.format !== 'date' || instant.isDate) return instant.text;
  return instant.text.endsWith('T00:00:00.000Z')
    ? instant.text.slice(0, 10)
    : misfit(value, `${field.type} with format date`);
}

function fitAsset(value: Value, field: ModelField): Json | Misfit {
  if (value.kind === 'asset') return field.type === 'image' ? writeAsset(value.asset) : writeFile(value.asset);
  const isDelivered = value.kind === 'json' && isDeliveredImage(value.value);
  return isDelivered ? value.value : misfit(value, field.type);
}

/** @returns the members that a file has in the export: those of an image without its size and texts */
function writeFile({ url, fileName, mimeType, fileSize }: ImageValue): Json {
  return {
    url,
    ...(fileName !== undefined && { fileName }),
    ...(mimeType !== undefined && { mimeType }),
    ...(fileSize !== undefined && { fileSize }),
  };
}

function fitLinks(value: Value, field: ModelField, context: FitContext): Json | undefined | Misfit {
  const to = field.to ?? [];
  const targets: Json[] = [];
  for (const link of linksIn(value).links) {
    if (link === undefined) return misfit(value, 'relationship');
    const target = context.resolve(link, to);
    if (typeof target === 'string') context.onDropped(target, link);
    else targets.push(to.length === 1 ? target.id : { type: target.type, id: target.id });
  }
  if (field.many === true) return targets;
  if (targets.length > 1) return new Misfit(`${valueExcerpt(value)} has several links, and the field holds one`);
  return targets[0];
}
