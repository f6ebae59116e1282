/**
 * Items that are parts of another item, such as the rows of `post_translations` for `posts`: if the other item is not public,
 * its parts are left out, too, because they repeat its texts or show its images.
 *
 * Only in formats without links of their own, such as tables. Elsewhere: judging an item by its fields
 * (core/privacy/publication), the type that a field's name means (link-targets).
 */
import { readLines } from '../../spool/line-file.js';
import { singularForms } from '../declarations/names.js';
import type { ContentIntake } from '../intake/content-intake.js';
import { readSpooled, type SourceField, type SourceType } from '../intake/source-type.js';
import { LinkTargets } from './link-targets.js';
import { linksIn } from './links-in-value.js';

/** Singular ends of names of types whose items are parts: `post_translations`, `productImages`, `page-i18n`. */
const PART_ENDINGS: ReadonlySet<string> = new Set([
  ...['translation', 'i18n', 'l10n', 'locale', 'localization', 'localisation', 'language', 'lang'],
  ...['text', 'content', 'body', 'block', 'section', 'paragraph', 'chapter', 'detail', 'version', 'revision'],
  ...['image', 'photo', 'picture', 'media', 'video', 'file', 'attachment', 'download', 'asset', 'gallery'],
  ...['meta', 'metadata', 'seo', 'field', 'property', 'attribute', 'comment', 'note', 'faq'],
]);
/** Names of types whose items are parts of any item that they name. */
const PART_TYPES: ReadonlySet<string> = new Set(['comment', 'translation', 'attachment', 'revision']);
/** Names of fields that hold the id of the whole if no field is named by its type. */
const WHOLE_FIELDS: ReadonlySet<string> = new Set(['parent', 'item', 'object', 'entity', 'record', 'owner', 'source']);

interface Part {
  readonly type: SourceType;
  readonly whole: SourceType;
  /** Hold the id of the whole. */
  readonly fields: ReadonlySet<number>;
}

/** Leaves out the parts of all items that were left out; to be called after all items were judged. */
export async function leaveOutParts(content: ContentIntake): Promise<void> {
  const parts = findParts(content);
  let hasChanged = parts.length > 0;
  // A part may have parts.
  while (hasChanged) {
    hasChanged = false;
    for (const part of parts) if (await leaveOutPartsOf(part, content)) hasChanged = true;
  }
}

function findParts(content: ContentIntake): readonly Part[] {
  const types = [...content.types.values()];
  const targets = new LinkTargets(types);
  return types
    .filter(({ ownName }) => !content.isWanted(ownName))
    .flatMap((type) =>
      types.flatMap((whole) => {
        const isPart = whole !== type && (isNamedAsPart(type, whole) || isPartType(type));
        const fields = isPart ? findWholeFields(type, whole, targets) : [];
        return fields.length === 0 ? [] : { type, whole, fields: new Set(fields.map(({ index }) => index)) };
      }),
    );
}

const simplify = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

const isPartType = ({ ownName }: SourceType): boolean =>
  singularForms(simplify(ownName)).some((form) => PART_TYPES.has(form));

/** Whether the name begins with that of the other type, and ends as names of parts do. */
function isNamedAsPart({ ownName }: SourceType, whole: SourceType): boolean {
  const name = simplify(ownName);
  return singularForms(simplify(whole.ownName)).some(
    (form) =>
      form !== '' &&
      name.startsWith(form) &&
      singularForms(name.slice(form.length)).some((ending) => PART_ENDINGS.has(ending)),
  );
}

/** @returns the fields whose name means the type of the whole; otherwise those with a general name, if the type's name says what it is a part of */
function findWholeFields(type: SourceType, whole: SourceType, targets: LinkTargets): readonly SourceField[] {
  const fields = [...type.fields.values()];
  const named = fields.filter(({ key }) => targets.findByField(key, type) === whole);
  if (named.length > 0 || !isNamedAsPart(type, whole)) return named;
  return fields.filter(({ key }) => WHOLE_FIELDS.has(simplify(key).replace(/id$/, '')));
}

/** @returns whether any item was left out */
async function leaveOutPartsOf({ type, whole, fields }: Part, content: ContentIntake): Promise<boolean> {
  if (!content.hasLeftOut(whole)) return false;
  const reason = `of items of ${whole.ownName} that are left out; --with ${type.ownName} keeps them`;
  let hasLeftOut = false;
  for await (const line of readLines(type.path)) {
    content.options.signal?.throwIfAborted();
    const { id, place, values } = readSpooled(line);
    if (!type.has(id)) continue;
    const links = values.flatMap(({ field, value }) => (fields.has(field) ? linksIn(value).links : []));
    const isOfLeftOut = links.length > 0 && links.every((link) => link && content.isLeftOut(whole, link.id));
    if (!isOfLeftOut) continue;
    type.hide(id);
    content.keepOut(type.ownName, id, reason, place);
    hasLeftOut = true;
  }
  return hasLeftOut;
}
