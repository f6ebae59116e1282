/**
 * What the values of one field had in common, counted while they pass: all that is needed to decide its type later.
 */
import { excerpt } from '../../../../src/content/errors/index.js';
import { readInstant } from '../../value/instants.js';
import { isList } from '../../value/json.js';
import { isLocation } from '../../value/location.js';
import { fractionDigits, isSafeInteger, plainNumber } from '../../value/numbers.js';
import { addressIn, type Value } from '../../value/value.js';
import { isPersonalNumber, isSecretAddress } from '../privacy/accounts.js';
import { isOpaque, isPersonAddress, isSecretText } from '../privacy/private.js';

const integerText = /^-?(?:0|[1-9]\d*)$/;
const decimalText = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
const truths: ReadonlySet<string> = new Set(['true', 'false']);

export class ValueStatistics {
  /** Values that are not null, a list as one. */
  populated = 0;
  lists = 0;
  readonly kinds = new Map<Value['kind'], number>();
  /** Of texts: how many could be something more. */
  texts = 0;
  loose = 0;
  markdown = 0;
  multiline = 0;
  instants = 0;
  dates = 0;
  zoneless = 0;
  cut = 0;
  truths = 0;
  integerTexts = 0;
  decimalTexts = 0;
  /** What is private by its shape, or may be by its name. */
  secrets = 0;
  secretAddresses = 0;
  addresses = 0;
  personalNumbers = 0;
  opaque = 0;
  /** Texts that begin like numbers, and are neither numbers nor instants. */
  numberish = 0;
  /** Digits behind the point, of numbers and of texts that are numbers. */
  precision = 0;
  /** The fewest, to tell amounts, which all have the same, from versions. */
  leastPrecision = Number.POSITIVE_INFINITY;
  unsafeIntegers = 0;
  fractions = 0;
  /** What may link by an address. */
  urls = 0;
  /** Texts as long as a sentence. */
  prose = 0;
  /** The first texts that are neither numbers nor truths nor times. */
  readonly others: string[] = [];
  /** Objects that are places and nothing more. */
  places = 0;
  images = 0;
  files = 0;
  /** Of links: how many say no type. */
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
      for (const each of value.values) this.one(each);
    } else this.one(value);
  }

  private one(value: Value): void {
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
      if ((isList(value.value) ? value.value : [value.value]).some((each) => addressIn(each) !== undefined))
        this.urls += 1;
      if (isLocation(value.value)) this.places += 1;
    } else if (value.kind === 'text') this.text(value.text, value.loose === true, value.markdown === true);
  }

  private digits(plain: string): void {
    const behind = fractionDigits(plain);
    this.precision = Math.max(this.precision, behind);
    this.leastPrecision = Math.min(this.leastPrecision, behind);
    if (behind > 0) this.fractions += 1;
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
      this.digits(plainNumber(text) ?? text);
    } else {
      const instant = text.length > 40 ? undefined : readInstant(text, this.zone);
      if (instant === undefined) {
        if (/^[-+]?[.\d]/.test(text)) this.numberish += 1;
        if (addressIn(text) !== undefined) this.urls += 1;
        if (this.others.length < 3) this.others.push(excerpt(text));
        return;
      }
      this.instants += 1;
      if (instant.isDate) this.dates += 1;
      if (instant.zoneless) this.zoneless += 1;
      if (instant.cut) this.cut += 1;
    }
  }
}
