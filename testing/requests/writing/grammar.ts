/**
 * Writes requests by the grammar of the API: correct ones, ones with a deliberate mistake, and excessive ones.
 *
 * About half have a mistake. Case `i` of a seed is always the same. Elsewhere: values, and damaging the bytes (mutate).
 */
import type { Random } from '../../../data/generate/random.js';
import {
  type ContentType,
  type Field,
  ID_OPERATORS,
  isListOperator,
  isRelationship,
  isSortable,
  OPERATORS,
  operatorsOf,
  operatorsOfType,
} from '../../../src/content/model/index.js';
import { spelled, spelledName, type Target } from './mutate.js';
import { NAMES_OF_OBJECTS, someText, someValue } from './values.js';
import type { Vocabulary } from './vocabulary.js';

/** Names that mean something in this interface or in others. */
const LURES = '_facet _stats id type _OR _AND _or $or _NOT $not _eq limit skip size q relationships'.split(' ');

class Writer {
  readonly #random: Random;
  readonly #vocabulary: Vocabulary;
  readonly #type: ContentType;
  /** Whether no mistake is to be made on purpose. */
  readonly #right: boolean;

  constructor(random: Random, vocabulary: Vocabulary, type: ContentType, right: boolean) {
    this.#right = right;
    this.#random = random;
    this.#vocabulary = vocabulary;
    this.#type = type;
  }

