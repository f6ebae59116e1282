/**
 * First pass over a Contentful space: collects types, locales, public entries with their titles, assets and tags.
 *
 * Entries and assets are stored in files; only their ids stay in memory. Elsewhere: the second pass (index), reading types (space).
 */
import { join } from 'node:path';
import type { Locale } from '../../core/declarations/locales.js';
import { buildLocales, sortByFrequency } from '../../core/declarations/locales.js';
import type { Intake } from '../../core/intake/source.js';
import type { Verdict } from '../../core/privacy/publication/index.js';
import { firstText } from '../../input/bytes.js';
import { refuseInput } from '../../input/wrong-input.js';
import { SpooledValues } from '../../spool/spooled-values.js';
import { type Json, type JsonObject, listAt, memberAt, readMembers, textAt } from '../../value/json.js';
import { inferFieldType, isKnownMember, type Piece, settings } from './pieces.js';
import {
  buildFacts,
  type ContentfulType,
  judgePublication,
  readLocales,
  readType,
  readValuesToJudge,
} from './space.js';

const EXPECTED =
  'the JSON file that "contentful space export" writes, with "contentTypes" and "entries", or an answer of the delivery API';

/** A published entry: its type, and its titles for links in texts. */
export interface PublicEntry {
  readonly type: string;
  readonly verdict: Verdict;
  /** By locale. */
  readonly titles: JsonObject;
}

export class Survey {
  readonly types = new Map<string, ContentfulType>();
  /** The default locale first. */
  locales: readonly Locale[] = [];
  /** Published entries, by id. */
  readonly #entries: SpooledValues<PublicEntry>;
  readonly assets: SpooledValues<Json>;
  /** Ids of public tags. */
  readonly tags = new Set<string>();
  readonly #intake: Intake;
  /** Fields with the titles of entries, by type; complete after the content types were read. */
  readonly #titleFieldByType = new Map<string, string | undefined>();
  /** Number of values in each locale. */
  readonly #localeCounts = new Map<string, number>();
  /** Fields by type with the locales of their values, for an answer, which has no content types. */
  readonly #fields = new Map<string, Map<string, { readonly field: JsonObject; readonly codes: Set<string> }>>();

  constructor(intake: Intake) {
    this.#intake = intake;
    const createSpool = <Value>(name: string): SpooledValues<Value> =>
      new SpooledValues(join(intake.options.workFolder, name), name);
    this.#entries = createSpool('entries');
    this.assets = createSpool('assets');
  }

  close(): void {
    this.#entries.close();
    this.assets.close();
  }

  /** @returns the entry if it is public; called after all entries were read */
  findEntry(id: string): PublicEntry | undefined {
    const entry = this.#entries.get(id);
    const isLeftOut =
      entry !== undefined && this.#intake.publication.isKeptOut(buildFacts(entry.type).type, entry.verdict);
    return isLeftOut ? undefined : entry;
  }

