/**
 * The door of the room that judges whether items are public.
 */
export type { DecidingField, ItemKind } from './deciding-field.js';
export { DECIDING_FIELDS } from './fields.js';
export { type ItemContext, Publication, type SurveyContext, type Verdict } from './publication.js';
