import { importWithRetry } from '#platform/web/parts/lazy-module.ts';
import '#platform/web/ui/styles/index.css';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import type { Page, SiteData } from '#platform/shared/pages.ts';
import { configureReauthentication } from '#platform/web/calls/reauthentication.ts';
import { deleteStoredUserData } from '#platform/web/drafts/user-storage.ts';
import { stopRecordingClicks } from '#platform/web/hydration/early-input.ts';
import { NavigationContext, startNavigation } from '#platform/web/navigation/index.ts';
import { App } from './root.tsx';
import { loadScreen } from './screens.ts';

const visitorOf = ({ current_user }: Pick<SiteData, 'current_user'>) => current_user.id;

/**
 * Hydrates the page in the document. It is a function instead of a top-level await, because other files import from the
 * built file that contains this code.
 */
export async function hydratePage(): Promise<void> {
  // In a built site, the document itself includes the fonts
  if (import.meta.env.DEV) await import('#platform/web/ui/styles/fonts.css');

  // A long document may not have arrived in full when this module loads, after the first paint, and the page's data is
  // at the document's end
  if (document.readyState === 'loading') await new Promise((parsed) => addEventListener('DOMContentLoaded', parsed));
  const root = document.getElementById('root');
  const data = document.getElementById('page-data');
  if (root === null || data === null) throw new Error('The document contains no page.');

  const { page, site }: { page: Page; site: SiteData } = JSON.parse(data.textContent);
  const first = { page, site, path: location.pathname, query: location.search.slice(1) };
  // Signing out by a full page load leads to these URLs, even if the button was pressed before the page could handle
  // it. A user whose session has ended is asked to sign in on the page where they were
  if (['/members', '/members/logout'].includes(first.path) && site.current_user.id === '') deleteStoredUserData();
  const screen = await loadScreen(page, first.path);
  const { navigation, places } = startNavigation(
    { ...first, screen },
    {
      loadScreen,
      visitorOf,
      onSignedOut: deleteStoredUserData,
    },
  );

  const visitor = () => visitorOf(navigation.snapshot().site);
  configureReauthentication(visitor, async (needs) => {
    const { requestReauthentication } = await importWithRetry(
      () => import('#features/identity/sign-in/web/request-reauthentication.tsx'),
    );
    return requestReauthentication(needs, visitor());
  });

  stopRecordingClicks();
  // Hydration runs in short tasks. A click between them is handled, and makes React hydrate the rest at once
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
