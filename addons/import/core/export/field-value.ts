/**
 * One value -> the JSON of an export for a field of the model, without any loss; or the reason why it does not fit.
 *
 * Elsewhere: links in a value (model/links-in-value), finding the linked item and writing (item-writer).
 */
import { excerpt } from '../../../../src/content/errors/index.js';
import { entryOfType } from '../../../../src/content/model/index.js';
import { readInstant } from '../../value/instants.js';
import type { Json } from '../../value/json.js';
import { readLocation } from '../../value/location.js';
import { countFractionDigits, isSafeInteger, removeExponent } from '../../value/numbers.js';
import { couldBeImage, type Link, toJson, type Value, writeAsset } from '../../value/value.js';
import type { ModelField } from '../declarations/shape.js';
import { linksIn } from '../model/links-in-value.js';

export class Misfit {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

/** The target of a link, or the reason why it has none. */
export type Resolved = { readonly type: string; readonly id: string } | 'missing' | 'otherType';

export interface FitContext {
  readonly zone: string;
  /** @returns the target, with the name of its type in the export */
  resolve(link: Link, to: readonly string[]): Resolved;
  /** Called for each dangling link; the link is dropped. */
  dropped(why: 'missing' | 'otherType', link: Link): void;
}

const excerptOf = (value: Value): string => excerpt(JSON.stringify(toJson(value)));

const misfit = (value: Value, type: string): Misfit =>
  new Misfit(`${excerptOf(value)} does not fit a field of type ${type}`);

/** @returns JSON; undefined if the value is an empty list or its links dangle */
export function fitValue(value: Value, field: ModelField, context: FitContext): Json | undefined | Misfit {
  if (field.type === 'json') return toJson(value);
  if (field.type === 'relationship') return fitLinks(value, field, context);
  if (field.many === true) {
    const values = value.kind === 'list' ? value.values : [value];
    const results = values.map((each) => fitSingle(each, field, context));
    const firstMisfit = results.find((each) => each instanceof Misfit);
    return firstMisfit ?? results.flatMap((each): Json[] => (each instanceof Misfit ? [] : [each]));
  }
  if (value.kind !== 'list') return fitSingle(value, field, context);
  const [first, ...more] = value.values;
  if (more.length > 0) return new Misfit(`${excerptOf(value)} is a list, and the field holds one value`);
  return first === undefined ? undefined : fitSingle(first, field, context);
}

function fitSingle(value: Value, field: ModelField, context: FitContext): Json | Misfit {
  switch (entryOfType(field.type).value) {
    case 'boolean':
      return booleanIn(value) ?? misfit(value, field.type);
    case 'integer': {
      const digits = digitsOf(value);
      return digits !== undefined && isSafeInteger(digits) ? Number(digits) : misfit(value, field.type);
    }
    case 'decimal': {
      const digits = digitsOf(value);
      const precision = field.precision ?? 0;
      return digits !== undefined && countFractionDigits(digits) <= precision
        ? digits
        : misfit(value, `${field.type} with precision ${precision}`);
    }
    case 'instant':
      return fitInstant(value, field, context.zone);
    case 'text':
      return textIn(value) ?? misfit(value, field.type);
    case 'asset':
      if (value.kind === 'asset') return field.type === 'image' ? writeAsset(value.asset) : fileJson(value);
      return value.kind === 'json' && couldBeImage(value.value) ? value.value : misfit(value, field.type);
    case 'location':
      return readLocation(toJson(value)) ?? misfit(value, field.type);
    case 'json':
    case 'link':
      return toJson(value);
  }
}

function booleanIn(value: Value): boolean | undefined {
  if (value.kind === 'boolean') return value.value;
  if (value.kind !== 'text') return undefined;
  const lower = value.text.toLowerCase();
  if (lower === 'true') return true;
  return lower === 'false' ? false : undefined;
}

const digitsOf = (value: Value): string | undefined =>
  value.kind === 'number' || value.kind === 'text' ? removeExponent(value.text) : undefined;

function textIn(value: Value): string | undefined {
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

/** The members that a file has in the export. */
function fileJson({
  asset,
}: {
  readonly asset: {
    readonly url: string;
    readonly fileName?: string;
    readonly mimeType?: string;
    readonly fileSize?: number;
  };
}): Json {
  return {
    url: asset.url,
    ...(asset.fileName !== undefined && { fileName: asset.fileName }),
    ...(asset.mimeType !== undefined && { mimeType: asset.mimeType }),
    ...(asset.fileSize !== undefined && { fileSize: asset.fileSize }),
  };
}

function fitLinks(value: Value, field: ModelField, context: FitContext): Json | undefined | Misfit {
  const to = field.to ?? [];
  const targets: Json[] = [];
  for (const link of linksIn(value).links) {
    if (link === undefined) return misfit(value, 'relationship');
    const target = context.resolve(link, to);
    if (typeof target === 'string') context.dropped(target, link);
    else targets.push(to.length === 1 ? target.id : { type: target.type, id: target.id });
  }
  if (field.many === true) return targets;
  if (targets.length > 1) return new Misfit(`${excerptOf(value)} has several links, and the field holds one`);
  return targets[0];
}
