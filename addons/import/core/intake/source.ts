/**
 * The interface between a source and an import: a source reads its input as a stream, declares types and fields, adds items, and
 * reports what it leaves out. The import does everything else.
 */

import type { TextReport } from '../../text/converter.js';
import type { Json } from '../../value/json.js';
import type { Value } from '../../value/value.js';
import type { SourceTexts } from '../declarations/descriptive-texts.js';
import type { Locale } from '../declarations/locales.js';
import type { Overrides } from '../declarations/overrides.js';
import type { FieldShape } from '../declarations/shape.js';
import type { Publication, Verdict } from '../privacy/publication/index.js';

/** The value of one field of an item, in one locale if the field has a value for each. */
export interface FieldValue {
  readonly field: string;
  readonly locale?: string | undefined;
  readonly value: Value | undefined;
  /**
   * `plain`: the value counts only if the field is not localized. `localized`: only if it is, and does not make it localized.
   * A source that learns late which fields are localized adds both.
   */
  readonly only?: 'plain' | 'localized';
}

/** The inverse that a relationship gets in the model: the items that it leads to list the items that link to them. */
export interface DeclaredInverse {
  /** The preferred name; a number follows it if a target type has a field of that name. */
  readonly name: string;
  /** The source's key of the field that the linking items are sorted by, ascending; in the order of the export if absent. */
  readonly sort?: string;
}

/** The field whose links the source also shows from their other side. */
export interface ForwardField {
  /** The source's key of the type with the field. */
  readonly type: string;
  readonly field: string;
  /** The source's key of the field of that type that the source sorts by. */
  readonly sort?: string | undefined;
}

export interface FieldDeclaration extends SourceTexts {
  /** The name in the export, adapted to the rule of names. Default: the source's name. */
  readonly name?: string;
  /** FieldDecision by the values where absent. */
  readonly shape?: FieldShape;
  readonly localized?: boolean;
  /** Whether the source allows each value in one item only. */
  readonly unique?: boolean;
  readonly inverse?: DeclaredInverse;
  /**
   * The source shows the links of another field from their other side. If the values are exactly those links, the export has
   * the other field with an inverse, and no values for this one.
   */
  readonly backwardsOf?: ForwardField;
  /** The field exists only if its values turn out to be links. */
  readonly onlyLinks?: true;
}

export interface TypeIntake {
  /** The name in the export. */
  readonly name: string;
  /** The name without overrides, which options and messages use. */
  readonly ownName: string;
  /** Declares a field, or adds to its declaration. Fields that are not declared exist as soon as an item has a value. */
  field(key: string, declaration?: FieldDeclaration): void;
  /** Sets the label and the description of the type. */
  describe(texts: SourceTexts): void;
  has(id: string): boolean;
  /**
   * Adds an item. An item with an invalid id, or with the id of another item, is left out and reported.
   *
   * @param place   the item's place in the input, for messages: `posts.csv, line 7`
   * @param verdict whether the item is public, if that depends on later items
   */
  add(id: string, values: readonly FieldValue[], place: string, verdict?: Verdict): Promise<void>;
}

export const RICH_TEXT_FORMS = ['markdown', 'json', 'both'] as const;
/** The form of rich text in the export: Markdown, the JSON of its system, or both, with the JSON in a second field. */
export type RichTextForm = (typeof RICH_TEXT_FORMS)[number];

