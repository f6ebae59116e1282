/**
 * The bookshop's pictures: covers, portraits, logos, posters and banners, each drawn from what its item says.
 */
import { Random } from '../generate/random.js';
import { caption, circle, ellipse, lettering, PALETTES, type Palette, path, rect, type Size, sheet } from './paper.js';
import { SCENES, type Scene } from './scenes.js';

export interface Subject extends Size {
  /** What decides all that is drawn at random. */
  readonly name: string;
  readonly title: string;
  /** Who or what else is named. */
  readonly beside: string;
  /** Of a book. */
  readonly genre: string;
}

const { harbour, ember, moss, night, plum, chalk, lagoon, saffron } = PALETTES;
const { tide, hills, doors, rays, stones, shelf, lighthouse } = SCENES;

/** What suits a genre. */
const GENRES: Readonly<Record<string, readonly [palettes: readonly Palette[], scenes: readonly Scene[]]>> = {
  Art: [
    [saffron, plum],
    [stones, rays],
  ],
  Biography: [
    [chalk, harbour],
    [doors, shelf],
  ],
  Children: [
    [saffron, lagoon, moss],
    [stones, hills, rays],
  ],
  Cookery: [[saffron, moss], [stones]],
  Crime: [
    [night, ember, lagoon],
    [lighthouse, doors, tide],
  ],
  Fiction: [
    [harbour, plum, lagoon, ember],
    [tide, hills, doors, lighthouse],
  ],
  History: [
    [chalk, ember],
    [doors, shelf, rays],
  ],
  Music: [
    [plum, night],
    [rays, stones],
  ],
  Poetry: [
    [moss, harbour, plum, chalk],
    [tide, hills],
  ],
  Science: [
    [night, lagoon],
    [stones, rays],
  ],
  Technology: [
    [chalk, lagoon],
    [stones, shelf],
  ],
  Travel: [
    [harbour, moss, saffron],
    [hills, tide],
  ],
};
const ANY: readonly [readonly Palette[], readonly Scene[]] = [Object.values(PALETTES), Object.values(SCENES)];

const one = <T>(list: readonly [T, ...T[]] | readonly T[], random: Random): T => {
  const found = list[random.below(list.length)];
  if (found === undefined) throw new Error('There is nothing to choose from.');
  return found;
};

function cover(subject: Subject, random: Random): readonly string[] {
  const { width, height, title, beside, genre } = subject;
  const [palettes, scenes] = GENRES[genre] ?? ANY;
  const palette = one(palettes, random);
  const margin = width * 0.09;
  return [
    rect(0, 0, width, height, palette.ground),
    ...one(scenes, random)(subject, palette, random),
    caption(beside, margin, height * 0.085, width * 0.036, palette.letters),
    lettering(title, {
      x: margin,
      y: height * 0.18,
      width: width - 2 * margin,
      height: height * 0.235,
      size: width * 0.145,
      fill: palette.letters,
    }),
    // The fold beside the spine.
    rect(0, 0, width * 0.022, height, '#000', ' opacity=".14"'),
  ];
}

const SKIN = ['#f0c9a8', '#d9a27a', '#b97a52', '#8a5639', '#e6b893'] as const;
const HAIR = ['#2b211d', '#5a3825', '#8d8a86', '#c99b52', '#e9e4dc', '#7b2f22'] as const;

