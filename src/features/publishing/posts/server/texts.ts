import type { Reading } from '#platform/server/database/index.ts';
import { membersPostPath } from '../paths.ts';
import { listPostContents } from './store.ts';

/**
 * Lists the texts of live posts, to find the pictures in them. Links lead to the portal because private and unpublished
 * posts have no public page.
 */
export const findPostTexts = async (db: Reading) =>
  (await listPostContents(db)).map(({ id, title, content }) => ({
    text: content,
    where: `Post: ${title}`,
    href: membersPostPath(id),
  }));
