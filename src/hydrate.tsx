import { importWithRetry } from '#platform/web/parts/import-with-retry.ts';
import '#platform/web/ui/styles/base.css';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { Page, Site } from '#platform/shared/pages.ts';
import { setReauthenticationPrompt } from '#platform/web/calls/reauthentication.ts';
import { forgetDrafts } from '#platform/web/drafts/forget-drafts.ts';
import { stopRecordingClicks } from '#platform/web/hydration/early-input.ts';
import { NavigationContext, startNavigation } from '#platform/web/navigation/index.ts';
import { App } from './root.tsx';
import { loadScreen } from './screens.ts';

const visitorOf = ({ current_user }: Pick<Site, 'current_user'>) => current_user.id;

/** Wakes the page that the document carries. A call and no top-level await: other files import from the one this is built into. */
export async function hydrate(): Promise<void> {
  // In a built site the document has it already
  if (import.meta.env.DEV) await import('#platform/web/ui/styles/fonts.css');

  // The first paint, which brings this module, may come before the end of a long document, where its data are
  if (document.readyState === 'loading') await new Promise((parsed) => addEventListener('DOMContentLoaded', parsed));
  const root = document.getElementById('root');
  const data = document.getElementById('page-data');
  if (root === null || data === null) throw new Error('This document carries no page.');

  const { page, site }: { page: Page; site: Site } = JSON.parse(data.textContent);
  const first = { page, site, path: location.pathname, query: location.search.slice(1) };
  // Signing out by a full load ends here too, also if the button was pressed before the page could handle it. If a
  // session has ended, its user is asked at the address where they were
  if (['/members', '/members/logout'].includes(first.path) && site.current_user.id === '') forgetDrafts();
  const screen = await loadScreen(page.type, first.path);
  const { navigation, places } = startNavigation(
    { ...first, screen },
    {
      loadScreen,
      visitorOf,
      onSignedOut: forgetDrafts,
    },
  );

  const visitor = () => visitorOf(navigation.snapshot().site);
  setReauthenticationPrompt(visitor, async (needs) => {
    const { requestReauthentication: askWho } = await importWithRetry(
      () => import('#features/identity/sign-in/web/request-reauthentication.tsx'),
    );
    return askWho(needs, visitor());
  });

  stopRecordingClicks();
  // In short tasks: a click in between is answered, and has React do the rest at once
  startTransition(() => {
    hydrateRoot(
      root,
      <StrictMode>
        <NavigationContext value={navigation}>
          <App places={places} />
        </NavigationContext>
      </StrictMode>,
    );
  });
}
