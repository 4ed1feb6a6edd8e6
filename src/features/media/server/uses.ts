import { blogEditAddress } from '#features/blog/addresses.ts';
import { blogTexts } from '#features/blog/server/index.ts';
import { membersPostAddress } from '#features/posts/address.ts';
import { postTexts } from '#features/posts/server/index.ts';
import { addressForManagers } from '#features/shows/address.ts';
import { showTexts } from '#features/shows/server/index.ts';
import type { Reading } from '#platform/server/database/index.ts';
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

const outOfSight = ({ archived_at }: { archived_at: string | null }) => (archived_at === null ? '' : ' (archived)');

/**
 * Where every item is shown, by id: with shows, and in whatever text has its address. Which shows, posts and texts there
 * are, their own features say; each leads to where those who look after the media can open it.
 */
export async function usesOfMedia(db: Reading): Promise<Map<string, Use[]>> {
  const uses = new Map<string, Use[]>();
  const add = (id: string, use: Use) => uses.set(id, [...(uses.get(id) ?? []), use]);
  const addFrom = (text: string, use: Use) => {
    for (const id of idsIn(text)) add(id, use);
  };

  const shows = await showTexts(db);
  const byId = new Map(shows.map((show) => [show.id, show]));
  const hung = await db.selectFrom('show_media').select(['media_id', 'show_id']).orderBy('media_id').execute();
  const hangings = hung.flatMap(({ media_id, show_id }) => {
    const show = byId.get(show_id);
    return show ? [{ media_id, show }] : [];
  });
  hangings.sort((a, b) => shows.indexOf(a.show) - shows.indexOf(b.show));
  for (const { media_id, show } of hangings) {
    const where = `Shown with ${show.title}, ${show.date.slice(0, 4)}${outOfSight(show)}`;
    add(media_id, { where, href: addressForManagers(show) });
  }
  for (const show of shows) {
    const href = addressForManagers(show);
    const title = `${show.title}${outOfSight(show)}`;
    addFrom(show.programme, { where: `Programme of ${title}`, href });
    addFrom(show.banner, { where: `Banner of ${title}`, href });
    addFrom(show.radio_audio, { where: `Recording of ${title}`, href });
    addFrom(show.text_blob, { where: `Text of ${title}`, href });
  }
  for (const { id, title, content } of await postTexts(db)) {
    // In the portal they are all to be read: the public's page has neither private ones nor those that wait
    addFrom(content, { where: `Post: ${title}`, href: membersPostAddress(id) });
  }
  for (const { key, title, content } of await blogTexts(db)) {
    addFrom(content, { where: `Blog: ${title}`, href: blogEditAddress(key) });
  }
  for (const { name, value } of await db.selectFrom('setting').selectAll().orderBy('name').execute()) {
    const where = settings[name];
    if (where !== undefined) addFrom(value, { where: `Site settings: ${where}`, href: '' });
  }
  return uses;
}
