/**
 * The query string → its parameters, decoded and grouped by head. Repeated parameters are refused, except filters and lists.
 *
 * One pass without regular expressions; cost O(length). Elsewhere: the meaning of the parameters (check/).
 */
import { excerpt } from '../../content/errors/index.js';
import { type ContentModel, encodeComponent, localePlace } from '../../content/model/index.js';
import { explainUnknown, explainUnknownLocale } from '../parameter-advice.js';
import { type QueryObject, writeQuery } from '../query-object/index.js';
import { type Accepts, acceptedBy, describeEndpoint, listParameters } from './accepted.js';
import { type Endpoint, primaryTypes } from './endpoint.js';
import { explainBrackets, FORMS, type Head, isHead } from './heads.js';
import type { IgnoresParameter } from './ignored-parameters.js';
import type { Parameter, Query, RequestLocale } from './parameter.js';
import { CACHED_NAMES_PER_REQUEST, nameOf, type ParameterName, readName, readUncachedName } from './parameter-names.js';
import { decode } from './percent-encoding.js';
import type { Problems } from './problems.js';
import { type EarlierParameter, explainRepeated, formOf, isList, type OpenList } from './repeated-lists.js';
import { ValueLists } from './value-lists.js';

/**
 * Reads the parameters. Empty parts (`a=1&&b=2&`) are ignored; a part without `=` has the empty value.
 *
 * @param search  still percent-encoded, with or without a leading `?`
 * @param ignores selects the parameters that are ignored
 */
export function readQuery(
  search: string,
  model: ContentModel,
  endpoint: Endpoint,
  problems: Problems,
  ignores?: IgnoresParameter,
): Query {
  const reader = new QueryReader(model, endpoint, problems);
  reader.read(search, ignores);
  return reader;
}

/**
 * As `readQuery`, for a query object, which needs no parsing.
 *
 * @returns the query with its canonical form; a member without a meaning adds a problem
 */
export function readObject(query: QueryObject, model: ContentModel, endpoint: Endpoint, problems: Problems): Query {
  const reader = new QueryReader(model, endpoint, problems);
  reader.readObject(query);
  return reader;
}

class QueryReader implements Query {
  readonly filter: Parameter[] = [];
  readonly page: Parameter[] = [];
  readonly fields: Parameter[] = [];
  sort: Parameter | undefined = undefined;
  include: Parameter | undefined = undefined;
  readonly facets: Parameter[] = [];
  stats: Parameter | undefined = undefined;
  highlight: Parameter | undefined = undefined;
  match: Parameter | undefined = undefined;
  locale: RequestLocale | undefined = undefined;
  search = '';
  readonly #model: ContentModel;
  readonly #endpoint: Endpoint;
  readonly #accepts: Accepts;
  readonly #problems: Problems;
  #lists: ValueLists | undefined = undefined;
  #earlier: Map<string, EarlierParameter> | undefined = undefined;
  #repeated: Set<OpenList> | undefined = undefined;

  constructor(model: ContentModel, endpoint: Endpoint, problems: Problems) {
    this.#model = model;
    this.#endpoint = endpoint;
    this.#accepts = acceptedBy(endpoint);
    this.#problems = problems;
  }

  read(search: string, ignores: IgnoresParameter | undefined): void {
    let at = search.startsWith('?') ? 1 : 0;
    for (let partCount = 0; at < search.length; ) {
      const ampersand = search.indexOf('&', at);
      const end = ampersand < 0 ? search.length : ampersand;
      if (end > at) {
        this.#readPart(search.slice(at, end), partCount >= CACHED_NAMES_PER_REQUEST, ignores);
        partCount += 1;
      }
      at = end + 1;
    }
    this.#finish();
  }

  readObject(query: QueryObject): void {
    writeQuery(query, {
      add: (head, path, value) => this.#place(nameOf(head, path), head, value),
      refuse: (code, parameter, detail) => this.#problems.add(code, parameter, detail),
    });
    this.#finish();
  }

