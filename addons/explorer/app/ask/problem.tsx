/**
 * Errors of the answer next to the control of the wrong parameter, with a button that applies the server's suggestion.
 */
import { writeTarget } from '../address/place.js';
import { type JsonObject, objectAt, textAt } from '../model/resource.js';
import { answer, goToTarget, request } from '../state.js';

export const parameterOf = (error: JsonObject): string => textAt(objectAt(error, 'source'), 'parameter');

/** @param of names of parameters; a name that ends with `[` stands for all that begin with it */
const problemsOf = (of: readonly string[]): readonly JsonObject[] =>
  (answer.value?.document.errors ?? []).filter((error) =>
    of.some((name) => parameterOf(error) === name || (name.endsWith('[') && parameterOf(error).startsWith(name))),
  );

export const hasProblem = (...of: readonly string[]): boolean => problemsOf(of).length > 0;

const idOf = ([first = '']: readonly string[]): string => `problem-${first.replace(/\W+/g, '-')}`;

/** @returns the ARIA attributes of an input whose value the server refused */
export const refused = (
  of: readonly string[],
): { readonly 'aria-invalid'?: true; readonly 'aria-describedby'?: string } =>
  problemsOf(of).length === 0 ? {} : { 'aria-invalid': true, 'aria-describedby': idOf(of) };

export function Problem({ of }: { readonly of: readonly string[] }) {
  const problems = problemsOf(of);
  if (problems.length === 0) return null;
  return (
    <div class="problem" id={idOf(of)}>
      {problems.map((error, place) => (
        <div key={String(place)}>
          <p>{textAt(error, 'detail')}</p>
          <Remedy error={error} />
        </div>
      ))}
    </div>
  );
}

/** Matches the parameters in `It fits with page[limit]=7 or less.` */
const limits = /\b((?:page|_facet)(?:\[[^\]=]+\])+)=(\d+)/g;
/** Matches both names in `"book" has no field "prise". Did you mean "price"?` */
const misspelt = /"([^"]+)"[^"]*\bDid you mean "([^"]+)"\?/;

/** @returns label and request of the button; undefined if the error has no suggestion */
function remedyFor(error: JsonObject): { readonly label: string; readonly target: string } | undefined {
  const detail = textAt(error, 'detail');
  const { path, params } = request.value;
  const proposed = [...detail.matchAll(limits)].map(([, name = '', value = '']) => [name, value] as const);
  if (proposed.length > 0) {
    const names = proposed.map(([name]) => name);
    const kept = params.filter(([name]) => !names.includes(name));
    const label = proposed.map((param) => param.join('=')).join(' and ');
    return { label: `Use ${label}`, target: writeTarget({ path, params: [...kept, ...proposed] }) };
  }
  const [, wrong = '', right = ''] = misspelt.exec(detail) ?? [];
  if (wrong === '') return undefined;
  const parameter = parameterOf(error);
  const mended = params.map(([name, value]) =>
    name === parameter
      ? ([
          name === wrong ? right : name.replaceAll(`[${wrong}]`, `[${right}]`),
          value.replaceAll(wrong, right),
        ] as const)
      : ([name, value] as const),
  );
  const way = path.map((part) => (parameter === '' && part === wrong ? right : part));
  return { label: `Use ${right}`, target: writeTarget({ path: way, params: mended }) };
}

export function Remedy({ error }: { readonly error: JsonObject }) {
  const remedy = remedyFor(error);
  return remedy === undefined ? null : (
    <button type="button" class="button" onClick={() => goToTarget(remedy.target)}>
      {remedy.label}
    </button>
  );
}
