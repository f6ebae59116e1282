/**
 * The list of a type's endpoints, as links to their pages in the reference. Their paths have the id of an existing
 * item.
 */
import type { JsonObject } from '../model/resource.js';
import { hrefOf } from '../state.js';
import { examplePath, listPaths } from './openapi-document.js';

interface EndpointsProps {
  readonly document: JsonObject;
  readonly type: string;
  readonly current?: string;
}

export function Endpoints({ document, type, current }: EndpointsProps) {
  return (
    <ul class="endpoints" aria-label={`Endpoints of ${type}`}>
      {listPaths(document)
        .filter((path) => path.split('/')[1] === type)
        .map((path) => (
          <li key={path}>
            <a
              class={path.includes('/relationships/') ? 'faint' : undefined}
              href={hrefOf({ path: examplePath(document, path) }, { tab: 'docs' })}
              aria-current={path === current ? 'page' : undefined}
            >
              {path}
            </a>
          </li>
        ))}
    </ul>
  );
}
