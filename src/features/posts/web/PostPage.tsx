import type { Head } from '../../../platform/shared/head.ts';
import type { Page } from '../../../platform/shared/pages.ts';

export default function PostPage({ page }: { page: Page<'post'> }) {
  return <h1>{page.title}</h1>;
}

export const head = (page: Page<'post'>): Head => ({ title: page.title, description: '' });
