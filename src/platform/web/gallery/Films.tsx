import { useRef } from 'react';
import { Icon } from '../ui/Icon.tsx';
import styles from './Gallery.module.css';
import type { Film } from './picture.ts';
import { RetryingVideo } from './RetryingVideo.tsx';
import { useComingNear } from './useComingNear.ts';
import { useViewer } from './useViewer.tsx';

/** Films in the page, each with a way to see it large. Until one plays, `picture` stands in its place. */
export function Films({ films, picture }: { films: readonly Film[]; picture?: string | undefined }) {
  const list = useRef<HTMLUListElement>(null);
  const near = useComingNear(list);
  const { opens, viewer } = useViewer({ kind: 'film', items: films });
  return (
    <>
      <ul ref={list} className={styles.films}>
        {films.map((film, index) => (
          <li key={film.id}>
            <figure className={styles.film}>
              <RetryingVideo film={film} picture={near ? picture : undefined} />
              <figcaption>
                <span>{film.caption || film.alt}</span>
                <a {...opens(index)}>
                  <Icon of="maximize-2" />
                  See it large<span className="vh"> ({film.alt})</span>
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
