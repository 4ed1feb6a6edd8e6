import { numberFrom } from '../ids/seed-number.ts';
import { drawFigure, type Figure } from './figure.ts';

/** The colours of one show's light. */
export interface Light {
  /** As a caption says it: "amber light". */
  name: string;
  /** The dark that everything stands in. */
  dark: string;
  key: string;
  fill: string;
}

/** What stands on the small table. */
export type Thing = 'telephone' | 'gramophone' | 'photograph' | 'handbag' | 'bottle';

/** A picture being built: light is drawn small and soft, things and people sharp. */
export interface Stage {
  width: number;
  height: number;
  /** Where the stage floor meets what is behind it. */
  floor: number;
  light: Light;
  thing: Thing;
  /** The next throw of this picture's dice, from 0 up to 1. */
  dice: () => number;
  /** Soft things: beams, pools, skies. Drawn at a quarter of the size, which blurs them for nothing. */
  soft: string[];
  /** Sharp things, from the back to the front. */
  sharp: string[];
}

/** What the scene tells: the text for people who can't see the picture. */
export type Scene = (stage: Stage) => string;

export interface Setting {
  light: Light;
  thing: Thing;
  /** The same seed gives the same picture for ever. */
  seed: string;
  width: number;
  height: number;
}

export function emptyStage({ seed, ...setting }: Setting): Stage {
  let throws = 0;
  return {
    ...setting,
    floor: setting.height * 0.74,
    dice: () => numberFrom(seed, throws++),
    soft: [],
    sharp: [],
  };
}

export const between = (stage: Stage, low: number, high: number) => low + (high - low) * stage.dice();
export function oneOf<T>(stage: Stage, first: T, ...others: T[]): T {
  return [first, ...others][Math.floor(stage.dice() * (others.length + 1))] ?? first;
}

/** A cone of light from above to a spot on the floor. */
export function beam(stage: Stage, from: number, to: number, spread: number, colour = stage.light.key, strength = 0.5) {
  const id = `beam${stage.soft.length}`;
  const top = -60;
  const bottom = stage.floor + (stage.height - stage.floor) * 0.4;
  stage.soft.push(
    `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="${from}" y1="${top}" x2="${to}" y2="${bottom}"><stop offset="0" stop-color="${colour}" stop-opacity="${strength}"/><stop offset=".6" stop-color="${colour}" stop-opacity="${strength * 0.42}"/><stop offset="1" stop-color="${colour}" stop-opacity="${strength * 0.1}"/></linearGradient>`,
    `<path d="M${from - 14} ${top}L${to - spread} ${bottom}H${to + spread}L${from + 14} ${top}z" fill="url(#${id})" filter="url(#soft)" style="mix-blend-mode:screen"/>`,
  );
  pool(stage, to, bottom, spread * 1.1, colour, strength * 1.1);
}

/** A round of light on the floor. */
export function pool(stage: Stage, x: number, y: number, width: number, colour = stage.light.key, strength = 0.6) {
  glow(stage, x, y, width, width * 0.26, colour, strength);
}

/** Light without an edge. */
export function glow(
  stage: Stage,
  x: number,
  y: number,
  rx: number,
  ry: number,
  colour = stage.light.key,
  strength = 0.6,
) {
  const id = `glow${stage.soft.length}`;
  stage.soft.push(
    `<radialGradient id="${id}"><stop offset="0" stop-color="${colour}" stop-opacity="${strength}"/><stop offset=".45" stop-color="${colour}" stop-opacity="${strength * 0.42}"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient>`,
    `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="url(#${id})" style="mix-blend-mode:screen"/>`,
  );
}

/** The back wall, lighter towards where the light is. */
export function wall(stage: Stage, colour = stage.light.fill, strength = 0.4, x = 0.5, y = 0.42) {
  const id = `wall${stage.soft.length}`;
  stage.soft.push(
    `<radialGradient id="${id}" cx="${x}" cy="${y}" r=".72"><stop offset="0" stop-color="${colour}" stop-opacity="${strength}"/><stop offset=".55" stop-color="${colour}" stop-opacity="${strength * 0.38}"/><stop offset="1" stop-color="${colour}" stop-opacity=".02"/></radialGradient>`,
    `<rect width="${stage.width}" height="${stage.floor}" fill="url(#${id})"/>`,
  );
}

