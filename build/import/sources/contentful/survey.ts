/**
 * The first reading of a space: its types and locales, and what links lead to.
 */
import type { Intake, Locale } from '../../frame/source.js';
import { firstText } from '../../input/bytes.js';
import type { Found } from '../../input/json-stream.js';
import { refuseInput } from '../../input/wrong-input.js';
import { at, type Json, listAt, membersOf, textAt } from '../../value/json.js';
import { type ContentfulType, readLocales, readType, unpublished } from './space.js';

const EXPECTED = 'the JSON file that "contentful space export" writes, with "contentTypes" and "entries"';

/** Settings of the space, which are no content. */
const settings: ReadonlySet<string> = new Set(['editorInterfaces', 'webhooks', 'roles', 'concepts', 'conceptSchemes']);

/** An entry that is published: its type, and how a link in a text shows it. */
export interface KnownEntry {
  readonly type: string;
  /** By locale. */
  readonly titles: ReadonlyMap<string, string>;
}

export class Survey {
  readonly types = new Map<string, ContentfulType>();
  /** The default one first. */
  locales: readonly Locale[] = [];
  /** What is published, by id. */
  readonly entries = new Map<string, KnownEntry>();
  readonly assets = new Map<string, Json>();
  /** Ids of those that are public. */
  readonly tags = new Set<string>();
  readonly #intake: Intake;

  constructor(intake: Intake) {
    this.#intake = intake;
  }

  /**
   * @param values of the whole file, read once
   * @throws OperationError when it is no export of a space
   */
  async read(values: AsyncIterable<Found>, input: string): Promise<void> {
    const types: Json[] = [];
    const locales: Json[] = [];
    const markdownFields = new Set<string>();
    const members = new Set<string>();
    // Another system's file is told as such, not by its first character.
    if (!/^\s*\{/.test(await firstText(input))) await refuseInput(input, EXPECTED);
    const drafts: Json[] = [];
    for await (const { path, value } of values) {
      const [member, index] = path;
      if (typeof member !== 'string') break;
      members.add(member);
      if (index === undefined) continue;
      if (member === 'contentTypes') types.push(value);
      else if (member === 'locales') locales.push(value);
      else if (member === 'editorInterfaces') markdownEditors(value, markdownFields);
      else if (member === 'entries') drafts.push(entryHead(value));
      else if (member === 'assets') this.#asset(value);
      else if (member === 'tags') this.#tag(value);
      if (settings.has(member)) this.#intake.leaveOut(member, 'settings of the space, not content');
      else if (!['contentTypes', 'locales', 'entries', 'assets', 'tags'].includes(member)) {
        this.#intake.lose(member, 'an unknown member of a space export');
      }
    }
    if (!members.has('contentTypes') || !members.has('entries')) await refuseInput(input, EXPECTED);
    // Without editorInterfaces, an editor is the default one, which is that of Markdown.
    const known = members.has('editorInterfaces');
    for (const type of types) {
      const all = known
        ? markdownFields
        : new Set(listAt(type, 'fields').map((field) => `${textAt(type, 'sys', 'id')}.${textAt(field, 'id')}`));
      const read = readType(type, all);
      if (read !== undefined) this.types.set(read.id, read);
    }
    this.locales = readLocales(locales);
    for (const entry of drafts) this.#entry(entry);
  }

  #asset(asset: Json): void {
    const id = textAt(asset, 'sys', 'id');
    const why = unpublished(at(asset, 'sys'));
    if (id === undefined) return;
    if (why !== undefined) this.#intake.leaveOut('assets', why);
    else this.assets.set(id, asset);
  }

  #tag(tag: Json): void {
    const id = textAt(tag, 'sys', 'id');
    if (id === undefined) return;
    if (textAt(tag, 'sys', 'visibility') === 'public') this.tags.add(id);
    else this.#intake.leaveOut('tags', 'a private tag, which is not delivered');
  }

  #entry(entry: Json): void {
    const id = textAt(entry, 'sys', 'id');
    const type = textAt(entry, 'sys', 'contentType', 'sys', 'id');
    if (id === undefined || type === undefined || unpublished(at(entry, 'sys')) !== undefined) return;
    const display = this.types.get(type)?.displayField;
    const titles = display === undefined ? [] : membersOf(at(entry, 'fields', display));
    const texts = titles.flatMap(([code, title]): [string, string][] =>
      typeof title === 'string' ? [[code, title]] : [],
    );
    this.entries.set(id, { type, titles: new Map(texts) });
  }
}

/** What of an entry must be known before others are read: that it is there, and the texts that may be its title. */
const entryHead = (entry: Json): Json => {
  const short = membersOf(at(entry, 'fields')).filter(([, values]) =>
    membersOf(values).every(([, value]) => typeof value === 'string' && value.length <= 300),
  );
  return { sys: at(entry, 'sys') ?? null, fields: Object.fromEntries(short) };
};

function markdownEditors(editor: Json, into: Set<string>): void {
  const type = textAt(editor, 'sys', 'contentType', 'sys', 'id');
  for (const control of listAt(editor, 'controls')) {
    const widget = textAt(control, 'widgetId');
    if (widget === undefined || widget === 'markdown') into.add(`${type}.${textAt(control, 'fieldId')}`);
  }
}
