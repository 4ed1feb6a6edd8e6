import type { Reading } from '#platform/server/database/index.ts';

/** How many pictures of one text get their size; those after them have a frame of the usual shape until they load. */
const mostSized = 200;

/** In CSS pixels: a tall picture would otherwise fill more than a screen. */
const widestPortrait = 420;

const picture = /<img src="\/media\/([\w-]{15,16})\/[^"?]*"/g;

/**
 * Gives the pictures in a text, rendered by `renderMarkdown`, their own size and shape, so that nothing moves when they
 * load, and offers browsers several sizes.
 */
export async function sizePictures(db: Reading, html: string): Promise<string> {
  const ids = [...new Set(Array.from(html.matchAll(picture), ([, id = '']) => id))].slice(0, mostSized);
  if (ids.length === 0) return html;
  const rows = await db.selectFrom('media').select(['id', 'width', 'height']).where('id', 'in', ids).execute();
  const sizes = new Map(rows.filter(({ width, height }) => width > 0 && height > 0).map((row) => [row.id, row]));
  return html.replace(picture, (tag, id: string) => {
    const size = sizes.get(id);
    if (!size) return tag;
    const { width, height } = size;
    const src = tag.slice('<img src="'.length, -1);
    const widest = height > width ? Math.min(width, widestPortrait) : width;
    const offered = `srcset="${src}?w=800 800w, ${src}?w=1600 1600w" sizes="(min-width: 45rem) 45rem, 100vw"`;
    return `${tag} width="${width}" height="${height}" style="max-width:min(100%,${widest}px)" ${offered}`;
  });
}
