/**
 * A share as a bar, beside the number that says it.
 */
export const Bar = ({ share }: { readonly share: number }) => (
  <svg class="bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
    <rect class="even" width={Math.max(0.6, 100 * share)} height="4" />
  </svg>
);
