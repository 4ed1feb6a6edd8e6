import type { Inks } from './inks.ts';
import type { Random } from './seed.ts';

/** The area of a motif: a box from 0, 0, as wide as the poster; strokes outside it are cut off. */
export interface Art {
  width: number;
  height: number;
  inks: Inks;
  random: Random;
}

/** Draws a picture as SVG markup. Its random numbers vary positions only. */
export type Motif = (art: Art) => string;

/** A path's data, its numbers rounded to a tenth. */
export function d(strings: TemplateStringsArray, ...values: (number | string)[]): string {
  return strings.reduce((all, text, i) => {
    const value = values[i - 1];
    return all + (typeof value === 'number' ? tenth(value) : (value ?? '')) + text;
  });
}

export function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}

export function path(data: string, fill: string): string {
  return `<path d="${data}" fill="${fill}"/>`;
}

export function line(data: string, stroke: string, width: number): string {
  return `<path d="${data}" fill="none" stroke="${stroke}" stroke-width="${tenth(width)}" stroke-linecap="round" stroke-linejoin="round"/>`;
}

export function circle(x: number, y: number, radius: number, fill: string): string {
  return `<circle cx="${tenth(x)}" cy="${tenth(y)}" r="${tenth(radius)}" fill="${fill}"/>`;
}

export function ellipse(x: number, y: number, rx: number, ry: number, fill: string): string {
  return `<ellipse cx="${tenth(x)}" cy="${tenth(y)}" rx="${tenth(rx)}" ry="${tenth(ry)}" fill="${fill}"/>`;
}

export function rect(x: number, y: number, width: number, height: number, fill: string): string {
  return `<rect x="${tenth(x)}" y="${tenth(y)}" width="${tenth(width)}" height="${tenth(height)}" fill="${fill}"/>`;
}
