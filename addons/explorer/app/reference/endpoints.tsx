/**
 * The list of a type's endpoints, as links to their pages in the reference. Their paths have the id of an existing
 * item.
 */
import type { Param } from '../address/place.js';
import type { JsonObject } from '../model/resource.js';
import { hrefOf, localeParams } from '../state.js';
import { formatExample } from './needed-params.js';
import { examplePath, listPaths, readOperation } from './openapi-document.js';

interface EndpointsProps {
  readonly document: JsonObject;
  readonly type: string;
  readonly current?: string;
}

/** @returns the required parameters of an endpoint with their examples */
const requiredParams = (document: JsonObject, template: string): readonly Param[] =>
  (readOperation(document, template)?.parameters ?? [])
    .filter(({ isInPath, isRequired }) => !isInPath && isRequired === true)
    .map(({ name, example }) => [name, formatExample(example)]);

export function Endpoints({ document, type, current }: EndpointsProps) {
  return (
    <ul class="endpoints" aria-label={`Endpoints of ${type}`}>
      {listPaths(document)
        .filter((path) => path.split('/')[1] === type)
        .map((path) => (
          <li key={path}>
            <a
              class={path.includes('/relationships/') ? 'faint' : undefined}
              href={hrefOf(
                {
                  path: examplePath(document, path),
                  params: [...localeParams.value, ...requiredParams(document, path)],
                },
                { tab: 'docs' },
              )}
              aria-current={path === current ? 'page' : undefined}
            >
              {path}
            </a>
          </li>
        ))}
    </ul>
  );
}
