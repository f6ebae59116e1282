/**
 * The localized twin of an export: about a tenth of its bytes in a second locale too, which falls back to the first.
 *
 * Titles and subtitles of articles are translated, all of them; of the documents' long bodies one in eight, as where
 * translators have just begun. A translation has other letters in place of each, so that no value, and no part of one, is
 * that of the first locale, while there are as many of each length, and the same question with its letters replaced
 * finds as much.
 */
import {
  createReadStream,
  createWriteStream,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isRecord } from '../../../src/format/index.js';

export const SECOND = 'de';

/** Type → field → of how many items one is translated. */
const TRANSLATED: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  article: { title: 1, subtitle: 1 },
  document: { body: 8 },
};

export interface Twins {
  /** With both locales. */
  readonly localized: string;
  /** With what the second locale has in the end, as if there were no other: what its answers are held against. */
  readonly second: string;
  /** Bytes of translations, for each of the export without locales. */
  readonly share: number;
}

const vowels = 'aeiou';
const consonants = 'bcdfghjklmnpqrstvwxyz';

/** @returns the text with each letter of English replaced by the next one of its kind */
export function translated(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => {
    const lower = letter.toLowerCase();
    const kind = vowels.includes(lower) ? vowels : consonants;
    const next = kind[(kind.indexOf(lower) + 1) % kind.length]!;
    return letter === lower ? next : next.toUpperCase();
  });
}

const translatedOperand = /^(filter\[(?:[^=]*\]\[)?(?:title|subtitle)\]\[(?!_exists)[^=]*\])=(.*)$/;

/** @param url of a question of the first locale. @returns the question that finds as much in the second, without naming it */
export function translatedUrl(url: string): string {
  if (!/^\/article\b/.test(url)) return url;
  const [path, search] = url.split('?');
  if (search === undefined) return url;
  const parts = search.split('&').map((part) => {
    const [, name = '', operand] = translatedOperand.exec(part) ?? [];
    if (operand === undefined) return part;
    return `${name}=${encodeURIComponent(translated(decodeURIComponent(operand.replaceAll('+', ' '))))}`;
  });
  return `${path}?${parts.join('&')}`;
}

type Shown = (own: string, translation: string | undefined) => unknown;

/** @returns bytes of translations */
async function writeItems(
  from: string,
  to: string,
  fields: Readonly<Record<string, number>>,
  shown: Shown,
): Promise<number> {
  let bytes = 0;
  const lines = async function* (): AsyncGenerator<string> {
    let place = 0;
    for await (const line of createInterface({ input: createReadStream(from) })) {
      const item: unknown = JSON.parse(line);
      if (!isRecord(item)) throw new Error(`${from} has a line that is no item`);
      const values = Object.entries(fields).flatMap(([name, every]) => {
        const own = item[name];
        if (typeof own !== 'string') return [];
        const translation = place % every === 0 ? translated(own) : undefined;
        bytes += Buffer.byteLength(translation ?? '');
        return [[name, shown(own, translation)] as const];
      });
      place += 1;
      yield `${JSON.stringify({ ...item, ...Object.fromEntries(values) })}\n`;
    }
  };
  await pipeline(Readable.from(lines()), createWriteStream(to));
  return bytes;
}

const bothOf: Shown = (own, translation) => ({ en: own, ...(translation !== undefined && { [SECOND]: translation }) });
const secondOf: Shown = (own, translation) => translation ?? own;

/** @param folder of the export. @param into where the twins are made. Cost: reading it and writing it twice. */
export async function writeTwins(folder: string, into: string): Promise<Twins> {
  const twins = { localized: join(into, 'localized-export'), second: join(into, 'second-export') };
  for (const twin of Object.values(twins)) mkdirSync(twin, { recursive: true });
  const files = readdirSync(folder);
  let translationBytes = 0;
  for (const file of files.filter((name) => name.endsWith('.ndjson'))) {
    const fields = TRANSLATED[basename(file, '.ndjson')] ?? {};
    translationBytes += await writeItems(join(folder, file), join(twins.localized, file), fields, bothOf);
    await writeItems(join(folder, file), join(twins.second, file), fields, secondOf);
  }
  writeModels(folder, twins);
  const byteLength = files.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  return { ...twins, share: translationBytes / byteLength };
}

interface ModelJson {
  readonly contentTypes: readonly { readonly name: string; readonly fields: readonly { readonly name: string }[] }[];
}

function writeModels(folder: string, twins: Pick<Twins, 'localized' | 'second'>): void {
  const model: ModelJson = JSON.parse(readFileSync(join(folder, 'model.json'), 'utf8'));
  const contentTypes = model.contentTypes.map((type) => ({
    ...type,
    fields: type.fields.map((field) =>
      TRANSLATED[type.name]?.[field.name] === undefined ? field : { ...field, localized: true },
    ),
  }));
  const locales = [
    { code: 'en', default: true },
    { code: SECOND, fallback: 'en' },
  ];
  writeFileSync(join(twins.second, 'model.json'), JSON.stringify(model));
  writeFileSync(join(twins.localized, 'model.json'), JSON.stringify({ ...model, locales, contentTypes }));
}
