import { mayUse } from '#features/accounts/server/index.ts';

/** Who may write, edit and delete blog posts, whoever wrote them, and bring pictures and documents for them. */
export const mayEditBlog = mayUse('blog');
