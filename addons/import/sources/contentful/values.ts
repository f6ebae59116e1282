/**
 * Values of the fields of an entry in one locale.
 *
 * Elsewhere: rich text (rich-text), metadata (sys).
 */
import type { Intake } from '../../core/intake/source.js';
import { addressOf, assetValue } from '../../value/image.js';
import { at, type Json, listAt, textAt } from '../../value/json.js';
import { asValue, link, list, markdown, type Value } from '../../value/value.js';
import { type LinkTarget, richTextToMarkdown } from './rich-text.js';
import { ASSET_TYPE, type ContentfulField, readFile } from './space.js';
import type { Survey } from './survey.js';

export class Values {
  readonly #survey: Survey;
  readonly #intake: Intake;

  constructor(survey: Survey, intake: Intake) {
    this.#survey = survey;
    this.#intake = intake;
  }

  /** @returns undefined for null, and for a value that was reported as lost */
  of(field: ContentfulField, value: Json, locale: string, what: string, place: string): Value | undefined {
    if (value === null) return undefined;
    if (field.type === 'RichText') {
      const converted = richTextToMarkdown(value, {
        report: this.#intake.textReport(what, place, true),
        linkTarget: (linkType, id) => this.#linkTarget(linkType, id, locale),
      });
      return converted === undefined ? undefined : markdown(converted, value);
    }
    if (field.type === 'Link') return this.#link(value, locale, what);
    if (field.type === 'Array' && (field.shape?.type === 'link' || field.shape?.type === 'asset')) {
      return list(listAt(value).flatMap((each) => this.#link(each, locale, what) ?? []));
    }
    return asValue(value);
  }

  #link(value: Json, locale: string, what: string): Value | undefined {
    const id = textAt(value, 'sys', 'id');
    if (id === undefined) return asValue(value);
    if (textAt(value, 'sys', 'linkType') !== 'Asset') return link(id, this.#survey.entry(id)?.type);
    const asset = this.#survey.assets.get(id);
    const file = asset === undefined ? undefined : this.file(asset, locale);
    if (file === undefined) this.#intake.lose(what, 'links to assets that are not in the export');
    return file;
  }

  #localised(value: Json | undefined, locale: string): Json | undefined {
    const tried = new Set<string>();
    for (let code: string | undefined = locale; code !== undefined && !tried.has(code); ) {
      const localValue = at(value, code);
      if (localValue !== undefined && localValue !== null) return localValue;
      tried.add(code);
      code = this.#survey.locales.find((each) => each.code === code)?.fallback;
    }
    return undefined;
  }

  /** @returns the image or file in the locale, or in those it falls back to */
  file(asset: Json, locale: string): Value | undefined {
    const fields = at(asset, 'fields');
    const textOfField = (name: string): string | undefined => {
      const fieldValue = this.#localised(at(fields, name), locale);
      return typeof fieldValue === 'string' && fieldValue !== '' ? fieldValue : undefined;
    };
    const id = textAt(asset, 'sys', 'id') ?? '';
    const file = readFile(
      this.#localised(at(fields, 'file'), locale),
      id,
      textOfField('description') ?? textOfField('title'),
      this.#intake,
    );
    return file === undefined ? undefined : assetValue(file, link(id, ASSET_TYPE));
  }

  #linkTarget(linkType: 'Entry' | 'Asset', id: string, locale: string): LinkTarget | undefined {
    const [first] = this.#survey.locales;
    if (linkType === 'Entry') {
      const entry = this.#survey.entry(id);
      if (entry === undefined) return undefined;
      const title = textAt(entry.titles, locale) ?? textAt(entry.titles, first?.code ?? '') ?? id;
      return { title, url: this.#intake.path(entry.type, id), isImage: false };
    }
    const asset = this.#survey.assets.get(id);
    const value = asset === undefined ? undefined : this.file(asset, locale);
    if (value?.kind !== 'asset') return undefined;
    const { url, altText, fileName } = value.asset;
    return {
      title: altText ?? fileName ?? id,
      url: addressOf(url, this.#intake.options.assetsUrl),
      isImage: value.isImage,
    };
  }
}
