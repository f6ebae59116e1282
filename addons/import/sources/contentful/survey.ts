/**
 * First pass over a Contentful space: collects types, locales, public entries with their titles, assets and tags.
 *
 * Entries and assets are stored in files; only their ids stay in memory. Elsewhere: the second pass (index), reading types (space).
 */
import { join } from 'node:path';
import type { Locale } from '../../core/declarations/locales.js';
import { buildLocales, sortByFrequency } from '../../core/declarations/locales.js';
import { makeName } from '../../core/declarations/names.js';
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
  readTitleField,
  readType,
  readValuesToJudge,
  removeDraftLocales,
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

/** A field of a type without a description. */
interface FoundField {
  /** The field as Contentful describes it. */
  readonly field: JsonObject;
  /** Locales in which an entry has a value. */
  readonly codes: Set<string>;
}

interface WaitingEntry {
  readonly entry: Json;
  readonly verdict: Verdict;
}

/** Fields that are the title of an entry, if no content type says so; the first that a type has. */
const TITLE_FIELDS = ['title', 'name', 'headline', 'label'];

/** The most characters of a text that may be the title of an entry. */
const TITLE_LENGTH_MAXIMUM = 300;

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
  /** For a response of the delivery API, which has no content types: the fields of each type, by type and field. */
  readonly #foundFields = new Map<string, Map<string, FoundField>>();
  /** Entries that came before their content type, so that their title field was unknown. */
  readonly #waitingEntries: WaitingEntry[] = [];
  /** Names of the members of the input. */
  readonly #members = new Set<string>();
  /** `type.field` of fields with an editor for Markdown. */
  readonly #markdownFields = new Set<string>();
  /** `type.field` → the help text of its editor. */
  readonly #helpTexts = new Map<string, string>();
  readonly #typesJson: Json[] = [];
  readonly #localesJson: Json[] = [];
  /** Items of a response, and the number that the delivery API has in all. */
  #responseItems = 0;
  #responseTotal = 0;

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

  /** Whether `--without` names the field, so that links must not show its texts. */
  #isLeftOut(type: string, field: string): boolean {
    return this.#intake.options.overrides.of(`${makeName(type, 'type')}.${makeName(field)}`)?.keep === false;
  }

  /** @returns the entry if it is public; called after all entries were read */
  findEntry(id: string): PublicEntry | undefined {
    const entry = this.#entries.get(id);
    if (entry === undefined) return undefined;
    const { type } = buildFacts(entry.type);
    return this.#intake.publication.isKeptOut(type, entry.verdict) ? undefined : entry;
  }

  /**
   * @param readPieces reads the file once, and calls `onMember` with the name of each member
   * @throws OperationError if the file is neither an export of a space nor a response of the delivery API
   */
  async read(readPieces: (onMember: (name: string) => void) => AsyncIterable<Piece>, input: string): Promise<void> {
    // A file of another format is refused with the expected format, not with a syntax error.
    if (!/^\s*\{/.test(await firstText(input)))
      await refuseInput(input, EXPECTED, undefined, { source: 'contentful', pattern: /\.json(?:\.gz)?$/i });
    for await (const piece of readPieces((name) => this.#members.add(name))) this.#add(piece);
    await this.#refuseOtherInput(input);
    this.#reportUnknownMembers(input);
    // Without a list of locales, the most frequent locale is the default.
    this.locales =
      this.#localesJson.length > 0 ? readLocales(this.#localesJson) : buildLocales(sortByFrequency(this.#localeCounts));
    this.#readTypes();
    for (const { entry, verdict } of this.#waitingEntries) this.#addEntry(entry, verdict);
  }

  #add({ member, value, isItem }: Piece): void {
    if (isItem) this.#responseItems += 1;
    switch (member) {
      case 'contentTypes':
        this.#typesJson.push(value);
        this.#titleFieldByType.set(textAt(value, 'sys', 'id') ?? '', readTitleField(value));
        break;
      case 'locales':
        this.#localesJson.push(value);
        break;
      case 'editorInterfaces':
        addMarkdownFields(value, this.#markdownFields);
        addHelpTexts(value, this.#helpTexts);
        break;
      case 'entries':
        this.#surveyEntry(value);
        break;
      case 'assets':
        this.#countLocales(value);
        this.#addAsset(value);
        break;
      case 'tags':
        this.#addTag(value);
        break;
      case 'total':
        this.#responseTotal = Number(value);
        break;
    }
    if (settings.has(member)) this.#intake.leaveOut(member, 'settings of the space, not content');
  }

  #surveyEntry(entry: Json): void {
    this.#countLocales(entry);
    if (this.#members.has('items')) this.#findFields(entry);
    const type = textAt(entry, 'sys', 'contentType', 'sys', 'id') ?? '';
    let verdict = judgePublication(memberAt(entry, 'sys'), this.#intake);
    if (verdict.is === 'public')
      verdict = this.#intake.publication.judgeInSurvey(readValuesToJudge(entry), buildFacts(type));
    if (this.#titleFieldByType.has(type)) this.#addEntry(entry, verdict);
    else this.#waitingEntries.push({ entry: shortenEntry(entry), verdict });
  }

  /** Whether the input is a response of the delivery API, with at least one entry, asset or content type. */
  get #isResponse(): boolean {
    const isEmpty = this.#foundFields.size + this.assets.size + this.#typesJson.length === 0;
    return this.#members.has('items') && !isEmpty;
  }

  /** @throws OperationError if the input is neither an export of a space nor a response */
  async #refuseOtherInput(input: string): Promise<void> {
    const [hasTypes, hasEntries] = [this.#members.has('contentTypes'), this.#members.has('entries')];
    if (this.#isResponse || (hasTypes && hasEntries)) return;
    await refuseInput(input, EXPECTED, hasTypes && !hasEntries ? 'a content model, without entries' : undefined);
  }

  #reportUnknownMembers(input: string): void {
    for (const name of this.#members) {
      if (!isKnownMember(name)) this.#intake.lose(name, 'an unknown member of a space export');
    }
    if (this.#isResponse && this.#responseTotal > this.#responseItems)
      this.#intake.warn(
        `${input} has ${this.#responseItems} of ${this.#responseTotal} items; ask for all of them, by limit and skip`,
      );
  }

  /** Reads the content types, and infers those that a response has not named. */
  #readTypes(): void {
    for (const type of [...this.#typesJson, ...this.#inferTypes()]) {
      const id = textAt(type, 'sys', 'id');
      const contentType = readType(type, this.#findMarkdownFields(type), this.#helpTexts, (field, typeName) =>
        this.#intake.note(
          `${id}.${field}: fields of the type ${typeName} are not known; the values are JSON as they are`,
        ),
      );
      if (contentType !== undefined) this.types.set(contentType.id, contentType);
    }
    for (const { id, titleField } of this.types.values()) this.#titleFieldByType.set(id, titleField);
  }

  /** @returns `type.field` of the type's fields that are written as Markdown */
  #findMarkdownFields(type: Json): ReadonlySet<string> {
    if (this.#members.has('editorInterfaces')) return this.#markdownFields;
    // Without editorInterfaces, each field has the default editor, which writes Markdown.
    const id = textAt(type, 'sys', 'id');
    return new Set(listAt(type, 'fields').map((field) => `${id}.${textAt(field, 'id')}`));
  }

  #countLocales(entry: Json): void {
    for (const [, valueByLocale] of readMembers(memberAt(entry, 'fields'))) {
      for (const [code] of readMembers(valueByLocale))
        this.#localeCounts.set(code, (this.#localeCounts.get(code) ?? 0) + 1);
    }
  }

  /** Finds the fields of a type, and their Contentful types, by the values of an entry. */
  #findFields(entry: Json): void {
    const type = textAt(entry, 'sys', 'contentType', 'sys', 'id') ?? '';
    const fields = this.#foundFields.get(type) ?? new Map<string, FoundField>();
    this.#foundFields.set(type, fields);
    for (const [id, valueByLocale] of readMembers(memberAt(entry, 'fields'))) {
      for (const [code, value] of readMembers(valueByLocale)) {
        const { field, codes } = fields.get(id) ?? { field: { id }, codes: new Set() };
        fields.set(id, { field: { ...field, ...inferFieldType(value) }, codes: codes.add(code) });
      }
    }
  }

  /** @returns a content type, as Contentful writes it, for each type of entries that the input does not describe */
  #inferTypes(): readonly Json[] {
    const defaultCode = this.locales[0]?.code;
    const types: Json[] = [];
    for (const [id, foundFields] of this.#foundFields) {
      if (this.#titleFieldByType.has(id)) continue;
      const titleField = TITLE_FIELDS.find((name) => foundFields.has(name));
      const fields = [...foundFields.values()].map(({ field, codes }) => ({
        ...field,
        localized: [...codes].some((code) => code !== defaultCode),
      }));
      types.push({ sys: { id }, ...(titleField !== undefined && { displayField: titleField }), fields });
    }
    return types;
  }

  #addAsset(asset: Json): void {
    const id = textAt(asset, 'sys', 'id');
    const verdict = judgePublication(memberAt(asset, 'sys'), this.#intake);
    if (id === undefined) return;
    if (verdict.is === 'public') this.assets.add(id, removeDraftLocales(asset));
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
    const fields = memberAt(removeDraftLocales(entry), 'fields');
    const titles =
      titleField === undefined || this.#isLeftOut(type, titleField) ? [] : readMembers(memberAt(fields, titleField));
    this.#entries.add(id, {
      type,
      verdict,
      titles: Object.fromEntries(titles.filter(([, title]) => typeof title === 'string')),
    });
  }
}

