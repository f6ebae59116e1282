/**
 * One value → what an export holds for a field of the model, without losing anything; or why it does not fit.
 */
import { excerpt } from '../../../../src/content/errors/index.js';
import { entryOfType } from '../../../../src/content/model/index.js';
import { readInstant } from '../../value/instants.js';
import type { Json } from '../../value/json.js';
import { locationIn } from '../../value/location.js';
import { fractionDigits, isSafeInteger, plainNumber } from '../../value/numbers.js';
import { assetJson, couldBeImage, type Link, plainOf, type Value } from '../../value/value.js';
import type { ModelField } from '../declarations/shape.js';
import { linksIn } from '../model/links-in-value.js';

export class Misfit {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}

/** What became of a link: a target, or why there is none. */
export type Resolved = { readonly type: string; readonly id: string } | 'missing' | 'otherType';

export interface FitContext {
  readonly zone: string;
  /** @returns the target's type by its name in the export */
  resolve(link: Link, to: readonly string[]): Resolved;
  /** Told of links that lead nowhere: they are dropped. */
  dropped(why: 'missing' | 'otherType', link: Link): void;
}

const shown = (value: Value): string => excerpt(JSON.stringify(plainOf(value)));

const misfit = (value: Value, type: string): Misfit =>
  new Misfit(`${shown(value)} does not fit a field of type ${type}`);

/** @returns JSON; undefined where nothing is left */
export function fitValue(value: Value, field: ModelField, context: FitContext): Json | undefined | Misfit {
  if (field.type === 'json') return plainOf(value);
  if (field.type === 'relationship') return links(value, field, context);
  if (field.many === true) {
    const fitValue = (value.kind === 'list' ? value.values : [value]).map((each) => single(each, field, context));
    const wrong = fitValue.find((each) => each instanceof Misfit);
    return wrong ?? fitValue.flatMap((each): Json[] => (each instanceof Misfit ? [] : [each]));
  }
  if (value.kind !== 'list') return single(value, field, context);
  const [first, ...more] = value.values;
  if (more.length > 0) return new Misfit(`${shown(value)} is a list, and the field holds one value`);
  return first === undefined ? undefined : single(first, field, context);
}

function single(value: Value, field: ModelField, context: FitContext): Json | Misfit {
  switch (entryOfType(field.type).value) {
    case 'boolean':
      return truth(value) ?? misfit(value, field.type);
    case 'integer': {
      const digits = digitsOf(value);
      return digits !== undefined && isSafeInteger(digits) ? Number(digits) : misfit(value, field.type);
    }
    case 'decimal': {
      const digits = digitsOf(value);
      const precision = field.precision ?? 0;
      return digits !== undefined && fractionDigits(digits) <= precision
        ? digits
        : misfit(value, `${field.type} with precision ${precision}`);
    }
    case 'instant':
      return instant(value, field, context.zone);
    case 'text':
      return words(value) ?? misfit(value, field.type);
    case 'asset':
      if (value.kind === 'asset') return field.type === 'image' ? assetJson(value.asset) : fileJson(value);
      return value.kind === 'json' && couldBeImage(value.value) ? value.value : misfit(value, field.type);
    case 'location':
      return locationIn(plainOf(value)) ?? misfit(value, field.type);
    case 'json':
    case 'link':
      return plainOf(value);
  }
}

function truth(value: Value): boolean | undefined {
  if (value.kind === 'boolean') return value.value;
  if (value.kind !== 'text') return undefined;
  const lower = value.text.toLowerCase();
  return lower === 'true' ? true : lower === 'false' ? false : undefined;
}

const digitsOf = (value: Value): string | undefined =>
  value.kind === 'number' || value.kind === 'text' ? plainNumber(value.text) : undefined;

function words(value: Value): string | undefined {
  if (value.kind === 'text' || value.kind === 'number') return value.text;
  return value.kind === 'boolean' ? String(value.value) : undefined;
}

function instant(value: Value, field: ModelField, zone: string): Json | Misfit {
  const read = value.kind === 'text' ? readInstant(value.text, zone) : undefined;
  if (read === undefined) return misfit(value, field.type);
  if (field.format !== 'date' || read.isDate) return read.text;
  return read.text.endsWith('T00:00:00.000Z')
    ? read.text.slice(0, 10)
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

function links(value: Value, field: ModelField, context: FitContext): Json | undefined | Misfit {
  const to = field.to ?? [];
  const kept: Json[] = [];
  for (const wanted of linksIn(value).links) {
    if (wanted === undefined) return misfit(value, 'relationship');
    const target = context.resolve(wanted, to);
    if (typeof target === 'string') context.dropped(target, wanted);
    else kept.push(to.length === 1 ? target.id : { type: target.type, id: target.id });
  }
  if (field.many === true) return kept;
  if (kept.length > 1) return new Misfit(`${shown(value)} has several links, and the field holds one`);
  return kept[0];
}
