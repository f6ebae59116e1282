/**
 * The first page of the reference: the delivery root of a space, access keys, all endpoints, and the error codes.
 */
import type { JsonObject } from '../model/resource.js';
import type { DescribedSpace } from '../model/space.js';
import { formatCounted } from '../parts/format.js';
import { Name } from '../parts/name.js';
import { hrefOf, rootOf } from '../state.js';
import { Endpoints } from './endpoints.js';
import { documentAddress } from './load-document.js';
import { listErrors, listPaths, needsKey, readOperation } from './openapi-document.js';

export function Overview({
  document,
  usedSpace,
}: {
  readonly document: JsonObject;
  readonly usedSpace: DescribedSpace;
}) {
  const [type] = usedSpace.types;
  const items = new Map(usedSpace.types.map(({ name, items }) => [name, items]));
  const typeByName = new Map(usedSpace.types.map((type) => [type.name, type]));
  const names = new Set([...items.keys(), ...listPaths(document).map((path) => path.split('/')[1] ?? '')]);
  const roots = [...names].filter((name) => name !== '');
  return (
    <>
      <p class="lead">
        A read-only <a href="https://jsonapi.org">JSON:API</a> at <code>{rootOf(usedSpace)}</code>. Its OpenAPI
        description is <a href={documentAddress(usedSpace)}>openapi.json</a>; the <a href="docs/guide">guides</a>{' '}
        explain how to use it.
      </p>
      {needsKey(document) && (
        <p class="lead">
          Each request needs a key: <code>Authorization: Bearer &lt;key&gt;</code>. This page sends the key of this tab.
        </p>
      )}
      <p class="lead common-parameters">
        Lists take the same parameters: <a href="docs/guide/filters">filter</a> selects items,{' '}
        <a href="docs/guide/lists#sort">sort</a> orders them, <a href="docs/guide/lists#page">page</a> shows a part,{' '}
        <a href="docs/guide/related-items#include">include</a> adds related items, and{' '}
        <a href="docs/guide/lists#fields">fields</a> chooses members. The page of each endpoint has an example of each.
      </p>
      <ul class="cards">
        {roots.map((name) => (
          <li key={name} class="card">
            <h2>
              <Name named={typeByName.get(name) ?? { name }} />{' '}
              <span class="kind">{items.has(name) ? formatCounted(items.get(name) ?? 0, 'item') : ''}</span>
            </h2>
            {typeByName.get(name)?.description !== undefined && (
              <p class="description" dir="auto">
                {typeByName.get(name)?.description}
              </p>
            )}
            {!items.has(name) && <p class="faint">{readOperation(document, `/${name}`)?.summary}</p>}
            <Endpoints document={document} type={name} />
          </li>
        ))}
      </ul>
      <h2>Errors</h2>
      <p>
        Each error names the wrong parameter and says how to correct it
        {type !== undefined && (
          <>
            : <a href={hrefOf({ path: [type.name], params: [['sort', 'nothing']] }, { tab: 'docs' })}>see an example</a>
          </>
        )}
        . The guide <a href="docs/guide/errors#errors">Errors and limits</a> says what to do about each code.
      </p>
      <table class="plain">
        <thead>
          <tr>
            <th scope="col">status</th>
            <th scope="col">codes</th>
          </tr>
        </thead>
        <tbody>
          {listErrors(document).map(([status, codes]) => (
            <tr key={status}>
              <th scope="row">{status}</th>
              <td>
                <code>{codes}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
