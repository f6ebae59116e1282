/**
 * A Contentful space: the JSON that `contentful space export` writes, or an answer of the delivery API.
 *
 * Two passes: the first collects types, locales and targets of links (survey); the second adds the entries one at a time.
 */
import type { FieldValue, Intake, Source } from '../../core/intake/source.js';
import { textOf } from '../../input/bytes.js';
import { type Json, memberAt, readMembers, TOO_DEEP, textAt } from '../../value/json.js';
import { text, toValue, type Value } from '../../value/value.js';
import { type Piece, readPieces } from './pieces.js';
import {
  ASSET_TYPE,
  buildFacts,
  type ContentfulField,
  judgePublication,
  readValuesToJudge,
  TAG_TYPE,
} from './space.js';
import { Survey } from './survey.js';
import { declareSys, readSysValues } from './sys.js';
import { ValueReader } from './values.js';

const ignore = (): void => undefined;

export const contentful: Source = {
  space: 'contentful',
  async read(input, intake) {
    const readSpace = (
      step: string,
      onMember: (name: string) => void,
      tooDeep: (place: string) => void,
    ): AsyncIterable<Piece> =>
      readPieces(
        textOf(input, (done, total) => intake.progress(step, done, total)),
        input,
        onMember,
        tooDeep,
      );
    const survey = new Survey(intake);
    try {
      await survey.read((onMember) => readSpace('looking at the space', onMember, ignore), input);
      const reader = new SpaceReader(survey, intake);
      reader.declareTypes();
      await reader.readItems(readSpace('reading the space', ignore, (place) => intake.faulty(place, TOO_DEEP)));
    } finally {
      survey.close();
    }
    return undefined;
  },
};

class SpaceReader {
  readonly #survey: Survey;
  readonly #intake: Intake;
  readonly #values: ValueReader;

  constructor(survey: Survey, intake: Intake) {
    this.#survey = survey;
    this.#intake = intake;
    this.#values = new ValueReader(survey, intake);
  }

  declareTypes(): void {
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

  async readItems(readSpace: AsyncIterable<Piece>): Promise<void> {
    for await (const { member: onMember, value } of readSpace) {
      if (onMember === 'entries') await this.#addEntry(value);
      else if (onMember === 'tags') await this.#addTag(value);
      else if (onMember === 'assets' && this.#survey.assets.has(textAt(value, 'sys', 'id') ?? ''))
        await this.#addAsset(value);
    }
  }

  async #addTag(tag: Json): Promise<void> {
    const id = textAt(tag, 'sys', 'id');
    if (id === undefined || !this.#survey.tags.has(id)) return;
    await this.#intake.type(TAG_TYPE).add(id, [{ field: 'name', value: toValue(memberAt(tag, 'name')) }], `tag ${id}`);
  }

  async #addEntry(entry: Json): Promise<void> {
    const sys = memberAt(entry, 'sys');
    const id = textAt(sys, 'id') ?? '';
    const typeId = textAt(sys, 'contentType', 'sys', 'id') ?? '';
    const type = this.#survey.types.get(typeId);
    const cmsVerdict = judgePublication(sys, this.#intake);
    const facts = { ...buildFacts(typeId), isSurveyed: true };
    const verdict =
      cmsVerdict.is === 'public' ? this.#intake.publication.judge(readValuesToJudge(entry), facts) : cmsVerdict;
    if (type === undefined) return this.#intake.lose(`${typeId}: items`, 'the space has no such content type');
    if (verdict.is !== 'public')
      return this.#intake.keepOut(this.#intake.type(typeId).ownName, id, verdict, `entry ${id}`);
    const [version, published] = [memberAt(sys, 'version'), memberAt(sys, 'publishedVersion')];
    if (typeof version === 'number' && typeof published === 'number' && version > published + 1) {
      this.#intake.lose(
        `${this.#intake.type(typeId).name}: items`,
        'changed since they were published, and imported with these changes. For the published values, export with "contentful space export --delivery-token <token>"',
      );
    }
    const fieldById = new Map(type.fields.map((field) => [field.id, field]));
    const values: FieldValue[] = [];
    for (const [fieldId, byLocale] of readMembers(memberAt(entry, 'fields'))) {
      const field = fieldById.get(fieldId) ?? type.fields.find(({ name }) => name === fieldId);
      const subject = `${this.#intake.type(typeId).name}.${fieldId}`;
      if (field === undefined) {
        this.#intake.lose(subject, 'the content type has no such field', readMembers(byLocale).length);
      } else if (field.omitted) {
        this.#intake.leaveOut(subject, 'the content type omits the field from delivery', readMembers(byLocale).length);
      } else {
        for (const [locale, value] of readMembers(byLocale)) {
          const status = memberAt(sys, 'fieldStatus', '*', locale);
          if (status === 'draft') this.#intake.leaveOut(subject, `the locale ${locale} is a draft`);
          else if (status !== undefined && status !== 'published' && status !== 'changed')
            this.#intake.lose(subject, `the locale ${locale} has a status that nobody can read`);
          else
            this.#addValue(
              values,
              field,
              locale,
              this.#values.readValue(field, value, locale, subject, `entry ${id}`),
              subject,
            );
        }
      }
    }
    values.push(...readSysValues(this.#survey, this.#intake, entry));
    await this.#intake.type(typeId).add(id, values, `entry ${id}`);
  }

  /** Adds a value. Contentful does not deliver values of other locales for a field that is not localised, so they are left out. */
  #addValue(
    values: FieldValue[],
    field: ContentfulField,
    locale: string,
    value: Value | undefined,
    subject: string,
  ): void {
    const [defaultLocale] = this.#survey.locales;
    if (!field.localized && locale !== defaultLocale?.code) {
      this.#intake.leaveOut(subject, `a value for the locale ${locale}; the field is not localised`);
    } else {
      values.push({
        field: field.id,
        locale: field.localized && this.#survey.locales.length > 1 ? locale : undefined,
        value,
      });
    }
  }

  async #addAsset(asset: Json): Promise<void> {
    const id = textAt(asset, 'sys', 'id') ?? '';
    const values: FieldValue[] = [];
    const hasLocales = this.#survey.locales.length > 1;
    for (const [name, byLocale] of readMembers(memberAt(asset, 'fields'))) {
      for (const [locale, value] of readMembers(byLocale)) {
        const cmsVerdict = hasLocales ? locale : undefined;
        if (name !== 'file') {
          values.push({
            field: name,
            locale: cmsVerdict,
            value: typeof value === 'string' ? text(value) : toValue(value),
          });
          continue;
        }
        const file = this.#values.file(asset, locale);
        if (file?.kind === 'asset')
          values.push({ field: file.isImage ? 'image' : 'file', locale: cmsVerdict, value: file });
        else this.#intake.lose('assets: file', 'the file was never processed and has no address');
      }
    }
    await this.#intake
      .type(ASSET_TYPE)
      .add(id, [...values, ...readSysValues(this.#survey, this.#intake, asset)], `asset ${id}`);
  }
}
