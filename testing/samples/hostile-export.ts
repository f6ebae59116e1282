/**
 * An export whose content tries to become script in a page.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './bookshop.js';

const HOSTILE = [
  '<script>window.hacked = 1</script>',
  '<img src=x onerror="window.hacked = 1">',
  '<svg onload="window.hacked = 1"><a xlink:href="javascript:window.hacked=1">x</a></svg>',
  '[a link](javascript:window.hacked=1) [another](data:text/html,<script>window.hacked=1</script>)',
  '![a picture](javascript:window.hacked=1) ![another](data:image/svg+xml;base64,PHN2Zy8+)',
  '<iframe srcdoc="<script>parent.hacked = 1</script>"></iframe><form action="https://evil.example"><button>x</button></form>',
  '<a href=" &#106;avascript:window.hacked=1" onclick="window.hacked=1">c</a><style>* { display: none }</style>',
  '<math><mtext><table><mglyph><style><img src=x onerror="window.hacked = 1">',
  'a **word** that is meant well',
].join('\n\n');

/** Option of a select; pages contain it, because they contain the model. */
export const HOSTILE_OPTION = '</script><script>window.hacked = 1</script><!--<script>';

/** @returns a folder with the export */
export function exportFolder(): string {
  const folder = temporaryFolder();
  const fields = [
    { name: 'title', type: 'text' },
    { name: 'body', type: 'markdown' },
    { name: 'picture', type: 'image' },
    { name: 'site', type: 'text' },
    { name: 'kind', type: 'select', options: [HOSTILE_OPTION] },
  ];
  writeFileSync(
    join(folder, 'model.json'),
    JSON.stringify({ space: 'hostile', contentTypes: [{ name: 'note', fields }] }),
  );
  const note = {
    id: 'n1',
    title: '<img src=x onerror="window.hacked = 1">',
    body: HOSTILE,
    picture: { url: 'javascript:window.hacked=1', altText: '"><script>window.hacked=1</script>' },
    site: 'javascript:window.hacked=1',
    kind: HOSTILE_OPTION,
  };
  writeFileSync(join(folder, 'note.ndjson'), `${JSON.stringify(note)}\n`);
  return folder;
}
