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
import { parseBrackets } from './brackets.js';
import { type Endpoint, primaryTypes } from './endpoint.js';
import { explainBrackets, FORMS, type Head, isHead, isList } from './heads.js';
import type { IgnoresParameter } from './ignored-parameters.js';
import type { Parameter, Query, RequestLocale } from './parameter.js';
import { CACHED_NAMES_PER_REQUEST, nameOf, type ParameterName, readName, readUncachedName } from './parameter-names.js';
import { decode } from './percent-encoding.js';
import type { Problems } from './problems.js';
import { RepeatedParameters } from './repeated-lists.js';
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
  #sentSearch = '';
  /** Every parameter as sent, for advice; created when it is first needed. */
  #sent: URLSearchParams | undefined = undefined;
  /** Lists of filter values; created with the first list. */
  #lists: ValueLists | undefined = undefined;
  /** The parameters that are not filters; created with the first of them. */
  #repeatedParameters: RepeatedParameters | undefined = undefined;

  constructor(model: ContentModel, endpoint: Endpoint, problems: Problems) {
    this.#model = model;
    this.#endpoint = endpoint;
    this.#accepts = acceptedBy(endpoint);
    this.#problems = problems;
  }

  readonly readSent = (name: string): string | undefined => {
    this.#sent ??= new URLSearchParams(this.#sentSearch);
    return this.#sent.get(name) ?? undefined;
  };

  read(search: string, ignores: IgnoresParameter | undefined): void {
    this.#sentSearch = search;
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
      add: (head, path, value) => this.#store(nameOf(head, path), head, value),
      refuse: (code, parameter, detail) => this.#problems.add(code, parameter, detail),
    });
    this.#finish();
  }

  #finish(): void {
    if (this.#lists !== undefined) this.search = this.#lists.insertInto(this.search);
    if (this.#repeatedParameters !== undefined) this.search = this.#repeatedParameters.completeLists(this.search);
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
        return `The ${where} of "${excerpt(part.toWellFormed())}" is not percent-encoded UTF-8: write a "%" itself as "%25", and é as "%C3%A9".`;
      });
      return;
    }
    this.#addParameter(named, value);
  }

  /** Adds a parameter of the query string, or a problem if its head or its name is wrong. */
  #addParameter(sent: ParameterName, value: string): void {
    const named = sent.entry?.list ?? sent;
    const { name, head, malformed } = named;
    if (head !== 'filter') {
      this.#repeatedParameters ??= new RepeatedParameters(this.#problems);
      if (!this.#repeatedParameters.record(sent, named, value)) return;
    }
    if (!isHead(head)) {
      this.#problems.add('UnknownParameter', name, () => {
        const types = primaryTypes(this.#model, this.#endpoint);
        const { path } = parseBrackets(name);
        const parameter = { head, path, value, readOther: this.readSent };
        return explainUnknown(name, parameter, this.#accepts, types, this.#model.locales);
      });
      return;
    }
    if (malformed !== undefined && this.#isAccepted(head, name)) {
      this.#problems.add('InvalidParameter', name, () => {
        return `The name "${excerpt(name)}" ${malformed}: the form is ${FORMS[head]}.`;
      });
    }
    if (malformed === undefined) this.#store(named, head, value);
  }

  /** Stores a well-formed parameter, and adds it to the canonical query. */
  #store({ name, path, canonical, hasListValue }: ParameterName, head: Head, value: string): void {
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
    if (isList(head, path)) this.#repeatedParameters?.openList(parameter, canonical);
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
