import { useRef } from 'react';
import { Icon } from '../ui/icons/icon.tsx';
import styles from './gallery.module.css';
import type { Video } from './picture.ts';
import { RetryingVideo } from './retrying-video.tsx';
import { useIsNearViewport } from './use-is-near-viewport.ts';
import { useViewer } from './use-viewer.tsx';

/** Lists videos in the page, each with a way to enlarge it. Until one plays, `picture` is shown in its place. */
export function VideoList({ films, picture }: { films: readonly Video[]; picture?: string | undefined }) {
  const list = useRef<HTMLUListElement>(null);
  const near = useIsNearViewport(list);
  const { getLinkProps, viewer } = useViewer({ kind: 'film', items: films });
  return (
    <>
      <ul ref={list} className={styles.films}>
        {films.map((film, index) => (
          <li key={film.id}>
            <figure className={styles.film}>
              <RetryingVideo film={film} picture={near ? picture : undefined} />
              <figcaption>
                <span>{film.caption || film.alt}</span>
                <a {...getLinkProps(index)}>
                  <Icon of="maximize-2" />
                  View full screen<span className="vh"> ({film.alt})</span>
                </a>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
      {viewer}
    </>
  );
}
