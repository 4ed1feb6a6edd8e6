import type { Head } from '../../../platform/shared/head.ts';
import type { Page } from '../../../platform/shared/pages.ts';

export default function TicketsPage({ page }: { page: Page<'tickets'> }) {
  return <h1>{page.type}</h1>;
}

export const head = (page: Page<'tickets'>): Head => ({ title: page.type, description: '' });
