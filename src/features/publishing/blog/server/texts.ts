import type { Reading } from '#platform/server/database/index.ts';
import { editBlogPostPath } from '../paths.ts';
import { listBlogContents } from './store.ts';

/** Finds the texts of existing posts, for finding the pictures in them. */
export const findBlogPostTexts = async (db: Reading) =>
  (await listBlogContents(db)).map(({ key, title, content }) => ({
    text: content,
    where: `Blog: ${title}`,
    href: editBlogPostPath(key),
  }));