  /**
   * @param piecesOf reads the file once, and calls `member` with the name of each member
   * @throws OperationError if the file is neither an export of a space nor an answer
   */
  async read(piecesOf: (member: (name: string) => void) => AsyncIterable<Piece>, input: string): Promise<void> {
    const types: Json[] = [];
    const locales: Json[] = [];
    const markdownFields = new Set<string>();
    const members = new Set<string>();
    // A file of another format is refused with the expected format, not with a syntax error.
    if (!/^\s*\{/.test(await firstText(input))) await refuseInput(input, EXPECTED);
    const waitingEntries: { readonly entry: Json; readonly verdict: Verdict }[] = [];
    let [items, total] = [0, 0];
    for await (const { member, value, isItem } of piecesOf((name) => members.add(name))) {
      if (isItem) items += 1;
      if (member === 'contentTypes') {
        types.push(value);
        this.#titleFieldByType.set(textAt(value, 'sys', 'id') ?? '', textAt(value, 'displayField'));
      } else if (member === 'locales') locales.push(value);
      else if (member === 'editorInterfaces') addMarkdownFields(value, markdownFields);
      else if (member === 'entries') {
        this.#countLocales(value, members.has('items'));
        const type = textAt(value, 'sys', 'contentType', 'sys', 'id') ?? '';
        const cmsVerdict = judgePublication(memberAt(value, 'sys'), this.#intake);
        const verdict =
          cmsVerdict.is === 'public'
            ? this.#intake.publication.judgeInSurvey(readValuesToJudge(value), buildFacts(type))
            : cmsVerdict;
        if (this.#titleFieldByType.has(type)) this.#addEntry(value, verdict);
        else waitingEntries.push({ entry: shortenEntry(value), verdict });
      } else if (member === 'assets') {
        this.#countLocales(value, false);
        this.#addAsset(value);
      } else if (member === 'tags') this.#addTag(value);
      else if (member === 'total') total = Number(value);
      if (settings.has(member)) this.#intake.leaveOut(member, 'settings of the space, not content');
    }
    const isAnswer = members.has('items') && this.#fields.size + this.assets.size + types.length > 0;
    const otherInput =
      members.has('contentTypes') && !members.has('entries') ? 'a content model, without entries' : undefined;
    if (!isAnswer && !(members.has('contentTypes') && members.has('entries')))
      await refuseInput(input, EXPECTED, otherInput);
    for (const name of members) {
      if (!isKnownMember(name)) this.#intake.lose(name, 'an unknown member of a space export');
    }
    if (isAnswer && total > items)
      this.#intake.warn(`${input} has ${items} of ${total} items; ask for all of them, by limit and skip`);
    // Without a list of locales, the most frequent locale is the default.
    this.locales = locales.length > 0 ? readLocales(locales) : buildLocales(sortByFrequency(this.#localeCounts));
    // Without editorInterfaces, each field has the default editor, which writes Markdown.
    const hasEditors = members.has('editorInterfaces');
    for (const type of [...types, ...this.#inferTypes()]) {
      const markdownKeys = hasEditors
        ? markdownFields
        : new Set(listAt(type, 'fields').map((field) => `${textAt(type, 'sys', 'id')}.${textAt(field, 'id')}`));
      const id = textAt(type, 'sys', 'id');
      const contentType = readType(type, markdownKeys, (field, typeName) =>
        this.#intake.note(
          `${id}.${field}: fields of the type ${typeName} are not known; the values are JSON as they are`,
        ),
      );
      if (contentType !== undefined) this.types.set(contentType.id, contentType);
    }
    for (const { id, displayField } of this.types.values()) this.#titleFieldByType.set(id, displayField);
    for (const { entry, verdict } of waitingEntries) this.#addEntry(entry, verdict);
  }

  #countLocales(entry: Json, isAnswer: boolean): void {
    const type = textAt(entry, 'sys', 'contentType', 'sys', 'id') ?? '';
    const fields = this.#fields.get(type) ?? new Map();
    if (isAnswer) this.#fields.set(type, fields);
    for (const [id, byLocale] of readMembers(memberAt(entry, 'fields'))) {
      for (const [code, value] of readMembers(byLocale)) {
        this.#localeCounts.set(code, (this.#localeCounts.get(code) ?? 0) + 1);
        if (!isAnswer) continue;
        const { field, codes } = fields.get(id) ?? { field: { id }, codes: new Set() };
        fields.set(id, { field: { ...field, ...inferFieldType(value) }, codes: codes.add(code) });
      }
    }
  }

  #inferTypes(): readonly Json[] {
    const defaultCode = this.locales[0]?.code;
    return [...this.#fields].flatMap(([id, fields]) => {
      if (this.#titleFieldByType.has(id)) return [];
      const title = ['title', 'name', 'headline', 'label'].find((name) => fields.has(name));
      const typeFields = [...fields.values()].map(({ field, codes }) => ({
        ...field,
        localized: [...codes].some((code) => code !== defaultCode),
      }));
      return [{ sys: { id }, ...(title !== undefined && { displayField: title }), fields: typeFields }];
    });
  }

  #addAsset(asset: Json): void {
    const id = textAt(asset, 'sys', 'id');
    const verdict = judgePublication(memberAt(asset, 'sys'), this.#intake);
    if (id === undefined) return;
    if (verdict.is === 'public') this.assets.add(id, asset);
    else this.#intake.keepOut('asset', id, verdict, `asset ${id}`);
  }

  #addTag(tag: Json): void {
    const id = textAt(tag, 'sys', 'id');
    if (id === undefined) return;
    if (textAt(tag, 'sys', 'visibility') === 'public') this.tags.add(id);
    else this.#intake.leaveOut('tags', 'a private tag, which is not delivered');
  }

  #addEntry(entry: Json, verdict: Verdict): void {
    const id = textAt(entry, 'sys', 'id');
    const type = textAt(entry, 'sys', 'contentType', 'sys', 'id');
    if (id === undefined || type === undefined || verdict.is === 'private' || verdict.is === 'doubt') return;
    const titleField = this.#titleFieldByType.get(type);
    const titles = titleField === undefined ? [] : readMembers(memberAt(entry, 'fields', titleField));
    this.#entries.add(id, {
      type,
      verdict,
      titles: Object.fromEntries(titles.filter(([, title]) => typeof title === 'string')),
    });
  }
}

/** @returns the metadata of an entry and its short texts, one of which may be the title */
const shortenEntry = (entry: Json): Json => {
  const short = readMembers(memberAt(entry, 'fields')).filter(([, values]) =>
    readMembers(values).every(([, value]) => typeof value === 'string' && value.length <= 300),
  );
  return { sys: memberAt(entry, 'sys') ?? null, fields: Object.fromEntries(short) };
};

function addMarkdownFields(editor: Json, markdownFields: Set<string>): void {
  const type = textAt(editor, 'sys', 'contentType', 'sys', 'id');
  for (const control of listAt(editor, 'controls')) {
    const widget = textAt(control, 'widgetId');
    if (widget === undefined || widget === 'markdown') markdownFields.add(`${type}.${textAt(control, 'fieldId')}`);
  }
}
