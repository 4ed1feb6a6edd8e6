import type { Reading } from '#platform/server/database/index.ts';
import { membersPostAddress } from '../address.ts';
import { postTexts } from './store.ts';

/**
 * Lists the texts of live posts, to find the pictures in them. Links lead to the portal because private and unpublished
 * posts have no public page.
 */
export const postTextsOnSite = async (db: Reading) =>
  (await postTexts(db)).map(({ id, title, content }) => ({
    text: content,
    where: `Post: ${title}`,
    href: membersPostAddress(id),
  }));
