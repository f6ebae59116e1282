/**
 * Reads all collections that the root document links to, and adds their resources as items.
 *
 * If the server lists locales, each page is requested in each locale.
 * Elsewhere: pages of a collection (collection-pages), attributes and relationships of a resource (resource-reader), values by
 * locale (localized).
 */
import { OperationError } from '../../../../src/content/errors/index.js';
import type { Locale } from '../../core/declarations/locales.js';
import type { FieldValue, Intake, TypeIntake } from '../../core/intake/source.js';
import {
  type Json,
  type JsonObject,
  listAt,
  memberAt,
  numberAt,
  readMembers,
  textAt,
  textsAt,
} from '../../value/json.js';
import { type Client, readHref } from './client.js';
import { CollectionPages, type Page, readPrimaryData, readResources } from './collection-pages.js';
import { FILE_TYPE, findHiddenReason, readAttributesToJudge, SETTINGS } from './drupal.js';
import { Assets, buildKey, IMAGE_TYPE, isImageResource } from './images.js';
import { buildAddressInLocale, readLocales } from './locales.js';
import { type LocalValues, localizedValues } from './localized.js';
import { ResourceReader } from './resource-reader.js';

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

/** The resources of a page in another locale, in the same order. */
interface LocalizedPage {
  readonly locale: Locale;
  readonly url: string;
  readonly resources: readonly Json[];
}

/** A resource in another locale. */
interface LocalizedResource {
  readonly locale: Locale;
  readonly url: string;
  readonly resource: Json;
}

/** One import from a server. */
export class Crawl {
  readonly #base: string;
  readonly #pages: CollectionPages;
  readonly #intake: Intake;
  readonly #readKeys = new Set<string>();
  readonly #readTypes = new Set<string>();
  readonly #assets: Assets;
  readonly #reader: ResourceReader;
  /** The default locale first; empty if the server names one locale or none. */
  #locales: readonly Locale[] = [];
  #itemCount = 0;

  constructor(base: string, intake: Intake, client: Client) {
    this.#base = base;
    this.#pages = new CollectionPages(base, client, intake);
    this.#intake = intake;
    this.#assets = new Assets(intake.options.workFolder, intake.options.assetsUrl || new URL(base).origin);
    this.#reader = new ResourceReader(client, intake, this.#assets);
  }

  close(): void {
    this.#assets.close();
  }

  async readAll(): Promise<string | undefined> {
    const root = await this.#pages.getOrThrow(this.#base, this.#base);
    if (memberAt(root, 'data') !== undefined && !(Array.isArray(root['data']) && root['data'].length === 0)) {
      await this.#readCollection(this.#base);
      this.#warnAboutMissingTypes();
      return textAt(root, 'meta', 'space');
    }
    const collections = this.#findCollections(root);
    if (collections.length === 0) {
      throw new OperationError(
        `${this.#base} has no links to collections. Give the address of a collection, or of a document that links to collections`,
      );
    }
    this.#locales = readLocales(root);
    if (this.#locales.length > 0) this.#intake.locales(this.#locales);
    // Images and files are values of items, so they are read first.
    const images = collections.find(([name]) => name === IMAGE_TYPE);
    const hasImages = images !== undefined && (await this.#readImages(images[1]));
    const contentCollections = collections.filter((collection) => !hasImages || collection !== images);
    // Items link to files, so files come first.
    contentCollections.sort(([a], [b]) => Number(b === FILE_TYPE) - Number(a === FILE_TYPE));
    for (const [name] of contentCollections) if (isTypeName(root, name)) this.#intake.type(name);
    for (const [, address] of contentCollections) await this.#readCollection(address);
    return textAt(root, 'meta', 'space');
  }

  #warnAboutMissingTypes(): void {
    const missing = [...this.#reader.fieldByTargetType].filter(([type]) => !this.#readTypes.has(type));
    if (missing.length === 0) return;
    const types = [...new Set(missing.map(([type]) => type))].join(',');
    const fields = [...new Set(missing.map(([, field]) => field))].join(',');
    this.#intake.warn(`links lead to ${types}; with ?include=${fields} behind the address they are imported, too`);
  }

  #findCollections(root: JsonObject): readonly (readonly [string, string])[] {
    return readMembers(memberAt(root, 'links')).flatMap(([name, target]) => {
      const address = readHref(target);
      return notCollections.has(name) || address === undefined ? [] : [[name, address] as const];
    });
  }

  /** @returns false if the collection has other resources than images, and is read like any other collection */
  async #readImages(address: string): Promise<boolean> {
    let hasImages = false;
    for await (const { document, url } of this.#pages.readPages(address)) {
      const resources = readPrimaryData(document);
      if (!resources.every(isImageResource)) {
        if (hasImages) throw new OperationError(`${url} lists other resources among its images. Nothing was written.`);
        return false;
      }
      for (const resource of resources) this.#assets.add(resource);
      hasImages = true;
      this.#reportProgress(document);
    }
    if (hasImages) this.#intake.imagesAsResources();
    return hasImages;
  }