  #finish(): void {
    if (this.#lists !== undefined) this.search = this.#lists.insertInto(this.search);
    for (const { parameter, canonical, entries } of this.#repeated ?? []) {
      const writtenParameter = `&${canonical}=${encodeComponent(parameter.value)}`;
      const ordered = [...entries].sort(([a], [b]) => a - b);
      parameter.value = ordered.map(([, value]) => value).join(',');
      this.search = this.search.replace(writtenParameter, () => `&${canonical}=${encodeComponent(parameter.value)}`);
    }
    if (this.search !== '') this.search = `?${this.search.slice(1)}`;
  }

  /** @param isLate whether the name is read without the cache, because the request has used its share of it */
  #readPart(part: string, isLate: boolean, ignores: IgnoresParameter | undefined): void {
    const equals = part.indexOf('=');
    const rawName = equals < 0 ? part : part.slice(0, equals);
    const named = isLate ? readUncachedName(rawName) : readName(rawName);
    if (named !== undefined && ignores?.(named.name) === true) return;
    const value = equals < 0 ? '' : decode(part.slice(equals + 1), 'space');
    if (named === undefined || value === undefined) {
      this.#problems.add('InvalidParameter', named?.name ?? rawName.toWellFormed(), () => {
        const where = named === undefined ? 'name' : 'value';
        return `The ${where} of "${excerpt(part.toWellFormed())}" is not percent-encoded UTF-8: write a "%" itself as "%25".`;
      });
      return;
    }
    this.#distribute(named, value);
  }

  /** Stores a parameter by its head, or adds a problem if the head or the name is wrong. */
  #distribute(sent: ParameterName, value: string): void {
    const named = sent.entry?.list ?? sent;
    const { name, head, malformed } = named;
    if (head !== 'filter' && this.#isRepeated(sent, named, value)) return;
    if (!isHead(head)) {
      this.#problems.add('UnknownParameter', name, () => {
        const types = primaryTypes(this.#model, this.#endpoint);
        return explainUnknown(name, head, this.#accepts, types, this.#model.locales.length > 0);
      });
      return;
    }
    if (malformed !== undefined && this.#isAccepted(head, name)) {
      this.#problems.add('InvalidParameter', name, () => {
        return `The name "${excerpt(name)}" ${malformed}: the form is ${FORMS[head]}.`;
      });
    }
    if (malformed === undefined) this.#place(named, head, value);
  }

  #place({ name, path, canonical, hasListValue }: ParameterName, head: Head, value: string): void {
    if (!this.#isAccepted(head, name)) return;
    if (head === 'localeCode') {
      this.#readLocale({ name, path, value });
      return;
    }
    if (head === 'filter' && hasListValue) {
      this.#addToList(name, path, value);
      return;
    }
    // The canonical form of a failing request is never used, so parameters with a problem are left out of it.
    this.search += `&${canonical}=${encodeComponent(head === 'page' ? withoutLeadingZeros(value) : value)}`;
    const parameter = { name, path, value };
    const earlier = isList(head, path) ? this.#earlier?.get(name) : undefined;
    if (earlier !== undefined) earlier.list = { parameter, canonical, entries: new Map([[earlier.index, value]]) };
    switch (head) {
      case 'filter':
      case 'page':
      case 'fields':
        this[head].push(parameter);
        return;
      case '_facet':
        this.facets.push(parameter);
        return;
      case '_stats':
        this.stats = parameter;
        return;
      case 'sort':
      case 'include':
        if (this.#isPlain(parameter, head)) this[head] = parameter;
        return;
      case '_highlight':
        if (this.#isPlain(parameter, head)) this.highlight = parameter;
        return;
      case '_match':
        if (this.#isPlain(parameter, head)) this.match = parameter;
    }
  }

  #readLocale(parameter: Parameter): void {
    if (!this.#isPlain(parameter, 'localeCode')) return;
    const { name, value } = parameter;
    const { locales } = this.#model;
    const place = localePlace(locales, value);
    const code = locales[place]?.code;
    if (code === undefined) {
      this.#problems.add('InvalidParameter', name, () => explainUnknownLocale(value, locales));
      return;
    }
    this.locale = { place, code };
    this.search += `&localeCode=${encodeComponent(code)}`;
  }

  #addToList(name: string, path: readonly string[], value: string): void {
    this.#lists ??= new ValueLists();
    const newList = this.#lists.add(name, path, value, this.search.length);
    if (newList !== undefined) this.filter.push({ name, path: newList.path, value, list: newList.values });
  }

  /**
   * Whether a parameter of this name was sent before. A repeated list parameter continues the list, as generated clients
   * send lists; any other repetition is a problem.
   *
   * @param named the list if `sent` is an entry of one, otherwise `sent`
   */
  #isRepeated(sent: ParameterName, named: ParameterName, value: string): boolean {
    this.#earlier ??= new Map();
    const { name } = named;
    const earlier = this.#earlier.get(name);
    const [form, index] = [formOf(sent), sent.entry?.index];
    if (earlier === undefined) {
      this.#earlier.set(name, { form, index: index ?? 0, isProblemReported: false, list: undefined });
      return false;
    }
    const { list } = earlier;
    const place = index ?? list?.entries.size ?? 0;
    if (list !== undefined && earlier.form === form && !list.entries.has(place)) {
      this.#repeated ??= new Set();
      this.#repeated.add(list);
      list.entries.set(place, value);
    } else if (
      !earlier.isProblemReported &&
      (list !== undefined || !(isHead(named.head) && isList(named.head, named.path)))
    ) {
      // A list parameter without `list` was refused the first time, so its problem is already reported.
      earlier.isProblemReported = true;
      this.#problems.add('InvalidParameter', sent.name, () => explainRepeated(sent, named, earlier.form));
    }
    return true;
  }

  /** Whether the endpoint accepts the parameter; otherwise adds a problem, because ignoring it would hide a mistake. */
  #isAccepted(head: Head, name: string): boolean {
    const { filter, sort, include } = this.#accepts;
    const { kind } = this.#endpoint;
    if (head === 'localeCode') return true;
    const isListAccepted = head === 'sort' || head === '_stats' ? sort : filter;
    const isAccepted = kind !== 'root' && (head === 'page' || (isForLists(head) ? isListAccepted : include));
    if (isAccepted) return true;
    // Linkage and the root have no attributes that a parameter could refer to; elsewhere the parameter is only misplaced.
    const code = kind === 'linkage' || kind === 'root' ? 'UnknownParameter' : 'InvalidParameter';
    this.#problems.add(code, name, () => {
      const rightEndpoint = ENDPOINT_INSTEAD.get(kind);
      const hint = rightEndpoint === undefined ? '' : `; "${head}" is for ${rightEndpoint}`;
      return `${describeEndpoint(this.#endpoint)} takes no "${head}"${hint}. ${listParameters(this.#accepts, this.#model.locales.length > 0)}`;
    });
    return false;
  }

  #isPlain(parameter: Parameter, head: 'sort' | 'include' | '_highlight' | '_match' | 'localeCode'): boolean {
    if (parameter.path.length === 0) return true;
    this.#problems.add('InvalidParameter', parameter.name, () =>
      isList(head, []) ? explainBrackets(head) : `"${head}" takes no brackets: the form is ${FORMS[head]}.`,
    );
    return false;
  }
}

/** The endpoint that accepts the list parameters that this kind of endpoint refuses. */
const ENDPOINT_INSTEAD: ReadonlyMap<Endpoint['kind'], string> = new Map([
  ['item', 'the list'],
  ['search', 'the list of one type'],
]);

/** Whether only lists take the parameter. */
const isForLists = (head: Head): boolean => head !== 'include' && head !== 'fields' && head !== 'page';

/** @returns a number without leading zeros; other texts unchanged */
export const withoutLeadingZeros = (value: string): string =>
  value.startsWith('0') ? value.replace(/^0+(?=\d)/, '') : value;
