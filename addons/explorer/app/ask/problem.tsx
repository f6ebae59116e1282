/**
 * Errors of the answer next to the control of the wrong parameter, with a button that applies the server's suggestion.
 */
import { writeTarget } from '../address/place.js';
import { type JsonObject, readObject, readText } from '../model/resource.js';
import { answer, goToTarget, request } from '../state.js';
import { coversParameter, useClaim } from './claimed-errors.js';

export const readParameter = (error: JsonObject): string => readText(readObject(error, 'source'), 'parameter');

/** @param parameters names of parameters; a name that ends with `[` stands for all that begin with it */
const findProblems = (parameters: readonly string[]): readonly JsonObject[] =>
  (answer.value?.document.errors ?? []).filter((error) =>
    parameters.some((name) => coversParameter(name, readParameter(error))),
  );

export const hasProblem = (...parameters: readonly string[]): boolean => findProblems(parameters).length > 0;

const problemId = ([first = '']: readonly string[]): string => `problem-${first.replace(/\W+/g, '-')}`;

/** @returns the ARIA attributes of an input whose value the server refused */
export const invalidAttributes = (
  parameters: readonly string[],
): { readonly 'aria-invalid'?: true; readonly 'aria-describedby'?: string } =>
  findProblems(parameters).length === 0 ? {} : { 'aria-invalid': true, 'aria-describedby': problemId(parameters) };

export function Problem({ parameters }: { readonly parameters: readonly string[] }) {
  useClaim(parameters);
  const problems = findProblems(parameters);
  if (problems.length === 0) return null;
  return (
    <div class="problem" id={problemId(parameters)}>
      {problems.map((error, place) => (
        <div key={String(place)}>
          <p>{readText(error, 'detail')}</p>
          <Remedy error={error} />
        </div>
      ))}
    </div>
  );
}

/** Matches the parameters in `It fits with page[limit]=7 or less (now 20)`. */
const limits = /\b((?:page|_facet)(?:\[[^\]=]+\])+)=(\d+)/g;
/** Matches both names in `"book" has no field "prise". Did you mean "price"?` */
const misspelt = /"([^"]+)"[^"]*\bDid you mean "([^"]+)"\?/;

/** @returns label and request of the button; undefined if the error has no suggestion */
function findRemedy(error: JsonObject): { readonly label: string; readonly target: string } | undefined {
  const detail = readText(error, 'detail');
  const { path, params } = request.value;
  // Of several changes, each of which is enough, the button makes the first.
  const [firstChange = ''] = detail.split(', or ');
  const suggestedParams = [...firstChange.matchAll(limits)].map(([, name = '', value = '']) => [name, value] as const);
  if (suggestedParams.length > 0) {
    const names = suggestedParams.map(([name]) => name);
    const otherParams = params.filter(([name]) => !names.includes(name));
    const label = suggestedParams.map((param) => param.join('=')).join(' and ');
    return { label: `Use ${label}`, target: writeTarget({ path, params: [...otherParams, ...suggestedParams] }) };
  }
  const [, wrong = '', right = ''] = misspelt.exec(detail) ?? [];
  if (wrong === '') return undefined;
  const parameter = readParameter(error);
  const correctedParams = params.map(([name, value]) =>
    name === parameter
      ? ([
          name === wrong ? right : name.replaceAll(`[${wrong}]`, `[${right}]`),
          value.replaceAll(wrong, right),
        ] as const)
      : ([name, value] as const),
  );
  const correctedPath = path.map((part) => (parameter === '' && part === wrong ? right : part));
  return { label: `Use ${right}`, target: writeTarget({ path: correctedPath, params: correctedParams }) };
}

export function Remedy({ error }: { readonly error: JsonObject }) {
  const remedy = findRemedy(error);
  return remedy === undefined ? null : (
    <button type="button" class="button" onClick={() => goToTarget(remedy.target)}>
      {remedy.label}
    </button>
  );
}
