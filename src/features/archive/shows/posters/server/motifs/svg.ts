import type { Inks } from './inks.ts';
import type { Random } from './random.ts';

/**
 * The area of a motif: a box whose corner is at 0, 0 and which is as wide as the poster. Strokes outside the box are
 * cut off.
 */
export interface MotifContext {
  width: number;
  height: number;
  inks: Inks;
  random: Random;
}

/** Draws a picture as SVG markup. The same random numbers always give the same picture. */
export type DrawMotif = (art: MotifContext) => string;

/** Formats a path's data with numbers rounded to a tenth. */
export function formatSvgPathData(strings: TemplateStringsArray, ...values: (number | string)[]): string {
  return strings.reduce((all, text, i) => {
    const value = values[i - 1];
    return all + (typeof value === 'number' ? roundToTenth(value) : (value ?? '')) + text;
  });
}

export function roundToTenth(value: number): number {
  return Math.round(value * 10) / 10;
}

export function renderSvgPath(data: string, fill: string): string {
  return `<path d="${data}" fill="${fill}"/>`;
}

export function renderSvgLine(data: string, stroke: string, width: number): string {
  return `<path d="${data}" fill="none" stroke="${stroke}" stroke-width="${roundToTenth(width)}" stroke-linecap="round" stroke-linejoin="round"/>`;
}

export function renderSvgCircle(x: number, y: number, radius: number, fill: string): string {
  return `<circle cx="${roundToTenth(x)}" cy="${roundToTenth(y)}" r="${roundToTenth(radius)}" fill="${fill}"/>`;
}

export function renderSvgEllipse(x: number, y: number, rx: number, ry: number, fill: string): string {
  return `<ellipse cx="${roundToTenth(x)}" cy="${roundToTenth(y)}" rx="${roundToTenth(rx)}" ry="${roundToTenth(ry)}" fill="${fill}"/>`;
}

export function renderSvgRect(x: number, y: number, width: number, height: number, fill: string): string {
  return `<rect x="${roundToTenth(x)}" y="${roundToTenth(y)}" width="${roundToTenth(width)}" height="${roundToTenth(height)}" fill="${fill}"/>`;
}

const HEAD = '<ellipse cy="-91" rx="6.3" ry="8"/>';
const HAT = '<ellipse cy="-94.5" rx="13.5" ry="2.3"/><path d="M-8-95C-8.5-105-6-108 0-104.8C6-108 8.5-105 8-95z"/>';
const COAT =
  '<path d="M-3.5-86C-4-82-13-81.5-15.5-77C-19-69-20-52-19.5-42l2 4 2.5-3.5C-14.5-52-13.5-60-12-66C-11.5-52-13-38-14.5-25H-9.5L-8.5-3-12.5 0H-2L-.6-25H.6L2 0H12.5L8.5-3 9.5-25H14.5C13-38 11.5-52 12-66C13.5-60 14.5-52 15-41.5L17.5-38l2-4C20-52 19-69 15.5-77C13-81.5 4-82 3.5-86z"/>';

/** Draws a standing figure in a long coat. `height` is without the hat. */
export function drawCoatedFigure(x: number, feet: number, height: number, fill: string, hat = false): string {
  return `<g fill="${fill}" transform="translate(${roundToTenth(x)} ${roundToTenth(feet)}) scale(${roundToTenth(height) / 100})">${HEAD}${hat ? HAT : ''}${COAT}</g>`;
}
