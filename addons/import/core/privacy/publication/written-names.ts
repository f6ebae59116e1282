/**
 * Forms of a name without the words that tables and authors put around it: the path of a flattened object (`fields.Status`,
 * `status/name`), the kind of item (`post_status`), a language (`published_de`, `Status (de)`), a unit (`Publish Date (UTC)`).
 *
 * Elsewhere: case and signs (fields).
 */

/** A path in a table that was made of JSON: `attributes.publishedAt`, `status/name`, `status[name]`, `meta__draft`. */
const pathSeparator = /\s*(?:[./>[\]]|__|::)+\s*/;
/** Objects around the members of an item; `document` and similar ones are kinds of items. */
const wrapper =
  /^_?(?:attributes|fields|properties|front_?matter|data|meta(?:data)?|sys(?:tem)?|workflow|publication|source)$/i;
/** Members of the object that a state is: the last word of `status.name`. */
const valueName = /^(?:name|value|label|title|text|slug|code|select|status|state|iv|en|\d)$/i;

const itemKinds =
  'post page article entry item node content document doc record news blog story cms wp web site online editorial';
/** `post_status`, `Post Status`, `posts.status`. */
const itemKindPrefix = new RegExp(`^(?:${itemKinds.replaceAll(' ', '|')})s?[\\s_.-]+`, 'i');
/** `postStatus`, `PostStatus`. */
const itemKindBeforeCapital = new RegExp(
  `^(?:${itemKinds
    .split(' ')
    .map((kind) => `[${kind.slice(0, 1)}${kind.slice(0, 1).toUpperCase()}]${kind.slice(1)}`)
    .join('|')})s?(?=[A-Z])`,
);

/** Codes of languages that are no English words, unlike `id`, `no` and `is`. */
const languageEnding =
  /[\s_.\-:([]+(?:en|de|fr|es|it|pt|nl|sv|da|nb|fi|pl|cs|ru|uk|ja|zh|ko|tr|ar|hu|el|ro|he)(?:[-_][A-Za-z]{2,4})?[\])]?$/i;
/** A hint of the author: `(UTC)`, `(yes/no)`, `[0/1]`, or the name of a zone. */
const hint = /\s*(?:\([^()]*\)|\[[^[\]]*\]|[\s_](?:utc|gmt))$/i;

/** A longer name is no field of publication, and the patterns would take long. In characters. */
const nameLengthMaximum = 120;

/** @returns the name itself first, then the forms without words around it */
export function nameForms(name: string): readonly string[] {
  if (name.length > nameLengthMaximum) return [name];
  const forms = new Set([name]);
  // A form that was added is taken apart in turn: `fields.post_status_de`.
  for (const form of forms) {
    for (const shorter of [
      form.replace(hint, ''),
      form.replace(languageEnding, ''),
      form.replace(itemKindPrefix, ''),
      form.replace(itemKindBeforeCapital, ''),
      withoutPath(form),
    ])
      if (shorter !== '') forms.add(shorter);
  }
  return [...forms];
}

/** @returns the last part of a path that is no member of a value; the name itself if another object than a wrapper has it */
function withoutPath(name: string): string {
  const parts = name.split(pathSeparator).filter((part) => part !== '');
  if (parts.length < 2) return name;
  while (parts.length > 1 && valueName.test(parts.at(-1) ?? '') && !isWrapped(parts)) parts.pop();
  return isWrapped(parts) ? (parts.at(-1) ?? name) : name;
}

const isWrapped = (parts: readonly string[]): boolean =>
  parts.slice(0, -1).every((part) => wrapper.test(part) || /^\d+$/.test(part));
