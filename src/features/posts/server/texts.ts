import type { Reading } from '#platform/server/database/index.ts';
import { membersPostAddress } from '../address.ts';
import { postTexts } from './store.ts';

/**
 * The posts that are there, for finding the pictures in them. In the portal they are all to be read: the public's page
 * has neither private ones nor those that wait.
 */
export const postTextsOnSite = async (db: Reading) =>
  (await postTexts(db)).map(({ id, title, content }) => ({
    text: content,
    where: `Post: ${title}`,
    href: membersPostAddress(id),
  }));