export function boards(stage: Stage, colour = stage.light.key, strength = 0.3) {
  const id = `boards${stage.soft.length}`;
  const { width, height, floor, light } = stage;
  stage.soft.push(
    `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${colour}" stop-opacity="${strength}"/><stop offset="1" stop-color="${light.dark}" stop-opacity=".9"/></linearGradient>`,
    `<rect y="${floor}" width="${width}" height="${height - floor}" fill="url(#${id})"/>`,
  );
  const lines = Array.from({ length: 15 }, (_, at) => {
    const x = (at - 7) / 7;
    return `M${width / 2 + x * width * 0.5} ${floor}L${width / 2 + x * width * 1.5} ${height}`;
  });
  stage.sharp.push(`<path d="${lines.join('')}" stroke="${light.dark}" stroke-opacity=".32" stroke-width="1.6"/>`);
}

/** Players, with the shadows they throw towards us. */
export function players(stage: Stage, figures: Figure[], from: 1 | -1 = 1, lit = 0.75) {
  const { dark, key, fill } = stage.light;
  for (const [at, figure] of figures.entries()) {
    const { x, y, height } = figure;
    const long = height * 0.5;
    stage.soft.push(
      `<path d="M${x - height * 0.1} ${y}L${x - from * long * 0.7 - height * 0.16} ${y + long}H${x - from * long * 0.7 + height * 0.16}L${x + height * 0.1} ${y}z" fill="${dark}" fill-opacity=".7" filter="url(#shade)"/>`,
    );
    const id = `cloth${stage.sharp.length}x${at}`;
    const cloth = oneOf(stage, key, fill, '#6d5a52', fill);
    stage.sharp.push(
      `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="${from * 16}" y1="-104" x2="${-from * 8}" y2="-8"><stop offset="0" stop-color="${mixed(dark, cloth, 0.34)}"/><stop offset=".5" stop-color="${mixed(dark, cloth, 0.12)}"/><stop offset="1" stop-color="${mixed(dark, cloth, 0.03)}"/></linearGradient>`,
      drawFigure(figure, { ink: `url(#${id})`, edge: mixed(dark, key, lit), from }),
    );
  }
}

/** `share` of the second colour in the first; both #rrggbb. */
export function mixed(one: string, other: string, share: number): string {
  const part = (colour: string, at: number) => Number.parseInt(colour.slice(at, at + 2), 16);
  const channel = (at: number) =>
    Math.round(part(one, at) * (1 - share) + part(other, at) * share)
      .toString(16)
      .padStart(2, '0');
  return `#${channel(1)}${channel(3)}${channel(5)}`;
}

const open = ({ width, height }: Stage, share: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width * share}" height="${height * share}">`;

/** The soft half of a picture as SVG, at a quarter of its size: small enough for real blurs. */
export const softHalf = (stage: Stage): string =>
  `${open(stage, 1 / 4)}<defs><filter id="soft" x="-30%" y="-30%" width="160%" height="160%"><feGaussianBlur stdDeviation="20"/></filter>` +
  `<filter id="shade" x="-30%" y="-30%" width="160%" height="160%"><feGaussianBlur stdDeviation="7"/></filter></defs>` +
  `<rect width="${stage.width}" height="${stage.height}" fill="${stage.light.dark}"/>${stage.soft.join('')}</svg>`;

/** The whole picture as SVG: the soft half as it was drawn, what stands before it, dark corners, and grain over all. */
export const wholePicture = (
  stage: Stage,
  { soft, grain, share }: { soft: string; grain: string; share: number },
): string =>
  `${open(stage, share)}<defs><radialGradient id="corners" cx=".5" cy=".48" r=".76"><stop offset=".55" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".5"/></radialGradient>` +
  `<pattern id="grain" width="192" height="192" patternUnits="userSpaceOnUse"><image width="192" height="192" href="${grain}"/></pattern></defs>` +
  `<image width="${stage.width}" height="${stage.height}" preserveAspectRatio="none" href="${soft}"/>${stage.sharp.join('')}` +
  `<rect width="${stage.width}" height="${stage.height}" fill="url(#corners)"/><rect width="${stage.width}" height="${stage.height}" fill="url(#grain)"/></svg>`;
