/**
 * Counts over the values of one field, from which its type is decided later (model/field-type) and privacy judged (privacy).
 *
 * Values pass once and are not stored, except for three example texts.
 */
import { excerpt } from '../../../../src/content/errors/index.js';
import { readInstant } from '../../value/instants.js';
import { isList } from '../../value/json.js';
import { isLocation } from '../../value/location.js';
import { countFractionDigits, isSafeInteger, removeExponent } from '../../value/numbers.js';
import { readAddress, type Value } from '../../value/value.js';
import { isPersonalNumber, isSecretAddress } from '../privacy/accounts.js';
import { isOpaque, isPersonAddress, isSecretText } from '../privacy/private-values.js';

const integerText = /^-?(?:0|[1-9]\d*)$/;
const decimalText = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
const truths: ReadonlySet<string> = new Set(['true', 'false']);

export class ValueStatistics {
  /** Values that are not null; a list counts once. */
  populated = 0;
  lists = 0;
  readonly kinds = new Map<Value['kind'], number>();
  /** Texts, and how many of them could also be values of another type. */
  texts = 0;
  loose = 0;
  markdown = 0;
  multiline = 0;
  instants = 0;
  dates = 0;
  zoneless = 0;
  cutInstants = 0;
  truths = 0;
  integerTexts = 0;
  decimalTexts = 0;
  /** Texts that are private by their form, or may be private if the field's name says so. */
  secrets = 0;
  secretAddresses = 0;
  addresses = 0;
  personalNumbers = 0;
  opaque = 0;
  /** Texts that begin like numbers, and are neither numbers nor instants. */
  numberish = 0;
  /** The most digits after the point, of numbers and of texts that are numbers. */
  precision = 0;
  /** The fewest digits after the point: amounts all have the same number, versions do not. */
  leastPrecision = Number.POSITIVE_INFINITY;
  unsafeIntegers = 0;
  fractions = 0;
  /** Values that are an address, or an object with one, and may be links. */
  urls = 0;
  /** Texts as long as a sentence. */
  prose = 0;
  /** The first texts that are neither numbers nor truth values nor times. */
  readonly otherTexts: string[] = [];
  /** Objects that are a location and nothing else. */
  places = 0;
  images = 0;
  files = 0;
  /** Links without a type. */
  untyped = 0;
  readonly targets = new Set<string>();
  readonly locales = new Set<string>();

  private readonly zone: string;

  constructor(zone: string) {
    this.zone = zone;
  }

  add(value: Value, locale: string | undefined): void {
    this.populated += 1;
    if (locale !== undefined) this.locales.add(locale);
    if (value.kind === 'list') {
      this.lists += 1;
      for (const each of value.values) this.addSingle(each);
    } else this.addSingle(value);
  }

  private addSingle(value: Value): void {
    this.kinds.set(value.kind, (this.kinds.get(value.kind) ?? 0) + 1);
    if (value.kind === 'number') this.digits(value.text);
    else if (value.kind === 'asset') {
      if (value.isImage) this.images += 1;
      else this.files += 1;
      if (value.item?.type !== undefined) this.targets.add(value.item.type);
    } else if (value.kind === 'link') {
      if (value.type === undefined) this.untyped += 1;
      else this.targets.add(value.type);
    } else if (value.kind === 'json') {
      if ((isList(value.value) ? value.value : [value.value]).some((each) => readAddress(each) !== undefined))
        this.urls += 1;
      if (isLocation(value.value)) this.places += 1;
    } else if (value.kind === 'text') this.text(value.text, value.loose === true, value.markdown === true);
  }

  private digits(plain: string): void {
    const fractionLength = countFractionDigits(plain);
    this.precision = Math.max(this.precision, fractionLength);
    this.leastPrecision = Math.min(this.leastPrecision, fractionLength);
    if (fractionLength > 0) this.fractions += 1;
    else if (!isSafeInteger(plain)) this.unsafeIntegers += 1;
  }

  private text(text: string, isLoose: boolean, isMarkdown: boolean): void {
    this.texts += 1;
    if (isLoose) this.loose += 1;
    if (isMarkdown) this.markdown += 1;
    if (text.includes('://') && isSecretAddress(text)) this.secretAddresses += 1;
    else if (isSecretText(text)) this.secrets += 1;
    else if (isPersonAddress(text)) this.addresses += 1;
    else if (text.length < 40 && isPersonalNumber(text)) this.personalNumbers += 1;
    else if (text.length < 1000 && isOpaque(text)) this.opaque += 1;
    if (text.length >= 60 && text.includes(' ')) this.prose += 1;
    if (text.includes('\n')) this.multiline += 1;
    else if (truths.has(text.toLowerCase())) this.truths += 1;
    else if (decimalText.test(text)) {
      if (integerText.test(text)) this.integerTexts += 1;
      this.decimalTexts += 1;
      this.digits(removeExponent(text) ?? text);
    } else {
      const instant = text.length > 40 ? undefined : readInstant(text, this.zone);
      if (instant === undefined) {
        if (/^[-+]?[.\d]/.test(text)) this.numberish += 1;
        if (readAddress(text) !== undefined) this.urls += 1;
        if (this.otherTexts.length < 3) this.otherTexts.push(excerpt(text));
        return;
      }
      this.instants += 1;
      if (instant.isDate) this.dates += 1;
      if (instant.zoneless) this.zoneless += 1;
      if (instant.cut) this.cutInstants += 1;
    }
  }
}
