import type { Page } from '#platform/shared/pages.ts';
import type { PageDocument } from '../response/html-document.ts';
import type { PageRequest } from '../routes/page.ts';
import type { PlatformOptions } from './platform-options.ts';

export type RenderPage = (page: Page, visit: PageRequest) => Promise<PageDocument>;

/** Renders pages as whole HTML documents, with the parts that every page shows around its content. */
export const createPageRenderer =
  ({ siteOf, documentOf }: Pick<PlatformOptions, 'siteOf' | 'documentOf'>): RenderPage =>
  async (page, visit) => {
    const { path, query, origin } = visit;
    return documentOf({ page, site: await siteOf(visit), path, query: query.toString(), origin });
  };
