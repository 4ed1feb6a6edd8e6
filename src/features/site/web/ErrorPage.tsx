import type { Head } from '../../../platform/shared/head.ts';
import type { Page } from '../../../platform/shared/pages.ts';

export default function ErrorPage({ page }: { page: Page<'error'> }) {
  return <h1>{page.type}</h1>;
}

export const head = (page: Page<'error'>): Head => ({ title: page.type, description: '' });
