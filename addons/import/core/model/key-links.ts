/**
 * Links by a key other than the id: `--link airport.iso_country=country.code` makes `iso_country` a relationship to the
 * countries whose `code` it holds.
 *
 * Memory: the key and the id of each item of the linked type.
 * Elsewhere: links that follow from names of fields (infer-links), writing links (export/item-writer).
 */
import { didYouMean, OperationError } from '../../../../src/content/errors/index.js';
import { readLines } from '../../spool/line-file.js';
import type { Link, Value } from '../../value/value.js';
import { makeName } from '../declarations/names.js';
import type { ContentIntake } from '../intake/content-intake.js';
import { readSpooled, type SourceField, type SourceType, type SpooledItem } from '../intake/source-type.js';

export class KeyLink {
  /** The type that the field links to. */
  readonly target: SourceType;
  /** Whether the field holds lists of keys. */
  readonly many: boolean;
  readonly #keyName: string;
  readonly #idByKey: ReadonlyMap<string, string>;

  constructor(target: SourceType, many: boolean, keyName: string, idByKey: ReadonlyMap<string, string>) {
    this.target = target;
    this.many = many;
    this.#keyName = keyName;
    this.#idByKey = idByKey;
  }

  /** @returns the value with a link in place of each key; a key of no item becomes a link to a missing item */
  toLink(value: Value): Value {
    if (value.kind === 'list') return { kind: 'list', values: value.values.map((element) => this.toLink(element)) };
    const key = keyText(value);
    if (key === undefined) return value;
    const id = this.#idByKey.get(key) ?? `${this.#keyName}=${key}`;
    const link: Link = { kind: 'link', id, type: this.target.key };
    return link;
  }
}

const keyText = (value: Value): string | undefined =>
  value.kind === 'text' || value.kind === 'number' ? value.text : undefined;

/**
 * @param linkOptions values of `--link`: `type.field=type.field`, by the names that the export has without overrides
 * @returns the links by the fields on the left
 * @throws OperationError for a type or a field that does not exist, and for a key that two items have
 */
export async function readKeyLinks(
  content: ContentIntake,
  linkOptions: readonly string[],
): Promise<ReadonlyMap<SourceField, KeyLink>> {
  const links = new Map<SourceField, KeyLink>();
  for (const option of linkOptions) {
    const [from = '', to = ''] = option.split('=');
    const source = findField(content, from, option);
    const target = findField(content, to, option);
    if (source.field === undefined) throw new OperationError(`--link ${option}: the id of an item cannot be a link.`);
    const idByKey = await readIdsByKey(content, target.type, target.field, option);
    links.set(source.field, new KeyLink(target.type, source.field.statistics.lists > 0, to, idByKey));
  }
  return links;
}

/** @returns the field; undefined for `type.id` if the type has no field of that name */
function findField(
  content: ContentIntake,
  path: string,
  option: string,
): { readonly type: SourceType; readonly field: SourceField | undefined } {
  const types = [...content.types.values()];
  const type = types.find(({ ownName }) => path.startsWith(`${ownName}.`));
  if (type === undefined) {
    const typeName = path.split('.')[0] ?? '';
    const hint = didYouMean(
      typeName,
      types.map(({ ownName }) => ownName),
    );
    throw new OperationError(`--link ${option}: there is no type ${typeName}.${hint}`);
  }
  const name = path.slice(type.ownName.length + 1);
  const fields = [...type.fields.values()];
  const field = fields.find(({ key }) => key === name) ?? fields.find(({ key }) => makeName(key) === name);
  if (field !== undefined || name === 'id') return { type, field };
  const hint = didYouMean(
    name,
    fields.map(({ key }) => key),
  );
  throw new OperationError(`--link ${option}: ${type.ownName} has no field ${name}.${hint}`);
}

function fieldKey({ values }: SpooledItem, field: SourceField): string | undefined {
  const spooled = values.find(({ field: index }) => index === field.index);
  return spooled === undefined ? undefined : keyText(spooled.value);
}

/** @param field the key; undefined if the id is the key */
async function readIdsByKey(
  content: ContentIntake,
  type: SourceType,
  field: SourceField | undefined,
  option: string,
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  for await (const line of readLines(type.path)) {
    content.options.signal?.throwIfAborted();
    const item = readSpooled(line);
    const { id, place } = item;
    if (!type.has(id)) continue;
    const key = field === undefined ? id : fieldKey(item, field);
    if (key === undefined) continue;
    const otherId = ids.get(key);
    if (otherId !== undefined && otherId !== id)
      throw new OperationError(
        `--link ${option}: ${place} has the key ${JSON.stringify(key)}, as the item ${otherId} has. Name a field that differs in each item.`,
      );
    ids.set(key, id);
  }
  return ids;
}
