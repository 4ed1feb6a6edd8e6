import type { Reading } from '../../../platform/server/database/index.ts';
import { blogAddress } from '../../blog/browsing.ts';
import { postAddress } from '../../posts/address.ts';
import { showAddress } from '../../shows/address.ts';
import type { Use } from '../contract.ts';

/** What settings are called on the screen that sets them; others are not texts that show pictures. */
const settings: Record<string, string> = {
  ticketsHeroPhoto: 'The photograph beside the tickets',
  about: 'About us',
  privacy: 'Privacy',
  accessibility: 'Accessibility',
};

/** The items whose addresses a text has in it. */
export const idsIn = (text: string): string[] => [
  ...new Set(Array.from(text.matchAll(/\/media\/([A-Za-z0-9_-]{15,16})\//g), ([, id = '']) => id)),
];

/** Where every item is shown, by id: with shows, and in whatever text has its address. */
export async function usesOfMedia(db: Reading): Promise<Map<string, Use[]>> {
  const uses = new Map<string, Use[]>();
  const add = (id: string, use: Use) => uses.set(id, [...(uses.get(id) ?? []), use]);
  const addFrom = (text: string, use: Use) => {
    for (const id of idsIn(text)) add(id, use);
  };

  const hung = await db
    .selectFrom('show_media')
    .innerJoin('show', 'show.id', 'show_media.show_id')
    .select(['media_id', 'show.id', 'show.title', 'show.date'])
    .orderBy('show.date', 'desc')
    .orderBy('show.id')
    .execute();
  for (const { media_id, ...show } of hung) {
    add(media_id, { where: `Shown with ${show.title}, ${show.date.slice(0, 4)}`, href: showAddress(show) });
  }
  const shows = await db
    .selectFrom('show')
    .select(['id', 'title', 'programme', 'banner', 'radio_audio', 'text_blob'])
    .where(({ eb, or }) =>
      or([eb('programme', '!=', ''), eb('banner', '!=', ''), eb('radio_audio', '!=', ''), eb('text_blob', '!=', '')]),
    )
    .orderBy('date', 'desc')
    .orderBy('id')
    .execute();
  for (const show of shows) {
    const href = showAddress(show);
    addFrom(show.programme, { where: `Programme of ${show.title}`, href });
    addFrom(show.banner, { where: `Banner of ${show.title}`, href });
    addFrom(show.radio_audio, { where: `Recording of ${show.title}`, href });
    addFrom(show.text_blob, { where: `Text of ${show.title}`, href });
  }
  for (const post of await db.selectFrom('post').select(['id', 'title', 'content']).orderBy('id').execute()) {
    addFrom(post.content, { where: `Post: ${post.title}`, href: postAddress(post.id) });
  }
  for (const { key, title, content } of await db
    .selectFrom('blog_post')
    .select(['key', 'title', 'content'])
    .orderBy('key')
    .execute()) {
    addFrom(content, { where: `Blog: ${title}`, href: blogAddress(key) });
  }
  for (const { name, value } of await db.selectFrom('setting').selectAll().orderBy('name').execute()) {
    const where = settings[name];
    if (where !== undefined) addFrom(value, { where: `Site settings: ${where}`, href: '' });
  }
  return uses;
}
