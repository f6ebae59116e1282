/**
 * The table of choices: every place in the code that decides between several ways with the same result.
 *
 * The compiler refuses a name that is missing here. The entries are grouped by the part of the code that takes them
 * (tables). Elsewhere: taking and forcing choices (choose), numbers that tests lower (thresholds). How to add a choice:
 * docs/architecture.md.
 */
import { BUILD_CHOICES } from './tables/build.js';
import { DOCUMENT_CHOICES } from './tables/documents.js';
import { FACET_CHOICES } from './tables/facets.js';
import { MEMORY_CHOICES } from './tables/memory.js';
import { PAGE_CHOICES } from './tables/pages.js';
import { PLAN_CHOICES } from './tables/query-plan.js';
import { RELATED_FACET_CHOICES } from './tables/related-facets.js';
import { SEARCH_CHOICES } from './tables/search.js';

/** In the order in which `stele query --explain` lists them. */
export const CHOICES = {
  ...MEMORY_CHOICES,
  ...PLAN_CHOICES,
  ...PAGE_CHOICES,
  ...FACET_CHOICES,
  ...SEARCH_CHOICES,
  ...RELATED_FACET_CHOICES,
  ...DOCUMENT_CHOICES,
  ...BUILD_CHOICES,
};

export type ChoiceName = keyof typeof CHOICES;
export type WayOf<Name extends ChoiceName> = (typeof CHOICES)[Name]['ways'][number];

export const CHOICE_NAMES = Object.keys(CHOICES) as readonly ChoiceName[];
