// Decodes the picture formats that sharp's build doesn't read. Runs in the picture process only.
import { open, readFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { detectFileType } from '#platform/shared/media-kinds.ts';

/**
 * The maximum number of pixels of a HEIC picture. Decoding 25 megapixels takes 380 MB; iPhones take pictures of 12 or
 * 24.
 */
const maxHeicPixels = 25_000_000;

interface Size {
  width: number;
  height: number;
}

/** Thrown for a picture that has more pixels than are allowed. */
export class TooManyPixelsError extends Error {}

/**
 * Opens a picture of any format that is accepted. HEIC and BMP are decoded here, without their metadata; sharp opens
 * the others when they are used.
 * @throws TooManyPixelsError for a HEIC or BMP picture with too many pixels, before it is decoded
 */
export async function openPicture(
  path: string,
  { maxPixels, animated = false }: { maxPixels: number; animated?: boolean },
): Promise<Sharp> {
  const { contentType } = detectFileType(await readHead(path)) ?? { contentType: '' };
  if (contentType === 'image/bmp') return decodeBmp(path, maxPixels);
  const heic = contentType === 'image/heic' ? await decodeHeic(path, Math.min(maxPixels, maxHeicPixels)) : undefined;
  return heic ?? sharp(path, { limitInputPixels: false, failOn: 'truncated', animated });
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function requireRoomFor({ width, height }: Size, maxPixels: number): void {
  if (width * height > maxPixels) throw new TooManyPixelsError();
}

/** Loads the HEIC decoder on first use, because it is two megabytes of WebAssembly that few pictures need. */
const loadLibheif = async () => (await import('libheif-js/wasm-bundle.js')).default;

/**
 * The decoder of this process, which decodes one file at a time. A decoder frees the bytes of a file only when it
 * decodes the next file. If each file had its own decoder, the bytes would never be freed.
 */
let heifDecoder: InstanceType<Awaited<ReturnType<typeof loadLibheif>>['HeifDecoder']> | undefined;

/**
 * Decodes a HEIC picture. Returns undefined for a file whose pictures are coded in another way, such as AVIF, which
 * sharp reads.
 */
async function decodeHeic(path: string, maxPixels: number): Promise<Sharp | undefined> {
  const { HeifDecoder } = await loadLibheif();
  const bytes = await readFile(path);
  heifDecoder ??= new HeifDecoder();
  const images = heifDecoder.decode(bytes);
  try {
    const image = images.find((one) => one.is_primary()) ?? images[0];
    if (!image) return undefined;
    const size = { width: image.get_width(), height: image.get_height() };
    requireRoomFor(size, maxPixels);
    const data = new Uint8ClampedArray(size.width * size.height * 4);
    const decoded = await new Promise<boolean>((resolve) =>
      image.display({ data, ...size }, (result) => resolve(result !== null)),
    );
    return decoded ? sharp(data, { raw: { ...size, channels: 4 } }) : undefined;
  } finally {
    for (const one of images) one.free();
  }
}

async function decodeBmp(path: string, maxPixels: number): Promise<Sharp> {
  const { decode } = await import('bmp-ts');
  const bytes = await readFile(path);
  requireRoomFor({ width: bytes.readUInt32LE(18), height: Math.abs(bytes.readInt32LE(22)) }, maxPixels);
  const { data, width, height } = decode(bytes, { toRGBA: true });
  // Most programs leave the fourth byte of a pixel empty, without meaning that the pixel is transparent
  return sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha();
}