  /** Whether to make a mistake here. */
  #slips(share: number): boolean {
    return !this.#right && this.#random.chance(share);
  }

  parameter(): string {
    const choice = this.#random.below(100);
    if (choice < 50) return this.#filter();
    if (choice < 62)
      return this.#pair(
        'sort',
        [],
        this.#list(() => this.#random.pick(['', '', '-', this.#right ? '' : '--']) + this.#sortKey()),
      );
    if (choice < 74)
      return this.#pair(
        'include',
        [],
        this.#list(() => this.#dotPath()),
      );
    if (choice < 83) return this.#page();
    if (choice < 89) return this.#counting();
    if (choice < 95 || this.#right) return this.#fieldset();
    return this.#stray();
  }

  #fieldset(): string {
    const name = this.#typeName();
    const { fields } = this.#vocabulary.model.contentTypes.get(name) ?? this.#type;
    const one = (): string =>
      fields.length > 0 && !this.#slips(0.1) ? this.#random.pick(fields).name : this.#fieldName();
    return this.#pair('fields', [name], fields.length === 0 ? '' : this.#list(one));
  }

  #sortKey(): string {
    const sortable = this.#type.fields.filter(isSortable);
    return sortable.length > 0 && !this.#slips(0.1) ? this.#random.pick(sortable).name : this.#fieldName();
  }

  #pair(head: string, path: readonly string[], value: string): string {
    const random = this.#random;
    const name = spelledName(random, head, path, this.#right);
    if (this.#slips(0.03)) return random.pick([name, `${name}==`, `=${name}`]);
    return `${name}=${spelled(random, value, this.#right)}`;
  }

  #filter(): string {
    const random = this.#random;
    const groups: string[] = [];
    const depth = random.chance(0.7) ? 0 : this.#slips(0.1) ? 5 + random.below(3) : 1 + random.below(3);
    for (let i = 0; i < depth; i += 1) {
      groups.push(this.#slips(0.03) ? random.pick(LURES) : random.pick(['_OR', '_AND', '_NOT']));
      groups.push(this.#slips(0.03) ? '99999' : random.pick(['', '0', '1', '2', String(random.below(20))]));
    }
    const field = this.#filterField();
    const ids = field !== undefined && isRelationship(field) ? (this.#vocabulary.ids.get(field.to[0] ?? '') ?? []) : [];
    if (field === undefined) {
      const name = this.#slips(0.4) ? this.#fieldName() : 'id';
      return this.#pair('filter', [...groups, name, this.#operator(ID_OPERATORS)], this.#anyId());
    }
    const path = field.type === 'relationship' ? [field.name, 'id'] : [field.name];
    const operator = this.#operator(operatorsOf(field));
    const type = operator === '_exists' ? 'boolean' : field.type;
    const value = (): string => someValue(random, type, ids, this.#right || random.chance(0.6));
    const full = [...groups, ...path, ...(this.#slips(0.02) ? [] : [operator])];
    return isListOperator(operator) ? this.#valueList(full, value) : this.#pair('filter', full, value());
  }

  /** One entry of a list, or several: with commas, under `[]`, under indexes. */
  #valueList(path: readonly string[], value: () => string): string {
    const random = this.#random;
    const length = this.#slips(0.05) ? random.pick([0, 99, 100, 101, 400]) : 1 + random.below(4);
    const values = Array.from({ length }, value).map((text) => (this.#right && text === '' ? 'a' : text));
    const isWhole = random.chance(0.5) || (this.#right && values.some((text) => text.includes(',')));
    if (!isWhole) return this.#pair('filter', path, values.join(this.#slips(0.03) ? ',,' : ','));
    const entries = values.map((text, index) =>
      this.#pair('filter', [...path, random.chance(0.5) ? '' : String(index)], text),
    );
    return entries.join('&');
  }

  #operator(allowed: readonly string[]): string {
    const random = this.#random;
    if (allowed.length > 0 && !this.#slips(0.07)) return random.pick(allowed);
    return random.pick([...OPERATORS, 'eq', '_EQ', '_ne', '', '__proto__', '_notIn', '_ilike', 'icontains']);
  }

  #page(): string {
    const random = this.#random;
    const path: string[] = [];
    for (let depth = this.#slips(0.4) ? random.below(4) : random.below(2); depth > 0; depth -= 1)
      path.push(this.#relationshipName());
    path.push(this.#slips(0.05) ? random.pick(LURES) : random.pick(['limit', 'skip']));
    const value = this.#slips(0.2)
      ? someValue(random, 'integer', [], false)
      : String(
          this.#right ? random.below(101) : random.pick([0, 1, 2, 5, 20, 21, 100, 101, 1000, 1001, random.below(60)]),
        );
    return this.#pair('page', path, value);
  }

  /** A facet with options, or statistics. */
  #counting(): string {
    const random = this.#random;
    const counted = this.#type.fields.filter(({ type }) => !['image', 'markdown', 'textMultiline'].includes(type));
    const field = counted.length > 0 && !this.#slips(0.1) ? random.pick(counted) : undefined;
    const name = field?.name ?? this.#fieldName();
    if (random.chance(0.3)) {
      const summed = this.#type.fields.filter(({ type }) => type === 'integer' || type === 'decimal');
      const one = (): string => (summed.length > 0 && !this.#slips(0.1) ? random.pick(summed).name : this.#fieldName());
      return this.#pair('_stats', this.#slips(0.03) ? [name] : [], this.#list(one));
    }
    const limit = this.#slips(0.2) ? someValue(random, 'integer', [], false) : String(random.below(50));
    const written = [this.#pair('_facet', [name], limit)];
    const type = field?.type;
    /** Options, whether the field takes them, values that are right, and values that are not. */
    const options: readonly (readonly [string, boolean, readonly string[], readonly string[]])[] = [
      ['own', true, ['ignored'], ['counted', '']],
      ['sort', true, ['value', 'count'], ['name', '-value']],
      ['interval', type === 'dateTime', ['year', 'month', 'day'], ['week', '1']],
      [
        'ranges',
        type === 'integer' || type === 'decimal',
        ['0', '0,10,20', '-1,5'],
        ['3,2', '1,,2', '9'.repeat(40), '0,'.repeat(400)],
      ],
      ['prefix', type === 'text' || type === 'select' || type === 'relationship', ['a', '', 'é'], [someText(random)]],
      ['include', type === 'relationship', ['true', 'false'], ['yes']],
      ['size', false, [], ['1']],
    ];
    for (const [option, isTaken, right, wrong] of options) {
      if (!random.chance(0.2) || (!isTaken && !this.#slips(0.2))) continue;
      const isRight = right.length > 0 && !this.#slips(0.1);
      written.push(this.#pair('_facet', [name, option], random.pick(isRight ? right : wrong)));
    }
    return written.join('&');
  }

  #stray(): string {
    const random = this.#random;
    const head = random.pick([
      'filter',
      'sort',
      'page',
      'fields',
      'include',
      ...LURES,
      ...NAMES_OF_OBJECTS,
      someText(random),
    ]);
    const path: string[] = [];
    for (let depth = random.below(4); depth > 0; depth -= 1) {
      path.push(random.pick([...LURES, ...NAMES_OF_OBJECTS, '', this.#fieldName(), someText(random)]));
    }
    return this.#pair(head, path, someText(random)) + random.pick(['', '', ']', '[', '[]', '][']);
  }

  #list(one: () => string): string {
    const random = this.#random;
    const length = this.#slips(0.03) ? 50 + random.below(300) : this.#right ? 1 + random.below(3) : random.below(4);
    const parts: string[] = [];
    for (let i = 0; i < length; i += 1) parts.push(one());
    // Each sort key appears once.
    const distinctParts = this.#right
      ? [...new Map(parts.map((part) => [part.replace(/^-/, ''), part])).values()]
      : parts;
    return distinctParts.join(this.#slips(0.03) ? random.pick([', ', ';', ',,', '.']) : ',');
  }

  #field(): Field | undefined {
    const { fields } = this.#type;
    return fields.length > 0 && this.#random.chance(0.9) ? this.#random.pick(fields) : undefined;
  }

  #filterField(): Field | undefined {
    const field = this.#field();
    return this.#right && field !== undefined && operatorsOfType(field.type).length === 0 ? undefined : field;
  }

  #fieldName(): string {
    const random = this.#random;
    if (!this.#slips(0.06)) return this.#field()?.name ?? 'id';
    return this.#misspelt(random.pick([...LURES, ...NAMES_OF_OBJECTS, this.#field()?.name ?? '']));
  }

  #typeName(): string {
    const random = this.#random;
    const name = random.pick([...this.#vocabulary.model.contentTypes.keys()]);
    return this.#slips(0.05) ? this.#misspelt(name) : name;
  }

  #relationshipName(): string {
    const random = this.#random;
    const type = this.#slips(0.3) ? this.#vocabulary.model.contentTypes.get(this.#typeName()) : this.#type;
    const { relationships } = type ?? this.#type;
    return relationships.length > 0 && !this.#slips(0.03) ? random.pick(relationships).name : this.#fieldName();
  }

  /** Follows the model, so that deep paths are right ones too. */
  #dotPath(): string {
    const random = this.#random;
    const steps: string[] = [];
    let here: ContentType | undefined = this.#type;
    for (let depth = this.#slips(0.05) ? 5 + random.below(40) : 1 + random.below(3); depth > 0; depth -= 1) {
      if (here === undefined || here.relationships.length === 0 || this.#slips(0.03)) {
        if (this.#right) break;
        steps.push(this.#fieldName());
        here = this.#type;
        continue;
      }
      const followed: ContentType['relationships'][number] = random.pick(here.relationships);
      steps.push(followed.name);
      here = this.#vocabulary.model.contentTypes.get(followed.to[0] ?? '');
    }
    return steps.join('.');
  }

  #anyId(): string {
    const random = this.#random;
    const ids = this.#vocabulary.ids.get(this.#type.name) ?? [];
    return ids.length > 0 && random.chance(0.7) ? random.pick(ids) : someText(random);
  }

  #misspelt(name: string): string {
    const at = this.#random.below(name.length + 1);
    return this.#random.pick([
      name,
      name.toUpperCase(),
      `${name} `,
      name.slice(0, at) + name.slice(at + 1),
      `${name}${name}`,
    ]);
  }
}

function drawPath(random: Random, vocabulary: Vocabulary, type: ContentType): string {
  const choice = random.below(100);
  if (choice < 60) return `/${type.name}`;
  if (choice < 62)
    return random.pick(['', '/', '//', '/.', '/..', '/%2e%2e', '/%2F', `/${type.name}/`, `/${type.name}//`]);
  const ids = vocabulary.ids.get(type.name) ?? [];
  const id = ids.length > 0 && random.chance(0.85) ? random.pick(ids) : someText(random);
  const item = `/${random.chance(0.97) ? type.name : someText(random)}/${encodeURIComponent(id.toWellFormed())}`;
  if (choice < 75) return item;
  const many = type.relationships.length > 0 && random.chance(0.95);
  const name = many ? random.pick(type.relationships).name : random.pick([...LURES, ...NAMES_OF_OBJECTS]);
  if (choice < 88) return `${item}/${name}`;
  if (choice < 98) return `${item}/relationships/${name}`;
  return `${item}/${spelled(random, someText(random), false)}/${name}/${name}`;
}

/** Most requests have a few parameters; one in forty is filled with parameters. */
const parameterCount = (random: Random): number =>
  random.chance(0.975) ? random.below(7) : random.pick([63, 64, 65, 66, 200, 700]);

const lengthMaximum = 16_000;

/** One request by the grammar. Cost: some microseconds for most. */
export function drawTarget(random: Random, vocabulary: Vocabulary): Target {
  const type = random.pick([...vocabulary.model.contentTypes.values()]);
  const path = drawPath(random, vocabulary, type);
  const right = random.chance(0.55);
  const writer = new Writer(random, vocabulary, type, right);
  let search = '';
  let last = '';
  for (
    let remaining = right ? random.below(5) : parameterCount(random);
    remaining > 0 && search.length < lengthMaximum;
    remaining -= 1
  ) {
    // Duplicates: of a filter they are right, of anything else they are not.
    if (last === '' || right || random.chance(0.96)) last = writer.parameter();
    search += `${search === '' ? '?' : random.pick(['&', '&', '&', '&&'])}${last}`;
  }
  return { path, search };
}
