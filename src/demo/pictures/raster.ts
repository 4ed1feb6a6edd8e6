import sharp, { type Sharp } from 'sharp';
import { numberFrom } from '../ids/seed-number.ts';
import { type Stage, softHalf, wholePicture } from './stage.ts';

const TILE = 192;
let grain: Promise<string> | undefined;

/** Film grain, the same for every picture: without it a soft light has rings. As a data: address. */
function grainTile(): Promise<string> {
  const pixels = new Uint8Array(TILE * TILE * 2);
  for (let at = 0; at < TILE * TILE; at++) {
    const throwOf = numberFrom('grain', at);
    pixels[at * 2] = throwOf < 0.5 ? 0 : 255;
    pixels[at * 2 + 1] = Math.floor(((throwOf * 1000) % 1) * 19);
  }
  return asAddress(sharp(pixels, { raw: { width: TILE, height: TILE, channels: 2 } }));
}

const asAddress = async (picture: Sharp) =>
  `data:image/png;base64,${(await picture.png({ compressionLevel: 1 }).toBuffer()).toString('base64')}`;

/**
 * A picture as a photographer would hand it in: a JPEG of the stage's own size. Drawn in two passes, since blurs at the
 * full size take four times as long as all the rest.
 * @param share of the stage's size, for whoever needs a picture but not its details
 */
export async function rasterise(stage: Stage, { faded = false, share = 1 } = {}): Promise<Buffer> {
  grain ??= grainTile();
  const soft = await asAddress(sharp(Buffer.from(softHalf(stage))));
  const picture = sharp(Buffer.from(wholePicture(stage, { soft, grain: await grain, share }))).removeAlpha();
  return (faded ? picture.greyscale().tint('#d8ccb4') : picture).jpeg({ quality: 92 }).toBuffer();
}
