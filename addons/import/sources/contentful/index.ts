/**
 * A Contentful space: the JSON that `contentful space export` writes, or a response of the delivery API.
 *
 * Two passes: the first collects types, locales and targets of links (survey); the second adds the entries one at a time.
 */
import type { FieldValue, Intake, Source } from '../../core/intake/source.js';
import type { Verdict } from '../../core/privacy/publication/index.js';
import { textOf } from '../../input/bytes.js';
import { type Json, memberAt, readMembers, TOO_DEEP, textAt } from '../../value/json.js';
import { toValue, type Value } from '../../value/value.js';
import { type Piece, readPieces } from './pieces.js';
import {
  ASSET_TYPE,
  buildFacts,
  type ContentfulField,
  judgePublication,
  readLocaleStatus,
  readValuesToJudge,
  TAG_TYPE,
} from './space.js';
import { Survey } from './survey.js';
import { declareSys, readSysValues } from './sys.js';
import { ValueReader } from './values.js';

const ignore = (): void => undefined;

/** One reading of the file. */
interface Pass {
  /** Name of the step, for the progress. */
  readonly step: string;
  readonly onMember: (name: string) => void;
  /** Called with the place of each value that is nested too deep. */
  readonly onTooDeep: (place: string) => void;
}

export const contentful: Source = {
  space: 'contentful',
  async read(input, intake) {
    const openSpace = ({ step, onMember, onTooDeep }: Pass): AsyncIterable<Piece> => {
      const texts = textOf(input, (done, total) => intake.progress(step, done, total));
      return readPieces(texts, input, onMember, onTooDeep);
    };
    const survey = new Survey(intake);
    try {
      await survey.read((onMember) => openSpace({ step: 'looking at the space', onMember, onTooDeep: ignore }), input);
      const reader = new SpaceReader(survey, intake);
      reader.declareTypes();
      const onTooDeep = (place: string): void => intake.faulty(place, TOO_DEEP);
      await reader.readItems(openSpace({ step: 'reading the space', onMember: ignore, onTooDeep }));
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
      intakeType.describe(type.texts);
      for (const field of type.fields) {
        const { id, name, texts, shape, localized, unique, omitted } = field;
        if (!omitted && shape !== undefined) intakeType.field(id, { name, ...texts, shape, localized, unique });
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

  async readItems(pieces: AsyncIterable<Piece>): Promise<void> {
    for await (const { member, value } of pieces) {
      if (member === 'entries') await this.#addEntry(value);
      else if (member === 'tags') await this.#addTag(value);
      else if (member === 'assets' && this.#survey.assets.has(textAt(value, 'sys', 'id') ?? ''))
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
    const verdict = this.#judgeEntry(entry, typeId);
    const type = this.#survey.types.get(typeId);
    if (type === undefined) return this.#intake.lose(`${typeId}: items`, 'the space has no such content type');
    const intakeType = this.#intake.type(typeId);
    const place = `entry ${id}`;
    if (verdict.is !== 'public') return this.#intake.keepOut(intakeType.ownName, id, verdict, place);
    if (hasUnpublishedChanges(sys)) this.#intake.lose(`${intakeType.name}: items`, UNPUBLISHED_CHANGES);
    const values: FieldValue[] = [];
    for (const [fieldId, valueByLocale] of readMembers(memberAt(entry, 'fields'))) {
      const field = type.fields.find(({ id }) => id === fieldId) ?? type.fields.find(({ name }) => name === fieldId);
      const subject = `${intakeType.name}.${fieldId}`;
      const valueCount = readMembers(valueByLocale).length;
      if (field === undefined) {
        this.#intake.lose(subject, 'the content type has no such field', valueCount);
      } else if (field.omitted) {
        this.#intake.leaveOut(subject, 'the content type omits the field from delivery', valueCount);
      } else {
        for (const [locale, value] of readMembers(valueByLocale)) {
          if (!this.#isPublished(sys, locale, subject)) continue;
          const fieldValue = this.#values.readValue(field, value, locale, subject, place);
          this.#addValue(values, field, locale, fieldValue, subject);
        }
      }
    }
    values.push(...readSysValues(this.#survey, this.#intake, entry));
    await intakeType.add(id, values, place);
  }

  #judgeEntry(entry: Json, typeId: string): Verdict {
    const verdict = judgePublication(memberAt(entry, 'sys'), this.#intake);
    if (verdict.is !== 'public') return verdict;
    return this.#intake.publication.judge(readValuesToJudge(entry), { ...buildFacts(typeId), isSurveyed: true });
  }

  /** Whether a locale of an entry or an asset is published, if the space publishes each locale on its own. Reports the others. */
  #isPublished(sys: Json | undefined, locale: string, subject: string): boolean {
    const status = readLocaleStatus(sys, locale);
    if (status === 'published') return true;
    if (status === 'draft') this.#intake.leaveOut(subject, `the locale ${locale} is a draft`);
    else this.#intake.lose(subject, `the locale ${locale} has a status that nobody can read`);
    return false;
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
      return;
    }
    const isInOneLocale = field.localized && this.#hasLocales;
    values.push({ field: field.id, locale: isInOneLocale ? locale : undefined, value });
  }

  get #hasLocales(): boolean {
    return this.#survey.locales.length > 1;
  }

  async #addAsset(asset: Json): Promise<void> {
    const id = textAt(asset, 'sys', 'id') ?? '';
    const values: FieldValue[] = [];
    for (const [field, valueByLocale] of readMembers(memberAt(asset, 'fields'))) {
      for (const [code, value] of readMembers(valueByLocale)) {
        if (!this.#isPublished(memberAt(asset, 'sys'), code, `asset.${field}`)) continue;
        const locale = this.#hasLocales ? code : undefined;
        if (field === 'file') this.#addFile(values, asset, code, locale);
        else values.push({ field, locale, value: toValue(value) });
      }
    }
    values.push(...readSysValues(this.#survey, this.#intake, asset));
    await this.#intake.type(ASSET_TYPE).add(id, values, `asset ${id}`);
  }

  /**
   * @param code   of the locale in the space
   * @param locale in the export; undefined if the space has one locale
   */
  #addFile(values: FieldValue[], asset: Json, code: string, locale: string | undefined): void {
    const file = this.#values.file(asset, code);
    if (file?.kind === 'asset') values.push({ field: file.isImage ? 'image' : 'file', locale, value: file });
    else this.#intake.lose('assets: file', 'the file was never processed and has no address');
  }
}

const UNPUBLISHED_CHANGES =
  'changed since they were published, and imported with these changes. For the published values, export with "contentful space export --delivery-token <token>"';

/** Whether an entry was changed after it was published; publishing itself counts as one version. */
function hasUnpublishedChanges(sys: Json | undefined): boolean {
  const version = memberAt(sys, 'version');
  const publishedVersion = memberAt(sys, 'publishedVersion');
  return typeof version === 'number' && typeof publishedVersion === 'number' && version > publishedVersion + 1;
}
