import type { Inks } from './inks.ts';
import type { Random } from './random.ts';

/** The area of a motif: a box from 0, 0, as wide as the poster; strokes outside it are cut off. */
export interface MotifContext {
  width: number;
  height: number;
  inks: Inks;
  random: Random;
}

/** Draws a picture as SVG markup. Its random numbers vary positions only. */
export type Motif = (art: MotifContext) => string;

/** A path's data, its numbers rounded to a tenth. */
export function svgPathData(strings: TemplateStringsArray, ...values: (number | string)[]): string {
  return strings.reduce((all, text, i) => {
    const value = values[i - 1];
    return all + (typeof value === 'number' ? roundToTenth(value) : (value ?? '')) + text;
  });
}

export function roundToTenth(value: number): number {
  return Math.round(value * 10) / 10;
}

export function svgPath(data: string, fill: string): string {
  return `<path d="${data}" fill="${fill}"/>`;
}

export function svgLine(data: string, stroke: string, width: number): string {
  return `<path d="${data}" fill="none" stroke="${stroke}" stroke-width="${roundToTenth(width)}" stroke-linecap="round" stroke-linejoin="round"/>`;
}

export function svgCircle(x: number, y: number, radius: number, fill: string): string {
  return `<circle cx="${roundToTenth(x)}" cy="${roundToTenth(y)}" r="${roundToTenth(radius)}" fill="${fill}"/>`;
}

export function svgEllipse(x: number, y: number, rx: number, ry: number, fill: string): string {
  return `<ellipse cx="${roundToTenth(x)}" cy="${roundToTenth(y)}" rx="${roundToTenth(rx)}" ry="${roundToTenth(ry)}" fill="${fill}"/>`;
}

export function svgRect(x: number, y: number, width: number, height: number, fill: string): string {
  return `<rect x="${roundToTenth(x)}" y="${roundToTenth(y)}" width="${roundToTenth(width)}" height="${roundToTenth(height)}" fill="${fill}"/>`;
}
