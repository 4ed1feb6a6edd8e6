import { mayUse } from '#features/society/accounts/server/index.ts';

/** Users who may write, edit and delete any blog post, and upload pictures and documents for it. */
export const canEditBlog = mayUse('blog');
