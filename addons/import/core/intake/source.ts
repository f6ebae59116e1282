/**
 * The face between a source and the export: a source reads its input as a stream, says which types and fields there are,
 * hands in items, and says what it leaves out and why. Everything else is the frame's.
 */

import type { TextReport } from '../../text/converter.js';
import type { Value } from '../../value/value.js';
import type { Locale } from '../declarations/locales.js';
import type { Overrides } from '../declarations/overrides.js';
import type { FieldShape } from '../declarations/shape.js';
import type { Publication, Verdict } from '../privacy/publication/index.js';

/** One field of an item; `locale` where it has a value of its own for each. */
export interface FieldValue {
  readonly field: string;
  readonly locale?: string | undefined;
  readonly value: Value | undefined;
  /**
   * `plain`: counts where the field turns out not to be localised. `localized`: counts where it is, which it does not make
   * it. So a source that learns late which fields are localised can hand in both.
   */
  readonly only?: 'plain' | 'localized';
}

export interface FieldDeclaration {
  /** The name it is to have, by the rule of names; the source's own where absent. */
  readonly name?: string;
  readonly label?: string;
  /** FieldDecision by the values where absent. */
  readonly shape?: FieldShape;
  readonly localized?: boolean;
  /** Says nothing of its own: it is a field only where its values turn out to be links. */
  readonly onlyLinks?: true;
}

export interface TypeIntake {
  /** The name it has in the export. */
  readonly name: string;
  /** The same without overrides: by it, options and messages speak of it. */
  readonly ownName: string;
  /** Says that there is a field, or more of one; fields that are not declared are added as their values come. */
  field(key: string, declaration?: FieldDeclaration): void;
  has(id: string): boolean;
  /**
   * Takes an item. One whose id cannot be one, or is there already, is left out and reported.
   *
   * @param place   where it stands, for messages: `posts.csv, line 7`
   * @param verdict whether it is public, where that depends on items that come later
   */
  add(id: string, values: readonly FieldValue[], place: string, verdict?: Verdict): Promise<void>;
}

export const RICH_TEXT_FORMS = ['markdown', 'json', 'both'] as const;
/** How rich text is kept: as Markdown, as its system has it, or both, the JSON in a field of its own. */
export type RichTextForm = (typeof RICH_TEXT_FORMS)[number];

/** What an import was asked for, as far as sources need it. */
export interface IntakeOptions {
  /** Where items wait, and files that a source needs meanwhile; there already, removed at the end. */
  readonly workFolder: string;
  /** An IANA name: zone of times that have none. */
  readonly zone: string;
  /** Put before paths of files that the source holds without an address; as it was given, or empty. */
  readonly assetsUrl: string;
  /** Before `/<type>/<id>` in links within texts. */
  readonly linkRoot: string;
  /** Of requests, where the input is a server. */
  readonly headers: readonly (readonly [string, string])[];
  /** Folder of documents that are asked for only if they changed, where the input is a server. */
  readonly documents?: string | undefined;
  readonly richText: RichTextForm;
  /** That texts are searched in, where the source says none. */
  readonly language?: string | undefined;
  /** What the user says of types and fields (`type.field`). */
  readonly overrides: Overrides;
  /** The moment at which content must be public, and what stays although it is not. */
  readonly nowMs: number;
  readonly withExpired: boolean;
  readonly withFuture: boolean;
  /** Leave out what cannot be read, instead of refusing all. */
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
  /** Aborted when the import is to stop. `progress` and `add` throw then; for what a source waits for besides. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((step: string, done: number, total: number) => void) | undefined;
}

export interface Intake {
  readonly options: IntakeOptions;
  /** Whether a type, `type.field`, or a hidden custom field of WordPress is asked for although it is not public. */
  isWanted(what: string): boolean;
  /** Once, before the first item. More than one makes the export localised. */
  locales(locales: readonly Locale[]): void;
  /** Says that the source shows images as resources of their own, and so the export does. */
  imagesAsResources(): void;
  /** Names a type, or finds it again. Types whose items are linked in texts must be named before those texts are made. */
  type(key: string, name?: string): TypeIntake;
  /** Judges whether items are public. */
  readonly publication: Publication;
  /**
   * Takes note of an item that is not public, and is not handed in.
   *
   * @param type  as messages call it
   * @param id    undefined where it has none: a build cannot tell then that it was taken down
   * @param why   a reason that the source knows for sure, or what the judge says
   * @param place as it is for `add`
   */
  keepOut(type: string, id: string | undefined, why: string | Verdict, place: string): void;
  /** What goes by rule and no reader misses: drafts, settings of the CMS. Several reports of the same add up. */
  leaveOut(what: string, reason: string, count?: number): void;
  /** What a reader may miss: `--strict` refuses it. Several reports of the same add up. */
  lose(what: string, reason: string, count?: number): void;
  /** What Markdown cannot say of rich text: lost, unless the text is kept as JSON too. */
  loseInMarkdown(what: string, reason: string): void;
  /**
   * @param what   `type.field`, whose text is converted
   * @param place  of the item, as it is for `add`
   * @param isRich whether the source has the text as JSON, which an import can keep in addition
   * @returns the receiver of what the conversion cannot keep
   */
  textReport(what: string, place: string, isRich?: boolean): TextReport;
  /** What looks private: told loudly, and refused by `--strict`. */
  withhold(what: string, reason: string, count?: number): void;
  /** What whoever imports must know at once, each once. */
  warn(what: string): void;
  /**
   * A file, a line or a row that cannot be read. All are told together at the end, and the import is refused, unless they are
   * to be left out.
   *
   * @param place as it is for `add`
   */
  faulty(place: string, reason: string): void;
  /** What is worth knowing, though nothing is lost; several of the same add up. */
  note(what: string, count?: number): void;
  /** The path of an item, as `links.self` has it: for links within texts. */
  path(type: string, id: string): string;
  progress(step: string, done: number, total: number): void;
}

/** Options that only some sources read. */
export const ownOptions = ['ids', 'csvLocale', 'locales', 'defaultLocale'] as const;
export type OwnOption = (typeof ownOptions)[number];

export interface SourceOptions {
  /** The options of its own that the source reads; any other is refused. */
  readonly options?: readonly OwnOption[];
  /** Columns and members that name a type and hold its ids become links. */
  readonly infersLinks?: boolean;
}

export interface Source extends SourceOptions {
  /**
   * @returns what the input calls itself, where it does
   * @throws OperationError where the input is not what the source reads; says what it seems to be and what was expected
   */
  read(input: string, intake: Intake): Promise<string | undefined>;
  /** What the space is called, where the input says nothing better. */
  readonly space: string;
}
