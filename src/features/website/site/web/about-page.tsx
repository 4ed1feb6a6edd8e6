import { MapSection, Sidebar } from '#features/publishing/layout/web/index.ts';
import { buildSocietyStructuredData } from '#features/society/settings/society.ts';
import type { Head } from '#platform/shared/head.ts';
import type { Page, SiteData } from '#platform/shared/pages.ts';
import { buildExcerpt } from '#platform/shared/text/excerpt.ts';
import type { SidebarComponent } from '#platform/web/navigation/index.ts';
import { EmptyState } from '#platform/web/ui/content/empty-state.tsx';
import { Prose } from '#platform/web/ui/content/prose.tsx';

/** The society's text about itself. The map is in the sidebar. */
export default function AboutPage({ page }: { page: Page<'map_post'> }) {
  return (
    <article className="stack">
      <h1>{page.title}</h1>
      {page.content_html === '' ? (
        <EmptyState title="We haven’t introduced ourselves yet">Come back soon, or write to us and ask.</EmptyState>
      ) : (
        <Prose html={page.content_html} />
      )}
    </article>
  );
}

const SidebarWithMap: SidebarComponent = ({ page, ...rest }) => (
  <Sidebar {...rest} first={page.type === 'map_post' && <MapSection at={page.maps_url} site={rest.site} />} />
);

export const getSidebar = () => SidebarWithMap;

export function head(page: Page<'map_post'>, site: SiteData): Head {
  return {
    title: page.title,
    description: buildExcerpt(page.content, 155) || `Who we are at ${site.site_name}, and where to find us.`,
    canonical: '/about-us',
    structured: import.meta.env.SSR
      ? [
          {
            '@type': 'AboutPage',
            name: `${page.title}, ${site.site_name}`,
            url: '/about-us',
            mainEntity: { ...buildSocietyStructuredData(site), ...(page.map_link !== '' && { hasMap: page.map_link }) },
          },
        ]
      : [],
  };
}
