/**
 * Reads the values of the fields of an entry, and the files of assets, in one locale.
 *
 * Elsewhere: rich text (rich-text), metadata (sys).
 */
import type { Intake } from '../../core/intake/source.js';
import { buildAssetValue, resolveAddress } from '../../value/image.js';
import { type Json, listAt, memberAt, textAt } from '../../value/json.js';
import { link, list, markdown, toValue, type Value } from '../../value/value.js';
import { type LinkTarget, richTextToMarkdown } from './rich-text.js';
import { ASSET_TYPE, buildFacts, type ContentfulField, readFile } from './space.js';
import type { Survey } from './survey.js';

export class ValueReader {
  readonly #survey: Survey;
  readonly #intake: Intake;

  constructor(survey: Survey, intake: Intake) {
    this.#survey = survey;
    this.#intake = intake;
  }

  /** @returns undefined for null, and for a value that was reported as lost */
  readValue(field: ContentfulField, value: Json, locale: string, subject: string, place: string): Value | undefined {
    if (value === null) return undefined;
    if (field.type === 'RichText') {
      const converted = richTextToMarkdown(value, {
        report: this.#intake.textReport(subject, place, true),
        linkTarget: (linkType, id) => this.#findLinkTarget(linkType, id, locale),
      });
      return converted === undefined ? undefined : markdown(converted, value);
    }
    if (field.type === 'Link') return this.#readLink(value, locale, subject);
    if (field.type === 'Array' && (field.shape?.type === 'link' || field.shape?.type === 'asset')) {
      return list(listAt(value).flatMap((linkJson) => this.#readLink(linkJson, locale, subject) ?? []));
    }
    return toValue(value);
  }

  #readLink(value: Json, locale: string, subject: string): Value | undefined {
    const id = textAt(value, 'sys', 'id');
    if (id === undefined) return toValue(value);
    if (textAt(value, 'sys', 'linkType') !== 'Asset') return link(id, this.#survey.findEntry(id)?.type);
    const asset = this.#survey.assets.get(id);
    const file = asset === undefined ? undefined : this.file(asset, locale);
    if (file === undefined) this.#intake.lose(subject, 'links to assets that are not in the export');
    return file;
  }

  #findLocalValue(value: Json | undefined, locale: string): Json | undefined {
    const triedCodes = new Set<string>();
    for (let code: string | undefined = locale; code !== undefined && !triedCodes.has(code); ) {
      const localValue = memberAt(value, code);
      if (localValue !== undefined && localValue !== null) return localValue;
      triedCodes.add(code);
      code = this.#survey.locales.find((candidate) => candidate.code === code)?.fallback;
    }
    return undefined;
  }

  /** @returns the image or file in the locale, or in the nearest fallback locale that has one */
  file(asset: Json, locale: string): Value | undefined {
    const fields = memberAt(asset, 'fields');
    const readFieldText = (name: string): string | undefined => {
      const fieldValue = this.#findLocalValue(memberAt(fields, name), locale);
      return typeof fieldValue === 'string' && fieldValue !== '' ? fieldValue : undefined;
    };
    const id = textAt(asset, 'sys', 'id') ?? '';
    const file = readFile(
      this.#findLocalValue(memberAt(fields, 'file'), locale),
      id,
      readFieldText('description') ?? readFieldText('title'),
      this.#intake,
    );
    return file === undefined ? undefined : buildAssetValue(file, link(id, ASSET_TYPE));
  }

  #findLinkTarget(linkType: 'Entry' | 'Asset', id: string, locale: string): LinkTarget | undefined {
    const [defaultLocale] = this.#survey.locales;
    if (linkType === 'Entry') {
      const entry = this.#survey.findEntry(id);
      if (entry === undefined || this.#intake.isLeftOutType(buildFacts(entry.type).type)) return undefined;
      const title = textAt(entry.titles, locale) ?? textAt(entry.titles, defaultLocale?.code ?? '') ?? id;
      return { title, url: this.#intake.path(entry.type, id), isImage: false };
    }
    const asset = this.#survey.assets.get(id);
    const value = asset === undefined ? undefined : this.file(asset, locale);
    if (value?.kind !== 'asset') return undefined;
    const { url, altText, fileName } = value.asset;
    return {
      title: altText ?? fileName ?? id,
      url: resolveAddress(url, this.#intake.options.assetsUrl),
      isImage: value.isImage,
    };
  }
}
