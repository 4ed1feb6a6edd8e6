/** The kinds of media that a stored file can be shown as. */
export type MediaKind = 'image' | 'video' | 'audio';

export interface FileType {
  kind: MediaKind | 'document';
  contentType: string;
}

const ascii = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));

const starts = (bytes: Uint8Array, ...first: number[]) => first.every((byte, index) => bytes[index] === byte);

/**
 * Detects a file's type from its first 64 bytes, never from its name. Returns undefined for any type that isn't known
 * to be harmless to show or pass on, such as HTML and SVG.
 */
export function detectFileType(head: Uint8Array): FileType | undefined {
  if (starts(head, 0xff, 0xd8, 0xff)) return { kind: 'image', contentType: 'image/jpeg' };
  if (starts(head, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return { kind: 'image', contentType: 'image/png' };
  if (ascii(head, 0, 4) === 'GIF8') return { kind: 'image', contentType: 'image/gif' };
  if (ascii(head, 0, 4) === 'RIFF') return riff(ascii(head, 8, 12));
  if (starts(head, 0x49, 0x49, 0x2a, 0) || starts(head, 0x4d, 0x4d, 0, 0x2a))
    return { kind: 'image', contentType: 'image/tiff' };
  if (isBitmap(head)) return { kind: 'image', contentType: 'image/bmp' };
  if (ascii(head, 4, 8) === 'ftyp') return isoMedia(ascii(head, 8, 12));
  // Other Matroska videos begin with the same bytes as WebM, but browsers don't play them
  if (starts(head, 0x1a, 0x45, 0xdf, 0xa3))
    return isWebm(head) ? { kind: 'video', contentType: 'video/webm' } : undefined;
  if (ascii(head, 0, 4) === 'OggS') return { kind: 'audio', contentType: 'audio/ogg' };
  if (ascii(head, 0, 3) === 'ID3' || isMpegAudio(head)) return { kind: 'audio', contentType: 'audio/mpeg' };
  if (ascii(head, 0, 5) === '%PDF-') return { kind: 'document', contentType: 'application/pdf' };
  return undefined;
}

function riff(form: string): FileType | undefined {
  if (form === 'WEBP') return { kind: 'image', contentType: 'image/webp' };
  if (form === 'WAVE') return { kind: 'audio', contentType: 'audio/wav' };
  return undefined;
}

const isWebm = (head: Uint8Array) => ascii(head, 0, 64).includes('webm');

/** Returns true for a Windows bitmap: "BM", a reserved zero, and a header of a known size. */
const isBitmap = (head: Uint8Array) =>
  ascii(head, 0, 2) === 'BM' &&
  [6, 7, 8, 9, 15, 16, 17].every((at) => head[at] === 0) &&
  [40, 52, 56, 108, 124].includes(head[14] ?? 0);

/** The types of pictures that not every browser shows, or that aren't compressed (BMP). They are converted. */
export const convertedPictureTypes: ReadonlySet<string> = new Set(['image/heic', 'image/tiff', 'image/bmp']);

/** Returns the type of a file of the MP4 family, by its brand; undefined for an unknown brand. */
function isoMedia(brand: string): FileType | undefined {
  if (/^(hei[cfmsx]|hev[cmsx]|mif1|msf1)$/.test(brand)) return { kind: 'image', contentType: 'image/heic' };
  if (brand === 'avif') return { kind: 'image', contentType: 'image/avif' };
  if (brand.startsWith('M4A')) return { kind: 'audio', contentType: 'audio/mp4' };
  if (/^(isom|iso\d|mp4\d|avc1|M4V |qt {2}|dash)$/.test(brand)) return { kind: 'video', contentType: 'video/mp4' };
  return undefined;
}

/**
 * Returns true for a frame header of MPEG layer III: eleven set bits, version 1, 2 or 2.5, layer 3, and a valid bitrate
 * and sampling rate.
 */
function isMpegAudio([first = 0, second = 0, third = 0]: Uint8Array): boolean {
  const sync = first === 0xff && (second & 0xe0) === 0xe0;
  const version = (second >> 3) & 3;
  const layer = (second >> 1) & 3;
  return sync && version !== 1 && layer === 1 && third >> 4 !== 15 && ((third >> 2) & 3) !== 3;
}
