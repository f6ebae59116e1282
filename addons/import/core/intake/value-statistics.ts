/**
 * Counts over the values of one field, from which its type is decided later (model/field-type) and privacy judged (privacy).
 *
 * Values pass once and are not stored, except for three examples of each form.
 */
import { excerpt } from '../../../../src/content/errors/index.js';
import { type Instant, readInstant } from '../../value/instants.js';
import { isList, type Json } from '../../value/json.js';
import { isLocation } from '../../value/location.js';
import { countFractionDigits, isSafeInteger, removeExponent } from '../../value/numbers.js';
import { readAddress, type Value } from '../../value/value.js';
import { isPersonalNumber } from '../privacy/personal-numbers.js';
import { isOpaque, isPersonAddress, isSecretText } from '../privacy/private-values.js';
import { isSecretAddress } from '../privacy/secret-addresses.js';

const integerPattern = /^-?(?:0|[1-9]\d*)$/;
const decimalPattern = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
/** The beginning of a number; the text may continue in any form. */
const numberStart = /^[-+]?[.\d]/;
const booleanWords: ReadonlySet<string> = new Set(['true', 'false']);

/** Longer texts are not tested for the form, because none can have it. */
const PERSONAL_NUMBER_LENGTH = 40;
const INSTANT_LENGTH = 40;
const OPAQUE_LENGTH = 1000;
/** A text with blanks is prose from this length on. */
const SENTENCE_LENGTH = 60;
const EXAMPLE_MAXIMUM = 3;

/** The form of a single value: texts have the form of the type that they look like. */
export type ValueForm = 'boolean' | 'number' | 'instant' | 'other';

/** A value, shortened, and its place in the input. */
export interface ExampleValue {
  readonly text: string;
  readonly place: string;
}

/** Adds an example to a list that is not full yet. */
export function addExample(examples: ExampleValue[], text: string, place: string): void {
  if (examples.length < EXAMPLE_MAXIMUM) examples.push({ text: excerpt(text), place });
}

export class ValueStatistics {
  /** Values that are not null; a list counts once. */
  populated = 0;
  lists = 0;
  /** Number of values by kind; the values of a list count one by one. */
  readonly kinds = new Map<Value['kind'], number>();
  readonly locales = new Set<string>();

  texts = 0;
  /** Texts of a format without types, such as CSV: each may be a number, a boolean or a time. */
  untypedTexts = 0;
  markdownTexts = 0;
  multilineTexts = 0;
  /** Texts as long as a sentence. */
  proseTexts = 0;

  /** Texts in the form of another type. */
  booleanTexts = 0;
  integerTexts = 0;
  decimalTexts = 0;
  instants = 0;
  /** Instants without a time of day. */
  dates = 0;
  zonelessInstants = 0;
  /** Instants with more digits of a second than an export keeps. */
  cutInstants = 0;
  /** Texts that begin like numbers, and are neither numbers nor instants. */
  numberLikeTexts = 0;
  /** The first values of each form. */
  readonly examples: Readonly<Record<ValueForm, ExampleValue[]>> = { boolean: [], number: [], instant: [], other: [] };

  /** Texts that are private by their form, or may be private if the field's name says so. */
  secretTexts = 0;
  secretAddresses = 0;
  personAddresses = 0;
  personalNumbers = 0;
  opaqueTexts = 0;

  /** The most digits after the point, of numbers and of texts that are numbers. */
  maximumPrecision = 0;
  /** The fewest digits after the point: amounts all have the same number, versions do not. */
  minimumPrecision = Number.POSITIVE_INFINITY;
  unsafeIntegers = 0;
  fractionalNumbers = 0;

  /** Values that are an address, or an object with one, and may be links. */
  addressValues = 0;
  /** Objects that are a location and nothing else. */
  locations = 0;
  images = 0;
  files = 0;
  /** Links that do not name a type. */
  untypedLinks = 0;
  /** The source's keys of the types that links and files name. */
  readonly linkedTypes = new Set<string>();

