/**
 * A Contentful space: the JSON that `contentful space export` writes, or an answer of the delivery API.
 *
 * Read twice: first for types, locales, and what links lead to (survey); then the entries, one at a time.
 */
import type { FieldValue, Intake, Source } from '../../core/intake/source.js';
import { textOf } from '../../input/bytes.js';
import { at, type Json, membersOf, TOO_DEEP, textAt } from '../../value/json.js';
import { asValue, text, type Value } from '../../value/value.js';
import { type Piece, piecesOf } from './pieces.js';
import { ASSET_TYPE, type ContentfulField, knownOf, TAG_TYPE, unpublished, valuesOf } from './space.js';
import { Survey } from './survey.js';
import { declareSys, sysValues } from './sys.js';
import { Values } from './values.js';

const ignore = (): void => undefined;

export const contentful: Source = {
  space: 'contentful',
  async read(input, intake) {
    const pieces = (
      step: string,
      member: (name: string) => void,
      tooDeep: (place: string) => void,
    ): AsyncIterable<Piece> =>
      piecesOf(
        textOf(input, (done, total) => intake.progress(step, done, total)),
        input,
        member,
        tooDeep,
      );
    const survey = new Survey(intake);
    try {
      await survey.read((member) => pieces('looking at the space', member, ignore), input);
      const reader = new SpaceReader(survey, intake);
      reader.declare();
      await reader.items(pieces('reading the space', ignore, (place) => intake.faulty(place, TOO_DEEP)));
    } finally {
      survey.close();
    }
    return undefined;
  },
};

class SpaceReader {
  readonly #survey: Survey;
  readonly #intake: Intake;
  readonly #values: Values;

  constructor(survey: Survey, intake: Intake) {
    this.#survey = survey;
    this.#intake = intake;
    this.#values = new Values(survey, intake);
  }

  declare(): void {
    this.#intake.locales(this.#survey.locales);
    for (const type of this.#survey.types.values()) {
      const intakeType = this.#intake.type(type.id);
      for (const field of type.fields) {
        if (field.omitted || field.shape === undefined) continue;
        intakeType.field(field.id, { name: field.name, shape: field.shape, localized: field.localized });
      }
      declareSys(this.#survey, this.#intake, type.id);
    }
    if (this.#survey.assets.size > 0) {
      const assets = this.#intake.type(ASSET_TYPE, 'asset');
      assets.field('title', { shape: { type: 'text' }, localized: true });
      assets.field('description', { shape: { type: 'textMultiline' }, localized: true });
      declareSys(this.#survey, this.#intake, ASSET_TYPE);
    }
    if (this.#survey.tags.size > 0) this.#intake.type(TAG_TYPE, 'tag').field('name', { shape: { type: 'text' } });
  }

  async items(pieces: AsyncIterable<Piece>): Promise<void> {
    for await (const { member, value } of pieces) {
      if (member === 'entries') await this.#entry(value);
      else if (member === 'tags') await this.#tag(value);
      else if (member === 'assets' && this.#survey.assets.has(textAt(value, 'sys', 'id') ?? ''))
        await this.#asset(value);
    }
  }

  async #tag(tag: Json): Promise<void> {
    const id = textAt(tag, 'sys', 'id');
    if (id === undefined || !this.#survey.tags.has(id)) return;
    await this.#intake.type(TAG_TYPE).add(id, [{ field: 'name', value: asValue(at(tag, 'name')) }], `tag ${id}`);
  }

  async #entry(entry: Json): Promise<void> {
    const sys = at(entry, 'sys');
    const id = textAt(sys, 'id') ?? '';
    const typeId = textAt(sys, 'contentType', 'sys', 'id') ?? '';
    const type = this.#survey.types.get(typeId);
    const own = unpublished(sys, this.#intake);
    const known = { ...knownOf(typeId), isSurveyed: true };
    const verdict = own.is === 'public' ? this.#intake.publication.judge(valuesOf(entry), known) : own;
    if (type === undefined) return this.#intake.lose(`${typeId}: items`, 'the space has no such content type');
    if (verdict.is !== 'public')
      return this.#intake.keepOut(this.#intake.type(typeId).ownName, id, verdict, `entry ${id}`);
    const [version, published] = [at(sys, 'version'), at(sys, 'publishedVersion')];
    if (typeof version === 'number' && typeof published === 'number' && version > published + 1) {
      this.#intake.lose(
        `${this.#intake.type(typeId).name}: items`,
        'changed since they were published, and imported with these changes. For the published values, export with "contentful space export --delivery-token <token>"',
      );
    }
    const byId = new Map(type.fields.map((field) => [field.id, field]));
    const values: FieldValue[] = [];
    for (const [fieldId, byLocale] of membersOf(at(entry, 'fields'))) {
      const field = byId.get(fieldId) ?? type.fields.find(({ name }) => name === fieldId);
      const what = `${this.#intake.type(typeId).name}.${fieldId}`;
      if (field === undefined) {
        this.#intake.lose(what, 'the content type has no such field', membersOf(byLocale).length);
      } else if (field.omitted) {
        this.#intake.leaveOut(what, 'the content type omits the field from delivery', membersOf(byLocale).length);
      } else {
        for (const [locale, value] of membersOf(byLocale)) {
          const status = at(sys, 'fieldStatus', '*', locale);
          if (status === 'draft') this.#intake.leaveOut(what, `the locale ${locale} is a draft`);
          else if (status !== undefined && status !== 'published' && status !== 'changed')
            this.#intake.lose(what, `the locale ${locale} has a status that nobody can read`);
          else this.#addValue(values, field, locale, this.#values.of(field, value, locale, what, `entry ${id}`), what);
        }
      }
    }
    values.push(...sysValues(this.#survey, this.#intake, entry));
    await this.#intake.type(typeId).add(id, values, `entry ${id}`);
  }

  /** A field that is not localised has a value of the default locale; what others have of it is not delivered. */
  #addValue(
    values: FieldValue[],
    field: ContentfulField,
    locale: string,
    value: Value | undefined,
    what: string,
  ): void {
    const [first] = this.#survey.locales;
    if (!field.localized && locale !== first?.code) {
      this.#intake.leaveOut(what, `a value for the locale ${locale}; the field is not localised`);
    } else {
      values.push({
        field: field.id,
        locale: field.localized && this.#survey.locales.length > 1 ? locale : undefined,
        value,
      });
    }
  }

  async #asset(asset: Json): Promise<void> {
    const id = textAt(asset, 'sys', 'id') ?? '';
    const values: FieldValue[] = [];
    const locales = this.#survey.locales.length > 1;
    for (const [name, byLocale] of membersOf(at(asset, 'fields'))) {
      for (const [locale, value] of membersOf(byLocale)) {
        const own = locales ? locale : undefined;
        if (name !== 'file') {
          values.push({ field: name, locale: own, value: typeof value === 'string' ? text(value) : asValue(value) });
          continue;
        }
        const file = this.#values.file(asset, locale);
        if (file?.kind === 'asset') values.push({ field: file.isImage ? 'image' : 'file', locale: own, value: file });
        else this.#intake.lose('assets: file', 'the file was never processed and has no address');
      }
    }
    await this.#intake
      .type(ASSET_TYPE)
      .add(id, [...values, ...sysValues(this.#survey, this.#intake, asset)], `asset ${id}`);
  }
}
