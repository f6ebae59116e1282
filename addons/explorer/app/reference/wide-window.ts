/**
 * The windows in which the answer is at the right of the parameters; the styles have the same width.
 */
export const WIDE_QUERY = '(min-width: 1180px)';
