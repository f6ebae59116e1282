/**
 * The list of a type's endpoints, as links to their pages in the reference. Their paths have the id of an existing
 * item.
 */
import type { Param } from '../address/place.js';
import type { JsonObject } from '../model/resource.js';
import { formatCounted } from '../parts/format.js';
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

/** A path, which may break after a slash. */
const Path = ({ path }: { readonly path: string }) => (
  <>
    {path.split('/').map((part, place) => (
      <span key={`${place} ${part}`}>
        {place > 0 && '/'}
        <wbr />
        {part}
      </span>
    ))}
  </>
);

const LINKAGE = '/relationships/';

/**
 * The addresses of links are folded unless one of them is shown: every relationship has one, and few readers need them.
 */
export function Endpoints({ document, type, current }: EndpointsProps) {
  const paths = listPaths(document).filter((path) => path.split('/')[1] === type);
  const linkagePaths = paths.filter((path) => path.includes(LINKAGE));
  const write = (path: string) => (
    <li key={path}>
      <a
        href={hrefOf(
          {
            path: examplePath(document, path),
            params: [...localeParams.value, ...requiredParams(document, path)],
          },
          { tab: 'docs' },
        )}
        aria-current={path === current ? 'page' : undefined}
      >
        <Path path={path} />
      </a>
    </li>
  );
  return (
    <div class="endpoint-list">
      <ul class="endpoints" aria-label={`Endpoints of ${type}`}>
        {paths.filter((path) => !path.includes(LINKAGE)).map(write)}
      </ul>
      {linkagePaths.length > 0 && (
        <details open={current?.includes(LINKAGE) === true}>
          <summary>Only types and ids of related items: {formatCounted(linkagePaths.length, 'endpoint')}</summary>
          <ul class="endpoints" aria-label={`Endpoints of links of ${type}`}>
            {linkagePaths.map(write)}
          </ul>
        </details>
      )}
    </div>
  );
}
