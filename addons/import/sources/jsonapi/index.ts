/**
 * Any JSON:API server: the collections that the root document links to are read page by page.
 *
 * If a document shows only a part of a relationship, the other linkage is requested. If the server names locales, each page is
 * requested in all of them.
 */
import { OperationError } from '../../../../src/content/errors/index.js';
import type { Locale } from '../../core/declarations/locales.js';
import type { FieldValue, Intake, Source, TypeIntake } from '../../core/intake/source.js';
import { Server } from '../../input/server.js';
import { at, type Json, type JsonObject, listAt, membersOf, numberAt, textAt, textsAt } from '../../value/json.js';
import { Client, hrefOf } from './client.js';
import { attributesToJudge, FILE_TYPE, hiddenBecause, SETTINGS } from './drupal.js';
import { Assets, IMAGE_TYPE, isImageResource, keyOf } from './images.js';
import { KeptDocuments } from './kept-documents.js';
import { inLocale, localesOf } from './locales.js';
import { localizedValues, type Shown } from './localized.js';
import { ResourceReader } from './resource-reader.js';

export const jsonapi: Source = {
  space: 'jsonapi',
  async read(input, intake) {
    const { headers, documents, signal } = intake.options;
    const kept = documents === undefined ? undefined : new KeptDocuments(documents, JSON.stringify(headers));
    const crawl = new Crawl(input, intake, new Client(new Server(input, headers, signal), kept));
    try {
      const space = await crawl.all();
      await kept?.prune();
      return space;
    } finally {
      crawl.close();
    }
  },
};

/** Links of a root document that are not collections. */
const notCollections: ReadonlySet<string> = new Set([
  'self',
  'related',
  'describedby',
  'first',
  'last',
  'prev',
  'next',
  'home',
  'up',
  'me',
]);
/** The largest page of stele; a server that refuses the parameter is asked without it. */
const pageSize = 'page[limit]=100';

interface Page {
  readonly url: string;
  readonly document: JsonObject;
}

class Crawl {
  readonly #base: string;
  readonly #client: Client;
  readonly #intake: Intake;
  readonly #seen = new Set<string>();
  readonly #types = new Set<string>();
  readonly #assets: Assets;
  readonly #reader: ResourceReader;
  /** The default locale first; empty if the server names one locale or none. */
  #locales: readonly Locale[] = [];
  #takesPageSize = true;
  #items = 0;

  constructor(base: string, intake: Intake, client: Client) {
    this.#base = base;
    this.#client = client;
    this.#intake = intake;
    this.#assets = new Assets(intake.options.workFolder, intake.options.assetsUrl || new URL(base).origin);
    this.#reader = new ResourceReader(this.#client, intake, this.#assets);
  }

  close(): void {
    this.#assets.close();
  }

  async all(): Promise<string | undefined> {
    const root = await this.#must(this.#base, this.#base);
    if (at(root, 'data') !== undefined && !(Array.isArray(root['data']) && root['data'].length === 0)) {
      await this.#collection(this.#base);
      this.#tellWhatIsMissing();
      return textAt(root, 'meta', 'space');
    }
    const collections = this.#collectionsOf(root);
    if (collections.length === 0) {
      throw new OperationError(
        `${this.#base} has no links to collections. Give the address of a collection, or of a document that links to collections`,
      );
    }
    this.#locales = localesOf(root);
    if (this.#locales.length > 0) this.#intake.locales(this.#locales);
    // Images and files are values of items, so they are read first.
    const images = collections.find(([name]) => name === IMAGE_TYPE);
    const isShown = images !== undefined && (await this.#imageResources(images[1]));
    const others = collections
      .filter((each) => !isShown || each !== images)
      .sort(([a], [b]) => Number(b === FILE_TYPE) - Number(a === FILE_TYPE));
    for (const [name] of others) if (isTypeName(root, name)) this.#intake.type(name);
    for (const [, address] of others) await this.#collection(address);
    return textAt(root, 'meta', 'space');
  }

  #tellWhatIsMissing(): void {
    const missing = [...this.#reader.led].filter(([type]) => !this.#types.has(type));
    if (missing.length === 0) return;
    const [types, fields] = [0, 1].map((place) => [...new Set(missing.map((each) => each[place]))].join(','));
    this.#intake.warn(`links lead to ${types}; with ?include=${fields} behind the address they are imported, too`);
  }

  #collectionsOf(root: JsonObject): readonly (readonly [string, string])[] {
    return membersOf(at(root, 'links')).flatMap(([name, target]) => {
      const address = hrefOf(target);
      return notCollections.has(name) || address === undefined ? [] : [[name, address] as const];
    });
  }

  async #must(address: string, from: string): Promise<JsonObject> {
    const answer = await this.#client.get(address, from);
    if (answer.ok) return answer.document;
    const hint =
      answer.status === 401 || answer.status === 403 ? ' Give the credentials that it asks for with --header.' : '';
    throw new OperationError(`${new URL(address, from).href} answers ${answer.status}.${hint} Nothing was written.`);
  }

