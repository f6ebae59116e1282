/**
 * What is on covers, posters and banners: a few scenes of flat shapes, each different by what is drawn at random.
 */
import type { Random } from '../generate/random.js';
import { arch, circle, type Palette, path, rect, type Size } from './paper.js';

export type Scene = (size: Size, palette: Palette, random: Random) => readonly string[];

const tones = ({ far, middle, near }: Palette): readonly string[] => [far, middle, near];

/** A band from a wavy line to the bottom. */
function wave({ width, height }: Size, top: number, swing: number, steps: number, shift: number, fill: string): string {
  const step = width / steps;
  const parts: (string | number)[] = ['M', -step, height, 'L', -step - shift, top];
  for (let at = 0; at < steps + 3; at += 1) parts.push('q', step / 2, at % 2 === 0 ? -swing : swing, step, 0);
  return path([...parts, 'V', height, 'Z'], fill);
}

const tide: Scene = (size, palette, random) => {
  const { width, height } = size;
  const sun = circle(width * (0.25 + 0.5 * random.unit()), height * 0.5, width * 0.17, palette.spot);
  const bands = tones(palette).flatMap((fill, place) => {
    const top = height * (0.55 + 0.13 * place);
    return [wave(size, top, height * 0.03, 3 + random.below(3), width * 0.3 * random.unit(), fill)];
  });
  return [sun, ...bands];
};

const hills: Scene = (size, palette, random) => {
  const { width, height } = size;
  const ridges = tones(palette).map((fill, place) => {
    const base = height * (0.52 + 0.14 * place);
    const parts: (string | number)[] = ['M', 0, height, 'V', base];
    for (let peak = 0; peak < 4; peak += 1) {
      const x = (width * (peak + 0.5)) / 4;
      parts.push('L', x, base - height * (0.04 + 0.13 * random.unit()), 'L', (width * (peak + 1)) / 4, base);
    }
    return path([...parts, 'V', height, 'Z'], fill);
  });
  return [circle(width * (0.2 + 0.6 * random.unit()), height * 0.42, width * 0.1, palette.spot), ...ridges];
};

const doors: Scene = ({ width, height }, palette, random) => {
  const x = width * (0.35 + 0.3 * random.unit());
  const nested = [palette.far, palette.middle, palette.near, palette.spot].map((fill, place) =>
    arch(x, height * 1.01, width * (0.82 - 0.2 * place), height * (0.6 - 0.115 * place), fill),
  );
  return nested;
};

const rays: Scene = ({ width, height }, palette, random) => {
  const x = width * (0.2 + 0.6 * random.unit());
  const y = height * 0.74;
  const edge = height * 0.36;
  const count = 7 + random.below(4);
  const wedges = Array.from({ length: count }, (_, place) => {
    const step = (width * 1.6) / (count * 2);
    const from = -width * 0.3 + place * step * 2;
    return path(['M', x, y, 'L', from, edge, 'h', step, 'Z'], place % 2 === 0 ? palette.far : palette.middle);
  });
  return [...wedges, rect(0, y, width, height - y, palette.near), circle(x, y, width * 0.12, palette.spot)];
};

const stones: Scene = ({ width, height }, palette, random) => {
  const colours = [...tones(palette), palette.spot];
  const across = 4;
  const step = width / across;
  return Array.from({ length: across * 4 }, (_, place) => {
    const x = (place % across) * step;
    const y = height * 0.44 + Math.floor(place / across) * step;
    const fill = colours[random.below(colours.length)] ?? palette.near;
    const turn = random.below(4);
    if (turn === 0) return circle(x + step / 2, y + step / 2, step / 2, fill);
    const corners = [
      ['M', x, y, 'h', step, 'A', step, step, 0, 0, 1, x, y + step, 'Z'],
      ['M', x + step, y, 'v', step, 'A', step, step, 0, 0, 1, x, y, 'Z'],
      ['M', x, y + step, 'v', -step, 'A', step, step, 0, 0, 1, x + step, y + step, 'Z'],
    ];
    return path(corners[turn - 1] ?? [], fill);
  });
};

const shelf: Scene = ({ width, height }, palette, random) => {
  const colours = [...tones(palette), palette.spot];
  const spines: string[] = [];
  let x = width * 0.06;
  while (x < width * 0.9) {
    const thick = width * (0.05 + 0.07 * random.unit());
    const tall = height * (0.24 + 0.2 * random.unit());
    spines.push(rect(x, height * 0.9 - tall, thick, tall, colours[random.below(colours.length)] ?? palette.near));
    x += thick + width * 0.008;
  }
  return [...spines, rect(0, height * 0.9, width, height * 0.012, palette.near)];
};

const lighthouse: Scene = (size, palette, random) => {
  const { width, height } = size;
  const x = width * (0.3 + 0.4 * random.unit());
  const top = height * 0.47;
  const tower = path(
    ['M', x - width * 0.05, top, 'h', width * 0.1, 'l', width * 0.04, height * 0.36, 'h', -width * 0.18, 'Z'],
    palette.near,
  );
  const beam = path(
    ['M', x, top - height * 0.02, 'L', width * 1.1, height * 0.38, 'V', height * 0.58, 'Z'],
    palette.spot,
    ' opacity=".55"',
  );
  return [
    beam,
    tower,
    rect(x - width * 0.04, top - height * 0.045, width * 0.08, height * 0.045, palette.spot),
    path(
      ['M', x - width * 0.055, top - height * 0.045, 'h', width * 0.11, 'l', -width * 0.055, -height * 0.03, 'Z'],
      palette.near,
    ),
    wave(size, height * 0.82, height * 0.02, 4, width * 0.2 * random.unit(), palette.middle),
    wave(size, height * 0.88, height * 0.02, 5, width * 0.2 * random.unit(), palette.far),
  ];
};

export const SCENES = { tide, hills, doors, rays, stones, shelf, lighthouse } as const satisfies Readonly<
  Record<string, Scene>
>;
