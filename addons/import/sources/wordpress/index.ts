/**
 * A WordPress site: the WXR that Tools › Export and `wp export` write, one file or a folder of them.
 *
 * Two passes: the first collects authors, terms, attachments and public ids (site); the second adds the items (items).
 */

import { basename, join } from 'node:path';
import { INSTANT } from '../../core/declarations/shape.js';
import type { FieldValue, Intake, Source } from '../../core/intake/source.js';
import { isPersonAddress } from '../../core/privacy/private-values.js';
import { findInputFiles, kindOf, textOf } from '../../input/bytes.js';
import { refuseInput } from '../../input/wrong-input.js';
import { decodeEntities } from '../../text/entities.js';
import { link, text, toValue } from '../../value/value.js';
import { type Element, readChannelElements, readFilledText } from './elements.js';
import { ItemReader } from './items.js';
import { formatHiddenKey, isHiddenKey, readMetaValue } from './meta.js';
import { AUTHOR_TYPE, buildTaxonomyKey, COMMENT_TYPE, MENU_ITEM, Site } from './site.js';

const EXPECTED = 'a WXR file of version 1.0, 1.1 or 1.2, as Tools › Export or "wp export" writes';
const versions: ReadonlySet<string | undefined> = new Set(['1.0', '1.1', '1.2']);

export const wordpress: Source = {
  space: 'wordpress',
  async read(input, intake) {
    const files = await findFiles(input, intake);
    const site = new Site(intake);
    try {
      for (const file of files) await surveyFile(file, site, intake);
      if (site.language !== undefined) intake.locales([{ code: site.language }]);
      await readItems(files, site, intake);
    } finally {
      site.attachments.close();
    }
    return site.title === undefined ? undefined : decodeEntities(site.title);
  },
};

async function readItems(files: readonly string[], site: Site, intake: Intake): Promise<void> {
  declareTypes(site, intake);
  await addAuthors(site, intake);
  await addTerms(site, intake);
  const items = new ItemReader(site, intake);
  for (const file of files) {
    for await (const element of readElements(file, intake, 'reading')) {
      if (element.name === 'item') await items.read(element, basename(file));
      else if (!surveyedElements.has(element.name)) intake.leaveOut(`channel: ${element.name}`, 'settings of the site');
    }
  }
}

const surveyedElements: ReadonlySet<string> = new Set([
  ...['wp:author', 'wp:wp_author', 'wp:category', 'wp:tag', 'wp:term'],
  ...['title', 'language'],
]);

async function findFiles(input: string, intake: Intake): Promise<readonly string[]> {
  if ((await kindOf(input)) === 'file') return [input];
  const files = (await findInputFiles(input, intake)).filter((name) => /\.xml(?:\.gz)?$/i.test(name));
  if (files.length === 0) await refuseInput(input, `${EXPECTED}; there is no .xml in it`);
  return files.map((name) => join(input, name));
}

async function* readElements(
  file: string,
  intake: Intake,
  step: string,
  opened: Set<string> = new Set(),
): AsyncGenerator<Element> {
  const name = basename(file);
  const texts = textOf(file, (done, total) => intake.progress(`${step} ${name}`, done, total));
  yield* readChannelElements(texts, name, {
    removed: (count) => {
      if (step === 'reading') intake.note(`${name}: characters that XML forbids, left out`, count);
    },
    opened: (tag) => opened.add(tag),
  });
}

async function surveyFile(file: string, site: Site, intake: Intake): Promise<void> {
  const opened = new Set<string>();
  site.version = undefined;
  try {
    for await (const element of readElements(file, intake, 'looking at', opened)) {
      if (element.name === 'item' && site.version === undefined) await refuseInput(file, EXPECTED);
      site.survey(element);
    }
  } catch (error) {
    // A file of another format is refused with the expected format, not with a syntax error.
    if (opened.size === 0) await refuseInput(file, EXPECTED);
    throw error;
  }
  if (site.version === undefined) await refuseInput(file, EXPECTED);
  if (!versions.has(site.version)) await refuseInput(file, EXPECTED, `a WXR file of version ${site.version}`);
}