  #reportProgress(document: JsonObject): void {
    const total = Math.max(this.#itemCount, numberAt(document, 'meta', 'total') ?? 0);
    this.#intake.progress('asking the server', this.#itemCount, total);
  }

  async #readCollection(address: string): Promise<void> {
    for await (const page of this.#pages.readPages(address)) {
      const resources = readResources(page.document);
      for (const resource of resources) if (textAt(resource, 'type') === FILE_TYPE) this.#assets.add(resource);
      const isLocalized = resources.some((resource) => listAt(resource, 'meta', 'locales').length > 0);
      const localizedPages = isLocalized ? await this.#requestOtherLocales(page, resources) : [];
      for (const [index, resource] of resources.entries()) {
        await this.#addResource(
          resource,
          page.url,
          localizedPages.map(({ locale, url, resources: localizedResources }) => ({
            locale,
            url,
            resource: localizedResources[index] ?? null,
          })),
        );
      }
      this.#reportProgress(page.document);
    }
  }

  /** @returns the same resources in every locale except the default one, in the same order */
  async #requestOtherLocales(page: Page, resources: readonly Json[]): Promise<readonly LocalizedPage[]> {
    return Promise.all(
      this.#locales.slice(1).map(async (locale) => {
        const url = buildAddressInLocale(page.url, locale.code);
        const resourceByKey = new Map(
          readResources(await this.#pages.getOrThrow(url, page.url)).map((resource) => [buildKey(resource), resource]),
        );
        const localizedResources = resources.map((resource) => {
          const localizedResource = resourceByKey.get(buildKey(resource));
          if (localizedResource !== undefined) return localizedResource;
          throw new OperationError(
            `${url} lacks ${buildKey(resource)}, which ${page.url} has: the content changed meanwhile. Import it again; nothing was written.`,
          );
        });
        return { locale, url, resources: localizedResources };
      }),
    );
  }

  async #addResource(resource: Json, baseUrl: string, localizations: readonly LocalizedResource[]): Promise<void> {
    const [key, id] = [textAt(resource, 'type'), textAt(resource, 'id')];
    if (key === undefined || id === undefined)
      return this.#intake.lose('resources', 'a resource without a type or an id');
    // Several collections may show the same resource.
    if (this.#readKeys.has(buildKey(resource))) return;
    this.#readKeys.add(buildKey(resource));
    this.#itemCount += 1;
    this.#readTypes.add(key);
    const hiddenReason = this.#intake.isWanted(key) ? undefined : findHiddenReason(resource);
    if (hiddenReason === SETTINGS) return this.#intake.leaveOut(`${key}: items`, hiddenReason);
    if (hiddenReason !== undefined) return this.#intake.keepOut(key, id, hiddenReason, baseUrl);
    const type = this.#intake.type(key);
    const place = `${baseUrl}, ${buildKey(resource)}`;
    // The server returns published resources only.
    const verdict = this.#intake.admit(type, id, readAttributesToJudge(resource), place, { isPublished: true });
    if (verdict === undefined) return;
    for (const [name] of readMembers(memberAt(resource, 'meta'))) {
      if (name !== 'locales' || this.#locales.length === 0)
        this.#intake.leaveOut(`${type.name}: meta ${name}`, 'meta is not content');
    }
    await type.add(id, await this.#readValues(resource, type, baseUrl, localizations), baseUrl, verdict);
  }

  async #readValues(
    resource: Json,
    type: TypeIntake,
    baseUrl: string,
    localizations: readonly LocalizedResource[],
  ): Promise<readonly FieldValue[]> {
    const values = await this.#reader.readValues(resource, type, baseUrl);
    const [defaultLocale] = this.#locales;
    if (defaultLocale === undefined || localizations.length === 0)
      return [...values].map(([field, value]) => ({ field, value }));
    const localValues: LocalValues[] = [{ locale: defaultLocale, values }];
    for (const { locale, url, resource: localizedResource } of localizations) {
      localValues.push({ locale, values: await this.#reader.readValues(localizedResource, type, url) });
    }
    const ownLocales = textsAt(resource, 'meta', 'locales');
    return localizedValues(localValues, new Set(ownLocales), type);
  }
}

/** Whether the root says that its links are named after types, as stele does. */
const isTypeName = (root: JsonObject, name: string): boolean =>
  listAt(root, 'meta', 'contentTypes').some((type) => textAt(type, 'name') === name);
