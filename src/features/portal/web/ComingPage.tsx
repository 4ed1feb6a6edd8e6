import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { Empty } from '#platform/web/ui/Empty.tsx';

export const head = (page: Page<'coming'>): Head => ({ title: page.title, description: page.about, indexed: false });

/** A page that isn't built yet: says so, rather than that there is nothing. */
export default function ComingPage({ page }: { page: Page<'coming'> }) {
  return (
    <>
      <header className="page-head">
        <h1>{page.title}</h1>
      </header>
      <Empty
        title="This page isn’t ready yet"
        action={<ButtonLink href="/members/dashboard">Go to the dashboard</ButtonLink>}
      >
        {page.about} It comes with a later version of the site; there is nothing you need to do.
      </Empty>
    </>
  );
}
