import { PublicPerformanceList } from '#features/box-office/performances/web/index.ts';
import { Sidebar } from '#features/publishing/layout/web/index.ts';
import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
import { useSite } from '#platform/web/navigation/index.ts';
import { ButtonLink } from '#platform/web/ui/actions/button.tsx';
import { EmptyState } from '#platform/web/ui/content/empty-state.tsx';
import { NextShowCard } from './parts/next-show-card.tsx';

/** `/tickets` while nothing is on sale here and no other seller is set. */
export default function TicketsPage({ page }: { page: Page<'tickets'> }) {
  const { next_show } = useSite();
  return (
    <div className="stack">
      <h1>{page.title}</h1>
      <NextShowCard show={next_show} />
      {page.performances.length > 0 && <PublicPerformanceList performances={page.performances} />}
      <EmptyState
        title="Nothing on sale just now"
        action={
          <ButtonLink look="line" href={next_show.link || '/past-shows'}>
            {next_show.title === '' ? 'Browse past shows' : 'About the show'}
          </ButtonLink>
        }
      >
        {page.message}
      </EmptyState>
    </div>
  );
}

export const getSidebar = () => Sidebar;

export const head = (page: Page<'tickets'>): Head => ({
  title: page.title,
  description: page.message,
  canonical: '/tickets',
});