/** The options of an import that sources need. */
export interface IntakeOptions {
  /** An existing folder for spooled items and a source's own files; removed at the end. */
  readonly workFolder: string;
  /** IANA name of the zone of times without a zone. */
  readonly zone: string;
  /** Put before paths of files that have no address; may be empty. */
  readonly assetsUrl: string;
  /** Put before `/<type>/<id>` in links within texts. */
  readonly linkRoot: string;
  /** Headers of requests, if the input is a server. */
  readonly headers: readonly (readonly [string, string])[];
  /** Folder of stored documents, which are requested again only if they changed, if the input is a server. */
  readonly documents?: string | undefined;
  readonly richText: RichTextForm;
  /** Language in which texts are searched, if the source names none. */
  readonly language?: string | undefined;
  /** The user's overrides of types and of fields (`type.field`). */
  readonly overrides: Overrides;
  /** The moment at which content must be public, and whether expired and future content stays. */
  readonly nowMs: number;
  readonly withExpired: boolean;
  readonly withFuture: boolean;
  /** Leave out files, lines and rows that cannot be read, instead of refusing the import. */
  readonly skipFaulty: boolean;
  /** Columns of tables that are to be the id, as `--id` names them; `type.column` for one table. */
  readonly ids: readonly string[];
  /** Language tag by which numbers and dates in CSV are read. */
  readonly csvLocale?: string | undefined;
  /** Languages of a Markdown site, and the one of pages without a language. */
  readonly locales: readonly string[];
  readonly defaultLocale?: string | undefined;
  /** Whether Markdown is rendered and compared with the text that it was made of. */
  readonly checksTexts: boolean;
  readonly onComparedText?: ((differences: number) => void) | undefined;
  /** Aborted when the import is to stop. `progress` and `add` then throw; a source passes it to its own waits. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((step: string, done: number, total: number) => void) | undefined;
}

export interface Intake {
  readonly options: IntakeOptions;
  /** @param name a type, `type.field`, or a hidden custom field of WordPress. @returns whether `--with` or `--meta` names it */
  isWanted(name: string): boolean;
  /** Whether a type is left out for its name or by `--without`, so that links in texts must not show titles of its items. */
  isLeftOutType(name: string): boolean;
  /** Called once, before the first item. More than one locale makes the export localized. */
  locales(locales: readonly Locale[]): void;
  /** Makes the export show images as resources of their own, as the source does. */
  imagesAsResources(): void;
  /** Declares a type, or returns the declared one. Types that texts link to must be declared before those texts are made. */
  type(key: string, name?: string): TypeIntake;
  /** Judges whether items are public. */
  readonly publication: Publication;
  /**
   * Reports an item that is not public and is not added.
   *
   * @param type  the type's own name
   * @param id    undefined if the item has none: a build then cannot see that it was taken down
   * @param why   the source's own reason, or the verdict of the judge
   * @param place as for `add`
   */
  keepOut(type: string, id: string | undefined, why: string | Verdict, place: string): void;
  /**
   * Judges an item by its own fields, and keeps it out if it is private or in doubt.
   *
   * @param members the names and values that may decide about publication
   * @param place   as for `add`
   * @param options `isPublished`: the source has published what holds the item, so an empty field is no doubt
   * @returns the verdict for `add`; undefined if the item was kept out
   */
  admit(
    type: TypeIntake,
    id: string,
    members: Iterable<readonly [string, Json]>,
    place: string,
    options?: { readonly isPublished: true },
  ): Verdict | undefined;
  /** Reports something that is left out by rule and that no reader misses: drafts, settings of the CMS. Equal reports add up. */
  leaveOut(subject: string, reason: string, count?: number): void;
  /** Reports something that a reader may miss; `--strict` refuses it. Equal reports add up. */
  lose(subject: string, reason: string, count?: number): void;
  /** Reports a part of rich text that Markdown has no form for: lost, unless the text stays as JSON too. */
  loseInMarkdown(subject: string, reason: string): void;
  /**
   * @param subject `type.field`, whose text is converted
   * @param place   of the item, as for `add`
   * @param isRich  whether the source has the text as JSON, which an import can keep in addition
   * @returns the receiver of what the conversion cannot keep
   */
  textReport(subject: string, place: string, isRich?: boolean): TextReport;
  /** Reports something that looks private and is left out: a warning, and refused by `--strict`. */
  withhold(subject: string, reason: string, count?: number): void;
  /** Adds a warning, each text once. */
  warn(warning: string): void;
  /**
   * Reports a file, a line or a row that cannot be read. At the end, the import is refused with all of them, unless
   * `--skip-faulty` leaves them out.
   *
   * @param place as for `add`
   */
  faulty(place: string, reason: string): void;
  /** Adds a note about something that is not lost. Equal notes add up. */
  note(note: string, count?: number): void;
  /** @returns the path of an item, as `links.self` has it, for links within texts */
  path(type: string, id: string): string;
  progress(step: string, done: number, total: number): void;
}

/** Options that only some sources read. */
export const ownOptions = ['ids', 'csvLocale', 'locales', 'defaultLocale'] as const;
export type OwnOption = (typeof ownOptions)[number];

export interface SourceOptions {
  /** The options of its own that the source reads; any other is refused. */
  readonly options?: readonly OwnOption[];
  /** Whether columns and members that name a type and hold its ids become links. */
  readonly infersLinks?: boolean;
}

export interface Source extends SourceOptions {
  /**
   * @returns the name that the input gives itself; undefined if it gives none
   * @throws OperationError if the input is of another kind; the message says which kind it seems to be and which is expected
   */
  read(input: string, intake: Intake): Promise<string | undefined>;
  /** Name of the space, if the input has none. */
  readonly space: string;
}
