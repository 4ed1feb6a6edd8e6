// Runs as a separate process, so that a broken or hostile font can't crash or overload the server. Started by
// font-folder.ts.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { handleWorkerTasks } from '#platform/server/background/handle-worker-tasks.ts';
import type { InstalledFont } from './drawable-text.ts';
import { type PosterSubject, renderPoster } from './poster.ts';
import { createTypesetter, openShapingFont, type ShapingFont } from './set-line.ts';
import { renderShowShareImage, renderSocietyShareImage } from './share-image.ts';
import type { FindTypesetter, Typesetter } from './typesetting.ts';

/** A task to examine a font; `examine` is its path. */
export interface ExamineFontTask {
  examine: string;
}

/** A picture to draw with these fonts, which are tried in order. */
export interface DrawTask {
  draw: 'poster' | 'share image' | 'society share image';
  show: PosterSubject;
  fonts: Pick<InstalledFont, 'path' | 'digest'>[];
}
/** The font; null if the file can't be read, or isn't a font with outlines. */
export type ExamineFontResult = InstalledFont | null;
/** The SVG; null if a font has changed since it was examined, the outlines are far too large, or drawing failed. */
export type DrawResult = string | null;

/** The maximum length of a drawn picture, in characters. Pictures with folder fonts usually have 20,000 to 200,000. */
const MAX_SVG_LENGTH = 2_000_000;

/** The opened fonts, by the hash of their content. */
const opened = new Map<string, ShapingFont>();

function openFont(path: string): { digest: string; font: ShapingFont | undefined } {
  const bytes = readFileSync(path);
  const digest = createHash('sha256').update(bytes).digest('base64url');
  const font = opened.get(digest) ?? openShapingFont(bytes);
  if (font) opened.set(digest, font);
  return { digest, font };
}

function examine(path: string): ExamineFontResult {
  const { digest, font } = openFont(path);
  opened.clear();
  if (!font) return null;
  const { codePoints, scriptTags, placesMarks } = font;
  return { path, digest, codePoints, scriptTags, placesMarks };
}

/**
 * Opens a font that was examined earlier.
 *
 * @throws Error if the file has changed since
 */
function openUnchanged({ path, digest }: DrawTask['fonts'][number]): ShapingFont {
  const known = opened.get(digest);
  if (known) return known;
  const found = openFont(path);
  if (found.digest !== digest || !found.font) throw new Error(`${path} has changed`);
  return found.font;
}

function draw({ draw, show, fonts }: DrawTask): DrawResult {
  const typesetters = new Map<string, Typesetter | undefined>();
  const findTypesetter: FindTypesetter = (text, face) => {
    const key = `${face} ${text}`;
    if (!typesetters.has(key)) {
      const found = fonts.values().map((font) => createTypesetter(text, face, openUnchanged(font)));
      typesetters.set(
        key,
        found.find((typesetter) => typesetter !== undefined),
      );
    }
    return typesetters.get(key);
  };
  const svg =
    draw === 'poster'
      ? renderPoster(show, {}, findTypesetter)
      : draw === 'share image'
        ? renderShowShareImage(show, findTypesetter)
        : renderSocietyShareImage(show.society, findTypesetter);
  return svg.length <= MAX_SVG_LENGTH ? svg : null;
}

setPriority(10);
handleWorkerTasks((task: ExamineFontTask | DrawTask): ExamineFontResult | DrawResult => {
  try {
    return 'examine' in task ? examine(task.examine) : draw(task);
  } catch {
    return null;
  }
});
