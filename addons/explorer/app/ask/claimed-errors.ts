/**
 * The errors that a control of the query panel shows. The answer shows all other errors, so each error is in one place.
 *
 * A control claims the parameters whose errors it shows while it is in the page.
 */
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/** Parameter, or the beginning of parameters up to `[` → number of controls that show its errors. */
const claims = signal<ReadonlyMap<string, number>>(new Map());

function addClaims(parameters: readonly string[], difference: 1 | -1): void {
  const edited = new Map(claims.peek());
  for (const name of parameters) {
    const count = (edited.get(name) ?? 0) + difference;
    if (count === 0) edited.delete(name);
    else edited.set(name, count);
  }
  claims.value = edited;
}

/** Claims the parameters while the component is in the page. */
export function useClaim(parameters: readonly string[]): void {
  const key = parameters.join('\n');
  useEffect(() => {
    const claimed = key.split('\n');
    addClaims(claimed, 1);
    return () => addClaims(claimed, -1);
  }, [key]);
}

/** @param name a parameter, or the beginning of parameters up to `[` */
export const coversParameter = (name: string, parameter: string): boolean =>
  name === parameter || (name.endsWith('[') && parameter.startsWith(name));

export const isClaimed = (parameter: string): boolean =>
  [...claims.value.keys()].some((name) => coversParameter(name, parameter));
