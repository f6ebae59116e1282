/**
 * The options that `stele import`, `stele build --from` and `stele watch` share, and the parsers of their values.
 *
 * Elsewhere: the meaning of each option (core/intake/source), options of one command only (import, watch).
 */

import { Command, InvalidArgumentError, Option } from 'commander';
import { type OptionsOf, parseDeliveryRoot, repeatedParser } from '../../../src/cli/index.js';
import { LANGUAGES, languageOf } from '../../../src/content/model/index.js';
import { RICH_TEXT_FORMS } from '../core/intake/source.js';
import { LINK_ROOT } from '../import.js';
import type { ImportOptions } from '../options.js';
import { checkZone, readInstant } from '../value/instants.js';

export type ImportArguments = OptionsOf<ReturnType<typeof importFlags>> & {
  readonly strict: boolean;
  /** Folder of stored documents; `stele watch` sets it, no option does. */
  readonly documents?: string;
};

function parseZone(text: string): string {
  try {
    checkZone(text);
    return text;
  } catch {
    throw new InvalidArgumentError('A zone is a name such as Europe/Zurich or UTC.');
  }
}

/** @returns milliseconds since 1970 */
function parseInstant(text: string): number {
  const instant = readInstant(text, 'UTC');
  if (instant === undefined) throw new InvalidArgumentError('A time is written as 2026-01-31 or 2026-01-31T12:00:00Z.');
  return Date.parse(instant.text);
}

function parseHeader(text: string): readonly [string, string] {
  const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+)\s*:\s*([\t\x20-\x7e]*)$/.exec(text) ?? [];
  if (name !== undefined && value !== undefined) return [name, value.trimEnd()];
  throw new InvalidArgumentError("A header is given as <name>: <value> in ASCII, such as 'Authorization: Bearer abc'.");
}

function parseLanguage(text: string): string {
  if (languageOf(text) !== undefined) return text;
  throw new InvalidArgumentError(`Texts can be searched in ${LANGUAGES.join(', ')}.`);
}

function parseLocale(text: string): string {
  try {
    Intl.getCanonicalLocales(text);
    return text;
  } catch {
    throw new InvalidArgumentError('A locale is a language tag such as de, fr or en-GB.');
  }
}

const parseLocales = (text: string): readonly string[] => text.split(',').map((code) => parseLocale(code.trim()));

function parseKeyLink(text: string): string {
  if (/^[^=]+\.[^=]+=[^=]+\.[^=]+$/.test(text)) return text;
  throw new InvalidArgumentError('Write <type>.<field>=<type>.<field>, such as airport.iso_country=country.code.');
}

const keepText = (text: string): string => text;

/** @returns a command with the shared options, to copy them from */
export const importFlags = () =>
  new Command()
    .optionsGroup('Model of an import:')
    .option('--model <file>', 'model.json to keep; values that do not fit it are refused')
    .option('--new-model', 'decide the types again, even if the model in the export was edited', false)
    .option(
      '--overrides <file>',
      'JSON file with types, names and links of single fields; it overrides the decisions of the import',
    )
    .option(
      '--id <column>',
      'column that is the id: <column> of every CSV or JSON table that has it, <type>.<column> of one, <type>.# for row numbers; may repeat',
      repeatedParser(keepText),
    )
    .option(
      '--link <type.field=type.field>',
      'link by a key: airport.iso_country=country.code; may repeat',
      repeatedParser(parseKeyLink),
    )
    .optionsGroup('Content of an import:')
    .option(
      '--without <type[.field]>',
      'leave out this type or field, by its name in the export; may repeat',
      repeatedParser(keepText),
    )
    .option(
      '--with <type[.field]>',
      'keep this type or field although it is not public or looks private; for a field that decides publication, keep items that it leaves in doubt; may repeat',
      repeatedParser(keepText),
    )
    .option('--meta <key>', 'keep this hidden custom field of WordPress; may repeat', repeatedParser(keepText))
    .option('--with-expired', 'keep what has expired', false)
    .option('--with-future', 'keep what is to be published later', false)
    .option(
      '--now <time>',
      'the moment at which content must be public (default: when the import begins)',
      parseInstant,
    )
    .option('--skip-faulty', 'leave out files, lines and rows that cannot be read', false)
    .optionsGroup('Texts and languages of an import:')
    .addOption(
      new Option('--rich-text <form>', 'keep rich text as Markdown, as the JSON of its system, or both')
        .choices(RICH_TEXT_FORMS)
        .default('markdown'),
    )
    .option('--link-root <path>', 'put before /<type>/<id> in links in texts', parseDeliveryRoot, LINK_ROOT)
    .option('--assets <url>', 'put before the paths of files that have no address')
    .option('--language <code>', 'language that texts are searched in, if the source has no locales', parseLanguage)
    .option('--locales <codes>', 'languages of a Markdown site, such as de,fr', parseLocales)
    .option('--default-locale <code>', 'language of Markdown pages without a language', parseLocale)
    .option(
      '--csv-locale <code>',
      'read decimal commas and dates in CSV as this locale writes them, such as de or en-GB',
      parseLocale,
    )
    .option('--zone <zone>', 'zone of times that have none', parseZone, 'UTC')
    .option(
      '--header <name: value>',
      'send this header with every request, if the input is a URL; may repeat',
      repeatedParser(parseHeader),
    );

/** @returns the options of `importExport` */
export const importOptions = (flags: ImportArguments): Omit<ImportOptions, 'files'> => ({
  model: flags.model,
  newModel: flags.newModel,
  strict: flags.strict,
  zone: flags.zone,
  assetsUrl: flags.assets,
  linkRoot: flags.linkRoot,
  headers: flags.header,
  documents: flags.documents,
  overrides: flags.overrides,
  language: flags.language,
  richText: flags.richText,
  without: flags.without,
  with: flags.with,
  meta: flags.meta,
  ids: flags.id,
  csvLocale: flags.csvLocale,
  locales: flags.locales,
  defaultLocale: flags.defaultLocale,
  links: flags.link,
  nowMs: flags.now,
  withExpired: flags.withExpired,
  withFuture: flags.withFuture,
  skipFaulty: flags.skipFaulty,
});
