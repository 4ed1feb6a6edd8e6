import { everyone } from '../../../platform/server/http/access.ts';
import type { Platform } from '../../../platform/server/http/platform.ts';
import { renderMarkdown } from '../../../platform/server/markdown.ts';
import { readSettings } from '../../site/server/index.ts';
import type { Post } from '../contract.ts';

export function postsPages({ page }: Platform): void {
  page('/', { access: everyone }, async ({ db }): Promise<Post> => {
    const { siteName, about } = await readSettings(db);
    return {
      type: 'post',
      id: '',
      title: `Welcome to ${siteName}`,
      content: about,
      content_html: renderMarkdown(about),
      date: '',
      show_title: '',
      files: [],
      files_title: 'Files',
      frontpage: true,
    };
  });
}
