import type { Head } from '../../../platform/shared/head.ts';
import type { Page } from '../../../platform/shared/pages.ts';

export default function RedirectPage({ page }: { page: Page<'redirect'> }) {
  return <h1>{page.type}</h1>;
}

export const head = (page: Page<'redirect'>): Head => ({ title: page.type, description: '' });