/** @returns the metadata of an entry and its short texts, one of which may be the title */
function shortenEntry(entry: Json): Json {
  const isShort = (value: Json): boolean => typeof value === 'string' && value.length <= TITLE_LENGTH_MAXIMUM;
  const shortFields = readMembers(memberAt(entry, 'fields')).filter(([, valueByLocale]) =>
    readMembers(valueByLocale).every(([, value]) => isShort(value)),
  );
  return { sys: memberAt(entry, 'sys') ?? null, fields: Object.fromEntries(shortFields) };
}

/** Adds `type.field` of each field with an editor for Markdown, which is the default editor. */
function addHelpTexts(editor: Json, helpTexts: Map<string, string>): void {
  const type = textAt(editor, 'sys', 'contentType', 'sys', 'id');
  for (const control of listAt(editor, 'controls')) {
    const helpText = textAt(control, 'settings', 'helpText');
    if (helpText !== undefined) helpTexts.set(`${type}.${textAt(control, 'fieldId')}`, helpText);
  }
}

function addMarkdownFields(editor: Json, markdownFields: Set<string>): void {
  const type = textAt(editor, 'sys', 'contentType', 'sys', 'id');
  for (const control of listAt(editor, 'controls')) {
    const widget = textAt(control, 'widgetId');
    if (widget === undefined || widget === 'markdown') markdownFields.add(`${type}.${textAt(control, 'fieldId')}`);
  }
}
