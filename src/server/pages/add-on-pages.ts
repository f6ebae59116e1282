/**
 * Pages of add-ons next to the content: the explorer, and the description of the interface.
 *
 * The add-ons are loaded if this installation has them; the server imports none of their files.
 */
import type { Logger } from 'pino';
import { hasFunctions, loadPart } from '../../addons/index.js';
import type { IgnoresParameter } from '../../jsonapi/index.js';
import type { Mount } from '../spaces/mount.js';
import type { Overload } from '../wire/overload.js';
import type { Page } from './page.js';

/** Settings that a server passes to its add-ons at the start. */
export interface PageSettings {
  readonly overload: Overload;
  readonly maxCostMs: number;
  readonly ignores: IgnoresParameter | undefined;
  /** Whether reading content needs a key: then a page that is open to everybody shows nothing of it. */
  readonly guarded: boolean;
  /** Whether pictures of other hosts may be shown. */
  readonly images: boolean;
  /** Problem of the export that is built here; undefined: none is built here. */
  readonly dev: (() => string | undefined) | undefined;
  /** Whether the interface is described here. */
  readonly docs: boolean;
  readonly logger: Logger;
}

/** The mounts of one host. */
export interface PageSite {
  readonly mounts: readonly Mount[];
  /** `''`, or a URL without a slash at its end. */
  readonly publicUrl: string;
}

export type PagesOfSite = (site: PageSite) => readonly Page[];

/** The part `pages` of an add-on's door. */
export interface PageAddOn {
  /** @returns undefined if it has nothing to show; the add-on has logged why */
  readonly prepare: (settings: PageSettings) => Promise<PagesOfSite | undefined>;
}

const isPageAddOn = (value: unknown): value is PageAddOn => hasFunctions(value, ['prepare']);

/** @returns undefined if this installation does not have the add-on */
export const loadPages = (name: 'explorer' | 'describe'): Promise<PageAddOn | undefined> =>
  loadPart(name, 'pages', isPageAddOn);
