import type { Reading } from '#platform/server/database/index.ts';
import { blogEditAddress } from '../addresses.ts';
import { blogTexts } from './store.ts';

/** The texts of existing posts, for finding the pictures in them. */
export const blogTextsOnSite = async (db: Reading) =>
  (await blogTexts(db)).map(({ key, title, content }) => ({
    text: content,
    where: `Blog: ${title}`,
    href: blogEditAddress(key),
  }));
