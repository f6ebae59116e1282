/**
 * `/docs`: a page that shows a description, drawn by Swagger UI, whose files are copied beside this module when it is
 * compiled. Nothing is fetched from another host, and the policy allows none.
 */
import { readFile } from 'node:fs/promises';
import { type StaticFile, staticFile } from '../pages/static-file.js';

export interface Reference {
  readonly files: readonly { readonly path: string; readonly page: StaticFile }[];
  readonly headers: Readonly<Record<string, string>>;
}

const SCRIPT = 'text/javascript; charset=utf-8';
const STYLES = 'text/css; charset=utf-8';

/** Those of the renderer, as they are called beside this module. */
const RENDERER = [
  { name: 'swagger-ui-bundle.js', type: SCRIPT },
  { name: 'swagger-ui.css', type: STYLES },
] as const;

/** Where they are for what runs from sources, as tests do. */
const FROM_SOURCES = '../../../dist/src/server/describe/reference';

const START = `SwaggerUIBundle({
  url: document.body.dataset.description,
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: -1,
  defaultModelExpandDepth: 3,
  supportedSubmitMethods: ['get'],
  validatorUrl: null,
  // Entered in the explorer, and kept by this tab.
  requestInterceptor(request) {
    const key = sessionStorage.getItem('stele.access-key');
    if (key && new URL(request.url, location.href).origin === location.origin) {
      request.headers.Authorization = 'Bearer ' + key;
    }
    return request;
  },
});
`;

/** The renderer sets styles as attributes and draws its marks from data URLs; scripts come from here alone. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const escaped = (text: string): string => text.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`);

/**
 * @param folders where the files of the renderer may be, relative to this module
 * @returns undefined if they are not there
 */
export async function readReference(folders = ['./reference', FROM_SOURCES]): Promise<Reference | undefined> {
  const read = async ({ name }: (typeof RENDERER)[number]): Promise<Buffer | undefined> => {
    const at = (folder: string): Promise<Buffer> => readFile(new URL(`${folder}/${name}`, import.meta.url));
    return Promise.any(folders.map(at)).catch(() => undefined);
  };
  const found = await Promise.all(RENDERER.map(read));
  const files = RENDERER.flatMap(({ name, type }, index) => {
    const bytes = found[index];
    return bytes === undefined ? [] : [{ path: `/docs/${name}`, page: staticFile(type, bytes) }];
  });
  if (files.length < RENDERER.length) return undefined;
  const start = { path: '/docs/start.js', page: staticFile(SCRIPT, START) };
  return { files: [...files, start], headers: { 'Content-Security-Policy': POLICY, 'Referrer-Policy': 'no-referrer' } };
}

/**
 * Addresses are relative, so that the page works behind any public URL.
 *
 * @param isBelow whether the page stands below the name of a space
 */
export function referencePage(space: string, description: string, isBelow: boolean): StaticFile {
  const files = isBelow ? '../docs' : 'docs';
  return staticFile(
    'text/html; charset=utf-8',
    `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(space)}: delivery API</title>
<link rel="stylesheet" href="${files}/swagger-ui.css">
<link rel="icon" href="data:,">
</head>
<body data-description="${description}">
<div id="reference"></div>
<noscript>The reference needs scripts; the description itself is <a href="${description}">${description}</a>.</noscript>
<script src="${files}/swagger-ui-bundle.js"></script>
<script src="${files}/start.js"></script>
</body>
</html>
`,
  );
}