function declareTypes(site: Site, intake: Intake): void {
  for (const key of site.types) {
    const type = intake.type(key);
    for (const name of ['title', 'slug', 'link'] as const)
      type.field(name, { shape: { type: 'text' }, unique: name === 'slug' });
    for (const name of ['published', 'modified'] as const) type.field(name, { shape: INSTANT });
    type.field('author', { shape: { type: 'link', many: false, to: [AUTHOR_TYPE] } });
    if (key !== MENU_ITEM)
      for (const name of ['content', 'excerpt'] as const) type.field(name, { shape: { type: 'markdown' } });
  }
  for (const taxonomy of site.taxonomies) {
    const type = intake.type(buildTaxonomyKey(taxonomy), taxonomy === 'post_tag' ? 'tag' : taxonomy);
    type.field('name', { shape: { type: 'text' } });
    type.field('description', { shape: { type: 'textMultiline' } });
    type.field('parent', { shape: { type: 'link', many: false, to: [buildTaxonomyKey(taxonomy)] } });
  }
  const authors = intake.type(AUTHOR_TYPE, 'author');
  for (const name of ['login', 'name', 'firstName', 'lastName']) authors.field(name, { shape: { type: 'text' } });
  const comments = intake.type(COMMENT_TYPE, 'comment');
  comments.field('content', { shape: { type: 'markdown' } });
  comments.field('author', { shape: { type: 'text' } });
  comments.field('authorUrl', { shape: { type: 'text' } });
  comments.field('published', { shape: INSTANT });
  comments.field('kind', { shape: { type: 'text' } });
  // WordPress shows the oldest comment first, and replies below the comment that they answer.
  comments.field('parent', {
    shape: { type: 'link', many: false, to: [COMMENT_TYPE] },
    inverse: { name: 'replies', sort: 'published' },
  });
  comments.field('post', {
    shape: { type: 'link', many: false },
    inverse: { name: 'comments', sort: 'published' },
  });
  if (site.hasType(MENU_ITEM)) intake.type(MENU_ITEM).field('title', { shape: { type: 'text' } });
}

const authorElements: ReadonlySet<string> = new Set(
  ['id', 'login', 'email', 'display_name', 'first_name', 'last_name', 'description'].map((name) => `wp:author_${name}`),
);

async function addAuthors(site: Site, intake: Intake): Promise<void> {
  for (const [login, author] of site.authors) {
    if (login === '') {
      intake.lose('authors', 'an author without a login');
      continue;
    }
    const readAuthorText = (name: string) => (author === undefined ? undefined : readFilledText(author, name));
    const texts = [
      ['login', isPersonAddress(login) ? undefined : login],
      ['name', readAuthorText('wp:author_display_name') ?? site.buildAuthorId(login)],
      ['firstName', readAuthorText('wp:author_first_name')],
      ['lastName', readAuthorText('wp:author_last_name')],
      ['description', readAuthorText('wp:author_description')],
    ] as const;
    for (const { name } of author?.children ?? []) {
      if (!authorElements.has(name)) intake.lose(`author: ${name}`, 'an unknown element');
    }
    if (isPersonAddress(login)) intake.leaveOut('author: login', 'personal data');
    if (readAuthorText('wp:author_email') !== undefined) intake.leaveOut('author: email', 'personal data');
    const values = texts.map(([field, value]) => ({
      field,
      value: value === undefined ? undefined : text(decodeEntities(value)),
    }));
    await intake.type(AUTHOR_TYPE).add(site.buildAuthorId(login), values, `author ${login}`);
  }
}

async function addTerms(site: Site, intake: Intake): Promise<void> {
  for (const { taxonomy, slug, name, description, parent, meta } of site.terms.values()) {
    const type = buildTaxonomyKey(taxonomy);
    const values: FieldValue[] = [
      { field: 'name', value: text(name) },
      { field: 'description', value: description === undefined ? undefined : toValue(decodeEntities(description)) },
      { field: 'parent', value: parent === undefined ? undefined : link(parent, type) },
    ];
    for (const [key, texts] of meta) {
      const termType = intake.type(type);
      if (isHiddenKey(key)) {
        intake.leaveOut(
          `${termType.name}: meta ${formatHiddenKey(key)}`,
          'a hidden field of WordPress or a plugin',
          texts.length,
        );
        continue;
      }
      termType.field(`meta:${key}`, { name: key });
      values.push({ field: `meta:${key}`, value: readMetaValue(texts) });
    }
    await intake.type(type).add(slug, values, `${taxonomy} ${slug}`);
  }
}
