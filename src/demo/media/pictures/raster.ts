import sharp, { type Sharp } from 'sharp';
import { computePseudoRandomNumber } from '../../people/ids.ts';

const TILE = 192;
let grain: Promise<string> | undefined;

/** Returns film grain as a data: URL, the same for every picture. Without grain, soft light would show rings. */
function grainTile(): Promise<string> {
  const pixels = new Uint8Array(TILE * TILE * 2);
  for (let at = 0; at < TILE * TILE; at++) {
    const throwOf = computePseudoRandomNumber('grain', at);
    pixels[at * 2] = throwOf < 0.5 ? 0 : 255;
    pixels[at * 2 + 1] = Math.floor(((throwOf * 1000) % 1) * 19);
  }
  return toDataUrl(sharp(pixels, { raw: { width: TILE, height: TILE, channels: 2 } }));
}

const toDataUrl = async (picture: Sharp) =>
  `data:image/png;base64,${(await picture.png({ compressionLevel: 1 }).toBuffer()).toString('base64')}`;

/**
 * Matches a drawing's size and its two `<g>` elements: the soft lights, which may be daylight, and everything in front
 * of them.
 */
const shape = /viewBox="0 0 (\d+) (\d+)">\n(<g id="light"( class="day")?>.*?\n<\/g>)\n(<g id="stage">.*)<\/svg>/s;

/**
 * Renders a drawing as a photograph: a JPEG with dark corners (less dark by daylight) and film grain; brownish if it is
 * `faded`. The lights are rendered first, at a quarter of the size, because blurs at full size take four times as long
 * as everything else.
 *
 * @param share the size of the JPEG, as a share of the drawing's size; less than 1 where details don't matter
 */
export async function renderAsPhotograph(drawing: string, { faded = false, share = 1 } = {}): Promise<Buffer> {
  const [, width = '', height = '', light, isDay, stage] = shape.exec(drawing) ?? [];
  if (!stage) throw new Error('This drawing has no lights, or no stage.');
  const open = (scale: number) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${+width * scale}" height="${+height * scale}">`;
  const soft = await toDataUrl(sharp(Buffer.from(`${open(1 / 4)}${light}</svg>`)));
  grain ??= grainTile();
  const whole = `${open(share)}<defs><radialGradient id="corners" cx=".5" cy=".48" r=".76"><stop offset=".55" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity="${isDay ? 0.15 : 0.5}"/></radialGradient>
<pattern id="grain" width="${TILE}" height="${TILE}" patternUnits="userSpaceOnUse"><image width="${TILE}" height="${TILE}" href="${await grain}"/></pattern></defs>
<image width="${width}" height="${height}" preserveAspectRatio="none" href="${soft}"/>
${stage}<rect width="${width}" height="${height}" fill="url(#corners)"/><rect width="${width}" height="${height}" fill="url(#grain)"/></svg>`;
  const picture = sharp(Buffer.from(whole)).removeAlpha();
  return (faded ? picture.greyscale().tint('#d8ccb4') : picture).jpeg({ quality: 92 }).toBuffer();
}
