import { byline } from '#features/shows/byline.ts';
import { daysOf } from '#features/shows/run.ts';
import { canBook } from '#features/society/tickets.ts';
import type { Site } from '#platform/shared/pages.ts';
import { sizesAt } from '#platform/web/gallery/picture.ts';
import { RetryingImage } from '#platform/web/gallery/RetryingImage.tsx';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { Icon } from '#platform/web/ui/Icon.tsx';
import { NewTab } from '#platform/web/ui/NewTab.tsx';
import curtain from './curtain.svg';
import styles from './FrontPageLayout.module.css';

/** On the front page the next show comes before the page's own content. */
export const FrontPageLayout = ({ site }: { site: Site }) =>
  site.next_show.title === '' ? <BetweenShows site={site} /> : <NextShow site={site} />;

function NextShow({ site }: { site: Site }) {
  const show = site.next_show;
  const run = daysOf(show);
  return (
    <>
      <section className={styles.hero} aria-labelledby="next-show">
        <Backdrop photo={site.tickets_hero_photo || show.banner} />
        <div className={`wrap ${styles.stage}`}>
          <div>
            <p className={styles.label}>Our next show</p>
            <h1 id="next-show">{show.title}</h1>
            {show.author !== '' && <p className={styles.by}>{byline(show.author)}</p>}
            <p className={styles.dates}>{run}</p>
            {show.subtitle !== '' && <p className={styles.strap}>{show.subtitle}</p>}
          </div>
          {show.poster !== '' && (
            <a className={styles.poster} href={show.link}>
              <span className="poster-frame">
                <RetryingImage src={show.poster} alt={`Poster: more about ${show.title}`} width={600} height={848} />
              </span>
            </a>
          )}
        </div>
      </section>
      <div className="wrap">
        <section className={styles.stub} aria-label="Tickets">
          <div className={styles.what}>
            <p className={styles.when}>{run}</p>
            {show.venue !== '' && <p>{show.venue}</p>}
          </div>
          <div className={styles.tear}>
            {canBook(site) ? (
              <ButtonLink href="/tickets" target="_blank" rel="noopener" className={styles.book}>
                <Icon of="ticket" /> Book tickets
                <NewTab />
              </ButtonLink>
            ) : (
              <ButtonLink href={show.link} className={styles.book}>
                About the show
              </ButtonLink>
            )}
          </div>
        </section>
      </div>
    </>
  );
}

function BetweenShows({ site }: { site: Site }) {
  const begun = site.last_show.title !== '';
  return (
    <section className={`${styles.hero} ${styles.calm}`}>
      <Backdrop photo={site.tickets_hero_photo} />
      <div className={`wrap ${styles.stage}`}>
        <div>
          <h1>{site.site_name}</h1>
          <p className={styles.strap}>
            {begun
              ? 'We are between shows. The next one will be announced here; until then, the past ones are all still on view.'
              : 'The curtain is about to go up: our first show will be announced here.'}
          </p>
          <p className={styles.action}>
            <ButtonLink look="house" href={begun ? '/past-shows' : '/contact'}>
              {begun ? 'Browse past shows' : 'Write to us'}
            </ButtonLink>
          </p>
        </div>
      </div>
    </section>
  );
}

/** Under the dark that phones lay over it, half the resolution looks the same and arrives in a tenth of the time. */
const veiled = '(max-width: 40rem) 60vw, 100vw';

/** The society's own picture behind the words, or a lit curtain. It is decoration. */
function Backdrop({ photo }: { photo: string }) {
  if (photo === '') {
    return <img className={styles.curtain} src={curtain} alt="" width={1600} height={900} fetchPriority="high" />;
  }
  return (
    <RetryingImage
      className={`${styles.curtain} ${styles.photo}`}
      src={photo}
      srcSet={sizesAt(photo)}
      sizes={veiled}
      alt=""
      width={1600}
      height={900}
      fetchPriority="high"
    />
  );
}