  /** @returns the pages of a collection in order; none if the server does not show it, as is reported */
  async *#pages(address: string): AsyncGenerator<Page> {
    let next: string | undefined = address;
    let from = this.#base;
    let isFirst = true;
    const visited = new Set<string>();
    while (next !== undefined) {
      const url: string = new URL(next, from).href;
      if (visited.has(url)) throw new OperationError(`${url} links to itself as its next page. Nothing was written.`);
      visited.add(url);
      const page: Page | undefined = isFirst
        ? await this.#firstPage(url)
        : { url, document: await this.#must(url, from) };
      if (page === undefined) return;
      yield page;
      next = hrefOf(at(page.document, 'links', 'next'));
      from = url;
      isFirst = false;
    }
  }

  /** @returns undefined if the server does not show the collection, as is reported */
  async #firstPage(url: string): Promise<Page | undefined> {
    if (this.#takesPageSize && !url.includes('?')) {
      const sized = `${url}?${pageSize.replace('[', '%5B').replace(']', '%5D')}`;
      const answer = await this.#client.get(sized, url);
      if (answer.ok) return { url: sized, document: answer.document };
      if (answer.status === 400) this.#takesPageSize = false;
    }
    const answer = await this.#client.get(url, url);
    if (answer.ok) return { url, document: answer.document };
    if (answer.status >= 500) throw new OperationError(`${url} answers ${answer.status}. Nothing was written.`);
    this.#intake.lose(`collection ${new URL(url).pathname}`, `the server answers ${answer.status}`);
    return undefined;
  }

  /** @returns false if the collection has other resources than images, and is read like any other collection */
  async #imageResources(address: string): Promise<boolean> {
    let isShown = false;
    for await (const { document, url } of this.#pages(address)) {
      const resources = dataOf(document);
      if (!resources.every(isImageResource)) {
        if (isShown) throw new OperationError(`${url} lists other resources among its images. Nothing was written.`);
        return false;
      }
      for (const resource of resources) this.#assets.add(resource);
      isShown = true;
      this.#progress(document);
    }
    if (isShown) this.#intake.imagesAsResources();
    return isShown;
  }

  #progress(document: JsonObject): void {
    const total = Math.max(this.#items, numberAt(document, 'meta', 'total') ?? 0);
    this.#intake.progress('asking the server', this.#items, total);
  }

  async #collection(address: string): Promise<void> {
    for await (const page of this.#pages(address)) {
      const resources = resourcesOf(page.document);
      for (const each of resources) if (textAt(each, 'type') === FILE_TYPE) this.#assets.add(each);
      const isLocalized = resources.some((resource) => listAt(resource, 'meta', 'locales').length > 0);
      const others = isLocalized ? await this.#inOtherLocales(page, resources) : [];
      for (const [index, resource] of resources.entries()) {
        await this.#resource(
          resource,
          page.url,
          others.map(({ locale, url, resources: there }) => ({ locale, url, resource: there[index] ?? null })),
        );
      }
      this.#progress(page.document);
    }
  }

  /** @returns the same resources in every locale except the default one, in the same order */
  async #inOtherLocales(
    page: Page,
    resources: readonly Json[],
  ): Promise<readonly { readonly locale: Locale; readonly url: string; readonly resources: readonly Json[] }[]> {
    return Promise.all(
      this.#locales.slice(1).map(async (locale) => {
        const url = inLocale(page.url, locale.code);
        const there = new Map(resourcesOf(await this.#must(url, page.url)).map((each) => [keyOf(each), each]));
        const found = resources.map((resource) => {
          const same = there.get(keyOf(resource));
          if (same !== undefined) return same;
          throw new OperationError(
            `${url} lacks ${keyOf(resource)}, which ${page.url} has: the content changed meanwhile. Import it again; nothing was written.`,
          );
        });
        return { locale, url, resources: found };
      }),
    );
  }

  async #resource(
    resource: Json,
    from: string,
    others: readonly { readonly locale: Locale; readonly url: string; readonly resource: Json }[],
  ): Promise<void> {
    const [key, id] = [textAt(resource, 'type'), textAt(resource, 'id')];
    if (key === undefined || id === undefined)
      return this.#intake.lose('resources', 'a resource without a type or an id');
    // Several collections may show the same resource.
    if (this.#seen.has(keyOf(resource))) return;
    this.#seen.add(keyOf(resource));
    this.#items += 1;
    this.#types.add(key);
    const why = this.#intake.isWanted(key) ? undefined : hiddenBecause(resource);
    if (why === SETTINGS) return this.#intake.leaveOut(`${key}: items`, why);
    if (why !== undefined) return this.#intake.keepOut(key, id, why, from);
    const type = this.#intake.type(key);
    const verdict = this.#intake.publication.judge(attributesToJudge(resource), {
      type: type.ownName,
      // The server shows the resource to the import, so an empty field is no doubt.
      isPublished: true,
      isSurveyed: false,
    });
    if (verdict.is === 'private' || verdict.is === 'doubt')
      return this.#intake.keepOut(type.ownName, id, verdict, `${from}, ${keyOf(resource)}`);
    for (const [name] of membersOf(at(resource, 'meta'))) {
      if (name !== 'locales' || this.#locales.length === 0)
        this.#intake.leaveOut(`${type.name}: meta ${name}`, 'meta is not content');
    }
    await type.add(id, await this.#values(resource, type, from, others), from, verdict);
  }

  async #values(
    resource: Json,
    type: TypeIntake,
    from: string,
    others: readonly { readonly locale: Locale; readonly url: string; readonly resource: Json }[],
  ): Promise<readonly FieldValue[]> {
    const values = await this.#reader.values(resource, type, from);
    const [main] = this.#locales;
    if (main === undefined || others.length === 0) return [...values].map(([field, value]) => ({ field, value }));
    const shown: Shown[] = [{ locale: main, values }];
    for (const { locale, url, resource: there } of others) {
      shown.push({ locale, values: await this.#reader.values(there, type, url) });
    }
    const own = textsAt(resource, 'meta', 'locales');
    return localizedValues(shown, new Set(own), type);
  }
}

const dataOf = (document: JsonObject): readonly Json[] => {
  const data = at(document, 'data');
  return Array.isArray(data) ? listAt(document, 'data') : data === null || data === undefined ? [] : [data];
};

/** @returns the resources of a document, with those that `include` adds */
const resourcesOf = (document: JsonObject): readonly Json[] => [...dataOf(document), ...listAt(document, 'included')];

/** Whether the root says that its links are named after types, as stele does. */
const isTypeName = (root: JsonObject, name: string): boolean =>
  listAt(root, 'meta', 'contentTypes').some((type) => textAt(type, 'name') === name);
