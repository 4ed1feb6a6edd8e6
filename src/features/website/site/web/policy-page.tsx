import { Sidebar } from '#features/publishing/layout/web/index.ts';
import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
import { buildExcerpt } from '#platform/shared/text/excerpt.ts';
import { Prose } from '#platform/web/ui/content/prose.tsx';

/** The privacy or accessibility page. */
export default function PolicyPage({ page }: { page: Page<'notice'> }) {
  return (
    <article className="stack">
      <h1>{page.title}</h1>
      <Prose html={page.content_html} />
    </article>
  );
}

export const getSidebar = () => Sidebar;

export const head = (page: Page<'notice'>): Head => ({
  title: page.title,
  description: buildExcerpt(page.content, 155),
  canonical: page.address,
});
