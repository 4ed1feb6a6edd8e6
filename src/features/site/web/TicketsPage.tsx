import { Sidebar } from '#features/layout/web/index.ts';
import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { Empty } from '#platform/web/ui/Empty.tsx';

/** `/tickets` while nothing is on sale: when it will be. */
export default function TicketsPage({ page }: { page: Page<'tickets'> }) {
  return (
    <div className="stack">
      <h1>{page.title}</h1>
      <Empty
        title="Nothing on sale just now"
        action={
          <ButtonLink look="line" href="/">
            See what is coming
          </ButtonLink>
        }
      >
        {page.message}
      </Empty>
    </div>
  );
}

export const beside = () => Sidebar;

export const head = (page: Page<'tickets'>): Head => ({
  title: page.title,
  description: page.message,
  canonical: '/tickets',
});