  private readonly zone: string;

  /** @param zone of times without a zone */
  constructor(zone: string) {
    this.zone = zone;
  }

  /** @param place of the item in the input, for messages */
  add(value: Value, locale: string | undefined, place: string): void {
    this.populated += 1;
    if (locale !== undefined) this.locales.add(locale);
    if (value.kind === 'list') {
      this.lists += 1;
      for (const element of value.values) this.countSingle(element, place);
    } else this.countSingle(value, place);
  }

  private countSingle(value: Value, place: string): void {
    this.kinds.set(value.kind, (this.kinds.get(value.kind) ?? 0) + 1);
    switch (value.kind) {
      case 'number':
        this.countDigits(value.text);
        addExample(this.examples.number, value.text, place);
        break;
      case 'asset':
        if (value.isImage) this.images += 1;
        else this.files += 1;
        if (value.item?.type !== undefined) this.linkedTypes.add(value.item.type);
        break;
      case 'link':
        if (value.type === undefined) this.untypedLinks += 1;
        else this.linkedTypes.add(value.type);
        break;
      case 'json':
        this.countJson(value.value);
        break;
      case 'text':
        if (value.isUntyped === true) this.untypedTexts += 1;
        if (value.markdown === true) this.markdownTexts += 1;
        addExample(this.examples[this.countText(value.text)], value.text, place);
        break;
      case 'boolean':
      case 'list':
        break;
    }
  }

  private countJson(json: Json): void {
    const elements = isList(json) ? json : [json];
    if (elements.some((element) => readAddress(element) !== undefined)) this.addressValues += 1;
    if (isLocation(json)) this.locations += 1;
  }

  /** @param number without an exponent */
  private countDigits(number: string): void {
    const fractionLength = countFractionDigits(number);
    this.maximumPrecision = Math.max(this.maximumPrecision, fractionLength);
    this.minimumPrecision = Math.min(this.minimumPrecision, fractionLength);
    if (fractionLength > 0) this.fractionalNumbers += 1;
    else if (!isSafeInteger(number)) this.unsafeIntegers += 1;
  }

  /** @returns the form of the text */
  private countText(text: string): ValueForm {
    this.texts += 1;
    this.countPrivateForm(text);
    if (text.length >= SENTENCE_LENGTH && text.includes(' ')) this.proseTexts += 1;
    if (text.includes('\n')) {
      this.multilineTexts += 1;
      return 'other';
    }
    if (booleanWords.has(text.toLowerCase())) {
      this.booleanTexts += 1;
      return 'boolean';
    }
    if (decimalPattern.test(text)) {
      if (integerPattern.test(text)) this.integerTexts += 1;
      this.decimalTexts += 1;
      this.countDigits(removeExponent(text) ?? text);
      return 'number';
    }
    const instant = text.length > INSTANT_LENGTH ? undefined : readInstant(text, this.zone);
    if (instant === undefined) this.countOtherText(text);
    else this.countInstant(instant);
    return instant === undefined ? 'other' : 'instant';
  }

  /** Counts the first private form that the text has. */
  private countPrivateForm(text: string): void {
    if (text.includes('://') && isSecretAddress(text)) this.secretAddresses += 1;
    else if (isSecretText(text)) this.secretTexts += 1;
    else if (isPersonAddress(text)) this.personAddresses += 1;
    else if (text.length < PERSONAL_NUMBER_LENGTH && isPersonalNumber(text)) this.personalNumbers += 1;
    else if (text.length < OPAQUE_LENGTH && isOpaque(text)) this.opaqueTexts += 1;
  }

  private countInstant({ isDate, zoneless, cut }: Instant): void {
    this.instants += 1;
    if (isDate) this.dates += 1;
    if (zoneless) this.zonelessInstants += 1;
    if (cut) this.cutInstants += 1;
  }

  private countOtherText(text: string): void {
    if (numberStart.test(text)) this.numberLikeTexts += 1;
    if (readAddress(text) !== undefined) this.addressValues += 1;
  }
}
