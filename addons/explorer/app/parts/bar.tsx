/**
 * A bar whose length shows a share from 0 to 1. Decorative: the number stands next to it.
 */
export const Bar = ({ share }: { readonly share: number }) => (
  <svg class="bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
    <rect class="even" width={Math.max(0.6, 100 * share)} height="4" />
  </svg>
);
