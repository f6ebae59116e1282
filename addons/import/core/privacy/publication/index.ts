/**
 * The door of the room that judges whether items are public.
 */
export { DECIDING_FIELDS, type DecidingField, type ItemKind } from './fields.js';
export { type ItemContext, Publication, type SurveyContext, type Verdict } from './publication.js';
