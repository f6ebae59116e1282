/**
 * What traffic asks for, whatever the values: one request of each form, with plausible values in place of those that came.
 */
import {
  type ContentModel,
  type ContentType,
  entryOfType,
  type Field,
  isRelationship,
  type ValueKind,
} from '../../content/model/index.js';
import { type Slot, type Template, targetOf } from './template.js';
import type { Traffic } from './traffic.js';

/** A form of request. A plain value, which can be sent to another thread. */
export interface AskedShape {
  readonly template: Template;
  /** Of one request that came; hashed, where the traffic has no values. */
  readonly values: readonly string[];
}

/** @returns one a form, in the order in which they first came */
export function askedShapes({ templates, distinct }: Traffic): readonly AskedShape[] {
  const shapes = new Map<number, AskedShape>();
  for (const { template: place, values } of distinct) {
    const template = templates[place];
    if (template !== undefined && !shapes.has(place)) shapes.set(place, { template, values });
  }
  return [...shapes.values()];
}

/** @returns path and query below the delivery root of a request of this form, which the model has no fault to find with */
export function standInTarget({ template, values }: AskedShape, model: ContentModel): string {
  const type = model.contentTypes.get(template.type ?? '');
  return targetOf(
    template,
    template.slots.map((slot, place) => (slot.kind === 'plain' ? (values[place] ?? '') : standIn(model, type, slot))),
  );
}

const TEXT = 'x';

const VALUES: Readonly<Record<ValueKind, string>> = {
  boolean: 'true',
  text: TEXT,
  integer: '1',
  decimal: '1',
  instant: '2000-01-01',
  link: TEXT,
  asset: TEXT,
  json: TEXT,
};

function standIn(model: ContentModel, type: ContentType | undefined, { kind, fields }: Slot): string {
  const field = kind === 'value' ? lastField(model, type, fields) : undefined;
  return field === undefined ? TEXT : VALUES[entryOfType(field.type).value];
}

/** @returns the last of the fields, the others being relationships; undefined where it is none, such as `id` */
function lastField(model: ContentModel, type: ContentType | undefined, fields: readonly string[]): Field | undefined {
  const [name = '', ...behind] = fields;
  const field = type?.fieldByName.get(name);
  if (field === undefined || behind.length === 0) return field;
  return isRelationship(field) ? lastField(model, model.contentTypes.get(field.to[0] ?? ''), behind) : field;
}
