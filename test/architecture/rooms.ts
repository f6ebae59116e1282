/**
 * The rooms of the house and what each may import, besides itself: docs/architecture.md as data.
 */
export const ROOMS: Readonly<Record<string, readonly string[]>> = {
  'src/errors': [],
  // Reading model.json says what was probably meant, as every error does.
  'src/model': ['src/errors'],
  // A file far too large is told as every other failure is.
  'src/files': ['src/errors'],
  'src/format': ['src/model', 'src/errors', 'src/files'],
  'src/docset': ['src/model', 'src/errors'],
  'src/termdict': ['src/model', 'src/errors', 'src/format'],
  'src/postings': ['src/model', 'src/errors', 'src/format', 'src/docset'],
  'src/column': ['src/model', 'src/errors', 'src/format'],
  'src/store': ['src/model', 'src/errors', 'src/format'],
  'src/segment': [
    'src/model',
    'src/errors',
    'src/format',
    'src/docset',
    'src/termdict',
    'src/postings',
    'src/column',
    'src/store',
  ],
  'src/snapshot': ['src/model', 'src/errors', 'src/files', 'src/segment', 'src/format'],
  // The leaves of a plan are columns, posting lists and terms: the planner names them, the segment holds them.
  'src/query': ['src/model', 'src/errors', 'src/docset', 'src/segment', 'src/column', 'src/postings', 'src/termdict'],
  'src/jsonapi': ['src/model', 'src/errors', 'src/format', 'src/query', 'src/segment', 'src/snapshot', 'src/store'],
  'src/server': ['src/model', 'src/errors', 'src/files', 'src/jsonapi', 'src/query', 'src/snapshot'],
  'src/cli': ['src/model', 'src/errors', 'src/files', 'src/jsonapi', 'src/server', 'src/snapshot', 'build/publish'],
  'build/ingest': ['src/model', 'src/errors', 'src/files', 'src/format'],
  'build/index': [
    'src/model',
    'src/errors',
    'src/files',
    'src/format',
    'src/docset',
    'src/segment',
    'src/termdict',
    'build/ingest',
  ],
  'build/publish': [
    'src/model',
    'src/errors',
    'src/files',
    'src/format',
    'src/segment',
    'src/snapshot',
    'build/ingest',
    'build/index',
  ],
};
