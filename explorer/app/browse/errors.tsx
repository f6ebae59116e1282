/**
 * What the server says is wrong, with the parameter it means.
 */
import { type JsonObject, objectAt, textAt } from '../model/resource.js';

export function Errors({ errors }: { readonly errors: readonly JsonObject[] }) {
  return (
    <div role="alert">
      <ul class="errors">
        {errors.map((error, place) => {
          const parameter = textAt(objectAt(error, 'source'), 'parameter');
          return (
            <li key={String(place)}>
              <h2>
                {textAt(error, 'title')} <code>{textAt(error, 'code')}</code>
              </h2>
              {parameter !== '' && (
                <p>
                  <code class="parameter">{parameter}</code>
                </p>
              )}
              <p>{textAt(error, 'detail')}</p>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
