/** A HEIC picture of 64 × 48 pixels whose left half is red and right half blue, encoded by libheif. */
export const heicPicture = Buffer.from(
  [
    'AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAeFtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAA',
    'AA5waXRtAAAAAAACAAAAEGlkYXQAAAAAAEAAMAAAAExpbG9jAQAAAERAAAMAAQAAAAAAAAIFAAEAAAAAAAAAZgACAAEAAAAAAAAA',
    'AQAAAAAAAAAIAAMAAAAAAAACawABAAAAAAAAASoAAABNaWluZgAAAAAAAwAAABVpbmZlAgAAAQABAABodmMxAAAAABVpbmZlAgAA',
    'AAACAABncmlkAAAAABVpbmZlAgAAAQADAABFeGlmAAAAANVpcHJwAAAAs2lwY28AAABzaHZjQwEDcAAAAAAAAAAAAB7wAPz9+PgA',
    'AA8DIAABABhAAQwB//8DcAAAAwCQAAADAAADAB66AkAhAAEAJ0IBAQNwAAADAJAAAAMAAAMAHqAggQWW6uSmubAgAAADACAAAAMA',
    'ISIAAQAGRAHBc8CJAAAAFGlzcGUAAAAAAAAAQAAAAEAAAAAUaXNwZQAAAAAAAABAAAAAMAAAABBwaXhpAAAAAAMICAgAAAAaaXBt',
    'YQAAAAAAAAACAAECgQIAAgIDhAAAAChpcmVmAAAAAAAAAA5kaW1nAAIAAQABAAAADmNkc2MAAwABAAIAAAGYbWRhdAAAAGIoAa8T',
    'gPUngT//4P1H/7c+eH3dNALAIgf/skQvhbOOWNNF1Z91ot3lzbqyM8loUVyO47vZwnmtUoQKC6nt/IQCryB1G4LD7EX8pDDo7cHB',
    'zqEgBrELvsjhNXRI1R5cGw5o2QAAAABJSSoACAAAAAcAEgEDAAEAAAABAAAAGgEFAAEAAABiAAAAGwEFAAEAAABqAAAAKAEDAAEA',
    'AAACAAAAEwIDAAEAAAABAAAAaYcEAAEAAAByAAAAJYgEAAEAAADAAAAAAAAAADhjAADoAwAAOGMAAOgDAAAGAACQBwAEAAAAMDIx',
    'MAGRBwAEAAAAAQIDAACgBwAEAAAAMDEwMAGgAwABAAAA//8AAAKgBAABAAAAQAAAAAOgBAABAAAAMAAAAAAAAAAEAAEAAgACAAAA',
    'TgAAAAIABQADAAAADgEAAAMAAgACAAAAVwAAAAQABQADAAAA9gAAAAAAAAAAAAAAAQAAAAcAAAABAAAAAAAAAAEAAAAzAAAAAQAA',
    'AB4AAAABAAAAAAAAAAEAAAA=',
  ].join(''),
  'base64',
);

/** Creates a Windows bitmap of one colour with 24 bits for each pixel. The header may claim another width. */
export function createBitmap(
  { width, height }: { width: number; height: number },
  [red, green, blue]: readonly [number, number, number],
  claimedWidth = width,
): Buffer {
  const row = Buffer.alloc(Math.ceil((width * 3) / 4) * 4);
  for (let at = 0; at < width * 3; at += 3) row.set([blue, green, red], at);
  const header = Buffer.alloc(54);
  header.write('BM');
  header.writeUInt32LE(54 + row.length * height, 2);
  header.writeUInt32LE(54, 10);
  header.writeUInt32LE(40, 14);
  header.writeInt32LE(claimedWidth, 18);
  header.writeInt32LE(height, 22);
  header.writeUInt16LE(1, 26);
  header.writeUInt16LE(24, 28);
  return Buffer.concat([header, ...Array.from({ length: height }, () => row)]);
}

/** Creates a box of an MP4 file: its length, its name of four letters and its content. */
export function createMp4Box(name: string, content = ''): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.length);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, Buffer.from(content, 'latin1')]);
}

/** Creates the smallest file that passes our check of an MP4 video, of a brand such as "isom". It can't be played. */
export const createMp4 = (brand: string): Buffer =>
  Buffer.concat([createMp4Box('ftyp', `${brand}\0\0\0\0`), createMp4Box('mdat', 'x'), createMp4Box('moov')]);
