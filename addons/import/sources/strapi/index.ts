/**
 * A Strapi project: the archive that `strapi export --no-encrypt` of version 4 or 5 writes.
 *
 * Two passes: the first collects schemas, links and rows (project); the second adds the items (entries).
 */
import type { Intake, Source } from '../../core/intake/source.js';
import { type Bundle, openBundle } from '../../input/bundle.js';
import { jsonLines } from '../../input/json-stream.js';
import { refuseInput } from '../../input/wrong-input.js';
import { type Json, listAt, memberAt, parseJson, textAt } from '../../value/json.js';
import { ContentTypes } from './content-types.js';
import { EntryReader } from './entries.js';
import { FILE_TYPE, Project } from './project.js';

const EXPECTED = 'the tar.gz that "strapi export --no-encrypt" of Strapi 4 or 5 writes, or the folder in it';

export const strapi: Source = {
  space: 'strapi',
  async read(input, intake) {
    if (input.endsWith('.enc')) await refuseInput(input, EXPECTED, 'an encrypted export');
    const bundle = await openBundle(input, intake);
    if (bundle === undefined) return refuseInput(input, EXPECTED);
    const project = new Project(intake, await readMajorVersion(bundle, input));
    await surveyProject(bundle, project, intake);
    const types = new ContentTypes(project, intake);
    types.declareTypes();
    const reader = new EntryReader(project, types, intake);
    for (const readsFiles of [false, true]) {
      for await (const { value, place } of readLines(bundle, 'entities')) {
        intake.progress('reading the entries', 0, 0);
        if ((textAt(value, 'type') === FILE_TYPE) === readsFiles) await reader.read(value, place);
      }
    }
    return undefined;
  },
};

async function readMajorVersion(bundle: Bundle, input: string): Promise<number> {
  const hasFolder = (folder: string): boolean =>
    bundle.names.some((name) => new RegExp(`(?:^|/)${folder}/[^/]+\\.jsonl$`).test(name));
  const metadata = bundle.names.find((name) => /(?:^|\/)metadata\.json$/.test(name) && !name.includes('assets/'));
  if (metadata === undefined || !hasFolder('schemas') || !hasFolder('entities')) {
    const otherSystem = bundle.names.some((name) => name.endsWith('data.ndjson')) ? 'a dataset of Sanity' : undefined;
    return refuseInput(
      input,
      EXPECTED,
      otherSystem ?? 'an archive or a folder without metadata.json, schemas and entities',
      { source: 'strapi', pattern: /\.(?:tar\.gz|tgz|tar)$/i },
    );
  }
  let text = '';
  for await (const chunk of bundle.text(metadata)) text += chunk;
  const version = textAt(parseMetadata(text), 'strapi', 'version') ?? 'unknown';
  const major = Number(/^\d+/.exec(version)?.[0]);
  return major === 4 || major === 5 ? major : refuseInput(input, EXPECTED, `an export of Strapi ${version}`);
}

function parseMetadata(text: string): Json {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}

/** @param intake receives lines that cannot be read; passed in the first pass only */
async function* readLines(
  bundle: Bundle,
  folder: string,
  intake?: Intake,
): AsyncGenerator<{ readonly value: Json; readonly place: string }> {
  const names = bundle.names.filter((name) => new RegExp(`(?:^|/)${folder}/[^/]+\\.jsonl$`).test(name));
  for (const name of names) yield* jsonLines(bundle.text(name), name, intake?.faulty.bind(intake));
}

async function surveyProject(bundle: Bundle, project: Project, intake: Intake): Promise<void> {
  for await (const { value } of readLines(bundle, 'schemas', intake)) project.addSchema(value);
  for await (const { value } of readLines(bundle, 'configuration', intake)) {
    if (textAt(value, 'value', 'key') === 'plugin_i18n_default_locale') {
      const defaultLocale = textAt(value, 'value', 'value');
      if (defaultLocale !== undefined) project.defaultLocale = defaultLocale.replace(/^"|"$/g, '');
    }
    project.addEditor(memberAt(value, 'value') ?? null);
    intake.leaveOut('configuration', 'settings of the project');
  }
  for await (const { value } of readLines(bundle, 'links', intake)) project.addLink(value);
  const permissions = new Map<string, string>();
  let publicRole: string | undefined;
  for await (const { value } of readLines(bundle, 'entities', intake)) {
    const [type, id, data] = [
      textAt(value, 'type') ?? '',
      String(memberAt(value, 'id') ?? ''),
      memberAt(value, 'data') ?? null,
    ];
    // In fetched files, the links of a row are next to its data.
    for (const link of listAt(value, 'links')) project.addLink(link);
    if (type === FILE_TYPE) project.addFile(id, data);
    else if (type === 'plugin::i18n.locale') project.addLocale(textAt(data, 'code') ?? '', textAt(data, 'name'));
    else if (type.startsWith('api::')) project.addRow(type, id, data);
    else if (type === 'plugin::users-permissions.permission') permissions.set(id, textAt(data, 'action') ?? '');
    else if (type === 'plugin::users-permissions.role' && textAt(data, 'type') === 'public') publicRole = id;
  }
  project.publicTypes = project.findPublicTypes(permissions, publicRole);
  if (project.publicTypes === undefined) {
    intake.warn(
      'the public role may read no content type, or is not in the export: all that is published is taken, but for what looks private',
    );
  }
  for (const name of bundle.names) {
    if (/(?:^|\/)assets\/uploads\//.test(name))
      intake.leaveOut('assets/uploads', 'contents of files; the files stay where they are');
  }
  project.groupRows();
}
