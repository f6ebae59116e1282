/**
 * Errors of the answer next to the control of the wrong parameter, with buttons that apply the server's suggestions.
 */
import { type JsonObject, readObject, readText } from '../model/resource.js';
import { answer, goToTarget, request } from '../state.js';
import { coversParameter, useClaim } from './claimed-errors.js';
import { findRemedies } from './remedy.js';

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
          <Remedies error={error} />
        </div>
      ))}
    </div>
  );
}

export function Remedies({ error }: { readonly error: JsonObject }) {
  const remedies = findRemedies(request.value, error);
  return remedies.length === 0 ? null : (
    <div class="remedies">
      {remedies.map(({ label, target }) => (
        <button key={target} type="button" class="button" onClick={() => goToTarget(target)}>
          {label}
        </button>
      ))}
    </div>
  );
}
