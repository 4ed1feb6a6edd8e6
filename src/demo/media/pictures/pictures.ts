import { readFile } from 'node:fs/promises';
import { buildMediaUrl } from '#features/publishing/media/server/index.ts';
import pictures from './pictures.json' with { type: 'json' };

/** A picture of the demo. Its drawing is the SVG file of the same name. */
export interface DemoPicture {
  id: string;
  name: string;
  /** Describes the picture. No two photographs of shows have the same description. */
  alt: string;
  caption?: string;
  /** True for a picture that looks like a small scan of an old, browned print. */
  faded?: boolean;
  /** True if the picture shows the whole cast taking a bow. */
  bows?: boolean;
}

interface DemoPictures {
  /**
   * The photographs of shows: of the last show, the next show, and then earlier shows, newest first. `show` is the key
   * that `buildDemoShowId` takes.
   */
  albums: { show: string; pictures: DemoPicture[] }[];
  /** Wide pictures at the top of shows' pages; that of the next show is also behind the front page's headline. */
  banners: { show: string; picture: DemoPicture }[];
  /** Pictures within texts. */
  textPictures: DemoPicture[];
}

export const { albums, banners, textPictures }: DemoPictures = pictures;

export function getTextPicture(name: string): DemoPicture {
  const found = textPictures.find((picture) => picture.name === name);
  if (!found) throw new Error(`There is no picture ${name}`);
  return found;
}

export const getPictureFileName = ({ name }: DemoPicture): string => `${name}.jpg`;

/** Returns a picture's SVG, which `renderAsPhotograph` turns into a photograph. */
export const readDrawing = ({ name }: DemoPicture): Promise<string> =>
  readFile(new URL(`drawings/${name}.svg`, import.meta.url), 'utf8');

export const formatPictureAsMarkdown = (picture: DemoPicture): string =>
  `![${picture.alt}](${buildMediaUrl({ id: picture.id, filename: getPictureFileName(picture), kind: 'image' })})`;

/** Adds a picture below the first paragraph of a text. */
export function addPictureToText(text: string, picture: DemoPicture): string {
  const [first = '', ...rest] = text.split('\n\n');
  return [first, formatPictureAsMarkdown(picture), ...rest].join('\n\n');
}
