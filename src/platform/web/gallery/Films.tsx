import { Icon } from '../ui/Icon.tsx';
import styles from './Gallery.module.css';
import type { Film } from './picture.ts';
import { RetryingVideo } from './RetryingVideo.tsx';
import { useViewer } from './useViewer.tsx';

/** Films in the page, each with a way to see it large. */
export function Films({ films }: { films: readonly Film[] }) {
  const { opens, viewer } = useViewer({ kind: 'film', items: films });
  return (
    <>
      <ul className={styles.films}>
        {films.map((film, index) => (
          <li key={film.id}>
            <figure className={styles.film}>
              <RetryingVideo film={film} />
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
