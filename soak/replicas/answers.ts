/**
 * The expected answers of every snapshot, read from the builder's folder before replicas can fetch it; and the check of
 * an answer.
 */
import { openSnapshot } from '../../src/client/library/index.js';

export const BOOK = 'the-drowned-verger';

/** @returns the title of the changing book in a night */
export const titleOf = (night: number): string => `Night ${night}`;

/** Of each endpoint and kind of index; most of the answers differ from night to night. */
export const QUESTIONS: readonly string[] = [
  `/book/${BOOK}`,
  `/book/${BOOK}?include=author,reviews`,
  `/book/${BOOK}/author`,
  `/book/${BOOK}/relationships/reviews`,
  '/book?sort=title&page[limit]=5',
  '/book?filter[title][_startsWith]=Night&fields[book]=title',
  '/book?filter[genre][_eq]=Crime&sort=-price&page[limit]=3',
  '/book?filter[pages][_gte]=300&include=author&page[limit]=4',
  '/book?filter[_search]=night&page[limit]=3',
  '/book?_facet[genre]=3&_facet[author]=2&page[limit]=1',
  '/author?sort=sortName&page[limit]=5',
  '/review?filter[stars][_eq]=5&page[limit]=5',
  '/country',
];

export interface Heard {
  readonly question: string;
  readonly status: number;
  /** Of the snapshot, as the header names it. */
  readonly snapshot: string;
  readonly tag: string;
  /** That was asked with, if any. */
  readonly askedTag: string | undefined;
  readonly body: string;
}

interface Known {
  readonly night: number;
  readonly bodies: ReadonlyMap<string, string>;
}

export class Answers {
  readonly #known = new Map<string, Known>();
  /** The bodies of answers that were right, by their tag. */
  readonly #tagged = new Map<string, string>();

  /** @throws if the changing book does not have the title of the night */
  async learn(folder: string, snapshot: string, night: number, title = titleOf(night)): Promise<void> {
    const open = await openSnapshot(folder, { snapshot });
    const bodies = new Map<string, string>();
    for (const question of QUESTIONS) {
      const { status, body } = open.answer(question);
      if (status !== 200) throw new Error(`${question} is answered with ${status}`);
      bodies.set(question, Buffer.from(body).toString());
    }
    open.close();
    if (!bodies.get(`/book/${BOOK}`)?.includes(`"title":"${title}"`)) throw new Error('another night');
    this.#known.set(snapshot, { night, bodies });
  }

  /** @returns undefined for a snapshot that the builder did not make */
  nightOf(snapshot: string): number | undefined {
    return this.#known.get(snapshot)?.night;
  }

  /** @returns a description of the fault in an answer, or undefined if it has none */
  wrongWith({ question, status, snapshot, tag, askedTag, body }: Heard): string | undefined {
    const known = this.#known.get(snapshot);
    if (status !== 200 && status !== 304) return `${question}: status ${status}, ${body.slice(0, 200)}`;
    if (known === undefined) return `${question}: a snapshot that nobody built, "${snapshot}"`;
    const right = known.bodies.get(question);
    const expectedBody = status === 304 ? this.#tagged.get(`${question} ${askedTag}`) : body;
    if (expectedBody !== right) return `${question}: status ${status} of night ${known.night}, but with another answer`;
    if (status === 200) this.#tagged.set(`${question} ${tag}`, body);
    return undefined;
  }
}
