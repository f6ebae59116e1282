/**
 * The part of a list that is shown.
 */
export const LIMIT_USUAL = 20;
