/**
 * The options of an import, as a program gives them, and the progress that it receives.
 *
 * Elsewhere: the flags of the command line (commands/import-options), the options that a source needs (core/intake/source).
 */
import type { Files } from '../../src/format/files/index.js';
import type { NonPublicItems } from './core/intake/non-public-items.js';
import type { RichTextForm } from './core/intake/source.js';

export interface ImportOptions {
  readonly files: Files;
  /** A model.json that is used unchanged; without it, types are decided by the content. */
  readonly model?: string | undefined;
  /** Decide types by the content even if the model in the target was edited. */
  readonly newModel?: boolean;
  /**
   * The model, as JSON, that the content had before: fields keep their types while most values fit. Default: the model of the
   * export that the import replaces.
   */
  readonly earlierModel?: string | undefined;
  /** Refuse any loss. */
  readonly strict?: boolean;
  /** IANA name of the zone of times without a zone. Default UTC. */
  readonly zone?: string | undefined;
  readonly assetsUrl?: string | undefined;
  /** Put before `/<type>/<id>` in links within texts. Default: the path at which a single space is served. */
  readonly linkRoot?: string | undefined;
  readonly headers?: readonly (readonly [string, string])[] | undefined;
  /** Folder of stored documents, which are requested again only if they changed, if the input is a server. */
  readonly documents?: string | undefined;
  /** Path of a file of overrides. */
  readonly overrides?: string | undefined;
  /** Names of types and fields (`type.field`) to leave out. */
  readonly without?: readonly string[] | undefined;
  /** Names of types and fields to keep although they look private. */
  readonly with?: readonly string[] | undefined;
  /** Keys of hidden custom fields of WordPress to keep. */
  readonly meta?: readonly string[] | undefined;
  /** Default: markdown. */
  readonly richText?: RichTextForm | undefined;
  /** Columns of tables that are to be the id: `column`, or `type.column`. */
  readonly ids?: readonly string[] | undefined;
  /** Language tag by which numbers and dates in CSV are read, such as `de`. */
  readonly csvLocale?: string | undefined;
  /** Languages of a Markdown site, and the one of pages without a language. */
  readonly locales?: readonly string[] | undefined;
  readonly defaultLocale?: string | undefined;
  /** Fields whose values are a key of another type: `airport.iso_country=country.code`. */
  readonly links?: readonly string[] | undefined;
  /** Code of the language in which texts are searched, if the source names none. */
  readonly language?: string | undefined;
  /** The moment at which content must be public, in milliseconds since 1970. Default: the time of the call. */
  readonly nowMs?: number | undefined;
  /** Keep content that has expired, or will be published later. */
  readonly withExpired?: boolean | undefined;
  readonly withFuture?: boolean | undefined;
  /** Leave out files, lines and rows that cannot be read. */
  readonly skipFaulty?: boolean | undefined;
  /** Called after a successful import with the items that it has judged not to be public. */
  readonly onNonPublicItems?: ((nonPublicItems: NonPublicItems) => void) | undefined;
  /** Called for each text that was converted to Markdown and compared with it, with the number of differences. */
  readonly onComparedText?: ((differences: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((event: ImportProgress) => void) | undefined;
}

export interface ImportProgress {
  readonly step: string;
  readonly done: number;
  readonly total: number;
  readonly unit: 'bytes' | 'steps';
}