function portrait({ width, height }: Subject, random: Random): readonly string[] {
  const palette = one(Object.values(PALETTES), random);
  const [skin, hair] = [one(SKIN, random), one(HAIR, random)];
  const side = Math.min(width, height);
  const [x, y, r] = [width / 2, height * 0.44, side * 0.17];
  const long = random.chance(0.5);
  const shoulders = path(
    [
      'M',
      x - side * 0.4,
      height,
      'C',
      x - side * 0.4,
      y + r * 1.9,
      x - r,
      y + r * 1.7,
      x,
      y + r * 1.7,
      'S',
      x + side * 0.4,
      y + r * 1.9,
      x + side * 0.4,
      height,
      'Z',
    ],
    palette.near,
  );
  const glasses = random.chance(0.4)
    ? [-1, 1].map((way) =>
        circle(
          x + way * r * 0.42,
          y,
          r * 0.28,
          'none',
          ` stroke="${palette.letters}" stroke-width="${Math.round(r * 0.06)}"`,
        ),
      )
    : [];
  return [
    rect(0, 0, width, height, palette.far),
    circle(width * (0.3 + 0.4 * random.unit()), height * 0.4, side * 0.38, palette.spot),
    ...(long ? [ellipse(x, y + r * 0.35, r * 1.35, r * 1.75, hair)] : []),
    rect(x - r * 0.32, y + r * 0.6, r * 0.64, r * 1.3, skin),
    shoulders,
    ellipse(x, y, r * 0.95, r * 1.15, skin),
    path(
      [
        'M',
        x - r * 1.05,
        y - r * 0.05,
        'C',
        x - r * 1.15,
        y - r * 1.7,
        x + r * 1.15,
        y - r * 1.7,
        x + r * 1.05,
        y - r * 0.05,
        'C',
        x + r * 0.7,
        y - r * 0.9,
        x - (random.chance(0.5) ? r * 0.2 : -r * 0.1),
        y - r * 0.8,
        x - r * 1.05,
        y - r * 0.05,
        'Z',
      ],
      hair,
    ),
    ...glasses,
  ];
}

function logo({ width, height, title }: Subject, random: Random): readonly string[] {
  const palette = one([harbour, moss, plum, chalk, lagoon, saffron], random);
  const initials = title
    .split(/\s+/)
    .filter((word) => /^\p{Lu}|\p{Lo}/u.test(word))
    .map((word) => [...word][0])
    .slice(0, 2);
  const side = Math.min(width, height);
  const [x, y] = [width / 2, height / 2];
  const field = random.chance(0.5)
    ? circle(x, y, side * 0.42, palette.near)
    : rect(x - side * 0.4, y - side * 0.4, side * 0.8, side * 0.8, palette.near, ` rx="${Math.round(side * 0.08)}"`);
  return [
    rect(0, 0, width, height, palette.ground),
    field,
    lettering(initials.join(''), {
      x,
      y: y + side * 0.12,
      width: side * 0.6,
      height: side,
      size: side * 0.36,
      fill: palette.ground,
      anchor: 'middle',
    }),
    rect(x - side * 0.14, y + side * 0.19, side * 0.28, side * 0.02, palette.spot),
  ];
}

function poster(subject: Subject, random: Random): readonly string[] {
  const { width, height, title, beside } = subject;
  const palette = one([saffron, lagoon, night, plum, harbour], random);
  const margin = width * 0.08;
  const side = Math.min(width, height * 1.1);
  return [
    rect(0, 0, width, height, palette.ground),
    ...one([tide, rays, hills, stones, lighthouse], random)(subject, palette, random),
    lettering(title, {
      x: margin,
      y: height * 0.16,
      width: width - 2 * margin,
      height: height * 0.24,
      size: side * 0.12,
      fill: palette.letters,
      family: 'sans',
    }),
    rect(0, height * 0.925, width, height * 0.075, palette.letters),
    caption(beside, margin, height * 0.973, Math.min(side * 0.032, height * 0.03), palette.ground),
  ];
}

const hero = (subject: Subject, random: Random): readonly string[] => {
  const palette = one([harbour, night, lagoon, moss], random);
  return [
    rect(0, 0, subject.width, subject.height, palette.ground),
    ...one([tide, hills], random)(subject, palette, random),
  ];
};

/** By the folder that a picture's address names. */
const KINDS = { covers: cover, portraits: portrait, logos: logo, posters: poster, heroes: hero } as const;
export type Kind = keyof typeof KINDS;

export const isKind = (text: string): text is Kind => Object.hasOwn(KINDS, text);

/** @returns an SVG document; the same for the same subject. */
export function draw(kind: Kind, subject: Subject): string {
  return sheet(subject, KINDS[kind](subject, new Random(1, `${kind}/${subject.name}`)));
}
