import { useState } from 'react';
import { parseMapUrl } from '#features/society/settings/maps.ts';
import type { SiteData } from '#platform/shared/pages.ts';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { NewTabHint } from '#platform/web/ui/navigation/new-tab-hint.tsx';
import styles from './find-us.module.css';

/** Moves the focus to the map, because the pressed button disappears. */
const focusOn = (frame: HTMLIFrameElement | null) => frame?.focus();

/**
 * The section with the map. The map comes from another site, so it loads only after a click. Its URL is checked here
 * again, so that only a map of a known service is framed.
 */
export function MapSection({ at, site }: { at: string; site: SiteData }) {
  const [shown, setShown] = useState(false);
  const map = parseMapUrl(at);
  if (map === null) return null;
  return (
    <section>
      <div className="scotch" />
      <h2>Find us</h2>
      {shown ? (
        <iframe
          ref={focusOn}
          className={styles.map}
          src={map.embed}
          title={`Map: where to find ${site.site_name}`}
          height={450}
          sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox"
        />
      ) : (
        <button type="button" className={styles.plate} onClick={() => setShown(true)}>
          <Icon of="map-pin" />
          <span>Show the map</span>
        </button>
      )}
      <p className={`meta ${styles.source}`}>
        The map comes from {map.host} and loads only when you ask for it.{' '}
        <a href={map.link} target="_blank" rel="noopener noreferrer">
          Open the map there&nbsp;
          <Icon of="arrow-up-right" />
          <NewTabHint />
        </a>
      </p>
    </section>
  );
}
