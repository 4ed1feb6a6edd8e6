import type { Reading } from '#platform/server/database/index.ts';
import { membersPostAddress } from '../address.ts';
import { postTexts } from './store.ts';

/**
 * The texts of existing posts, for finding the pictures in them. Their places are in the portal, where all can be read:
 * the public pages have neither private nor unpublished ones.
 */
export const postTextsOnSite = async (db: Reading) =>
  (await postTexts(db)).map(({ id, title, content }) => ({
    text: content,
    where: `Post: ${title}`,
    href: membersPostAddress(id),
  }));
