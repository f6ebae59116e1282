export { type Customs, DECIDING_FIELDS, type DecidingField } from './fields.js';
export { type FirstKnown, type Known, Publication, type Verdict } from './publication.js';
