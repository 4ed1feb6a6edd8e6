import { sizePictures } from '#features/publishing/media/server/index.ts';
import { buildMapCsp, parseMapUrl } from '#features/society/settings/maps.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import type { Platform } from '#platform/server/http/platform.ts';
import { everyone } from '#platform/server/http/request/access.ts';
import { renderMarkdown } from '#platform/server/markdown/index.ts';
import type { MapPost, Policy } from '../contract.ts';
import { ACCESSIBILITY } from '../legal-texts.ts';
import { buildPrivacyNotice } from '../privacy-notice.ts';
import { privacyFacts } from './privacy-facts.ts';

/** Pages that a society writes once: who it is, and how it treats its visitors. */
export function aboutAndPolicyPages({ page }: Platform, services: Pick<Services, 'square'>): void {
  page(
    '/about-us',
    { type: 'map_post', access: everyone, csp: ({ maps_url }) => buildMapCsp(maps_url) },
    async ({ db }): Promise<MapPost> => {
      const { about, mapsURL } = await readSettings(db);
      const map = parseMapUrl(mapsURL);
      return {
        type: 'map_post',
        title: 'About us',
        content: about,
        content_html: await sizePictures(db, await renderMarkdown(about), { opens: true }),
        maps_url: map?.embed ?? '',
        map_link: map?.link ?? '',
      };
    },
  );

  page('/privacy', { type: 'notice', access: everyone }, async ({ db }) => {
    const settings = await readSettings(db);
    return notice('/privacy', 'Privacy', settings.privacy || buildPrivacyNotice(privacyFacts(settings, services)));
  });

  page('/accessibility', { type: 'notice', access: everyone }, async ({ db }) =>
    notice('/accessibility', 'Accessibility', (await readSettings(db)).accessibility || ACCESSIBILITY),
  );
}

const notice = async (address: string, title: string, content: string): Promise<Policy> => ({
  type: 'notice',
  title,
  content,
  content_html: await renderMarkdown(content),
  address,
});
