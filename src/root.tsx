import { useEffect } from 'react';
import { Shell } from '#features/publishing/layout/web/shell.tsx';
import { formatDocumentTitle } from '#platform/shared/head.ts';
import { replayEarlyInput } from '#platform/web/hydration/early-input.ts';
import {
  buildHead,
  CurrentScreen,
  DocumentHead,
  PageAnnouncer,
  useNavigationSnapshot,
  useScrollAndFocus,
} from '#platform/web/navigation/index.ts';
import type { ScrollPositionStore } from '#platform/web/navigation/scroll-and-focus.ts';

/**
 * Everything inside `<div id="root">`, which is the same on the server and in the browser. Only the browser passes
 * `places`.
 */
export function App({ places }: { places: ScrollPositionStore | null }) {
  const { view, site } = useNavigationSnapshot();
  useScrollAndFocus(places);
  useEffect(() => void replayEarlyInput(), []);
  // Applies a changed accent colour at once, without a reload
  const { accent_hue } = site;
  useEffect(() => document.documentElement.style.setProperty('--accent-hue', `${accent_hue}`), [accent_hue]);
  const { contact: Contact } = view.screen;
  const head = buildHead(view, site);
  const title = formatDocumentTitle(head, site.site_name);
  return (
    <>
      <Shell contact={Contact && <Contact />} screen={view.screen}>
        <CurrentScreen />
      </Shell>
      <DocumentHead title={title} canonical={head.canonical} />
      <PageAnnouncer title={title} />
    </>
  );
}
