import type { CSSProperties } from 'react';
import { formatByline } from '#features/archive/shows/byline.ts';
import type { ArchiveSummary } from '#features/archive/shows/contract.ts';
import { formatRunWithWeekdays } from '#features/archive/shows/run.ts';
import { canBookNextShow, formatNextShowLabel } from '#features/society/settings/tickets.ts';
import { formatTime, toDateParts } from '#platform/shared/dates/dates.ts';
import type { LiveLabels, SiteData } from '#platform/shared/pages.ts';
import { buildOwnPictureSrcset, RetryingImage } from '#platform/web/gallery/retrying-image.tsx';
import { useLiveLabels } from '#platform/web/live/use-live-labels.ts';
import { ButtonLink } from '#platform/web/ui/actions/button.tsx';
import { MetaLine } from '#platform/web/ui/content/meta-line.tsx';
import { Phrases } from '#platform/web/ui/content/phrases.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { NewTabHint } from '#platform/web/ui/navigation/new-tab-hint.tsx';
import curtain from './curtain.svg';
import styles from './front-page-hero.module.css';

/** The top of the front page, before the page's own content: the next show, or a text between shows. */
export const FrontPageHero = ({ site, archive }: { site: SiteData; archive: ArchiveSummary | undefined }) =>
  site.next_show.title === '' ? <BetweenShows site={site} archive={archive} /> : <NextShow site={site} />;

type Show = SiteData['next_show'];

function NextShow({ site }: { site: SiteData }) {
  const show = site.next_show;
  const left = useLiveLabels(show.left_at);
  const price = show.facts.find(({ name }) => name === 'Tickets');
  const others = show.facts.filter((fact) => fact !== price).map(({ name, words }) => `${name} ${words}`);
  return (
    <>
      <section className={styles.hero} aria-labelledby="next-show">
        <Backdrop photo={heroPicture(site)} />
        <div className={`wrap ${styles.stage}`}>
          <div className={styles.text}>
            <p className={styles.label}>{formatNextShowLabel(show)}</p>
            <Headline id="next-show" text={show.title} />
            {show.author !== '' && <p className={styles.by}>{formatByline(show.author)}</p>}
            <p className={styles.dates}>
              <Phrases of={formatRunWithWeekdays(show).split(/(?<= to) /)} />
            </p>
            {show.subtitle !== '' && <p className={styles.strap}>{show.subtitle}</p>}
          </div>
          {/* The poster is hidden on a phone, which would otherwise load it before the picture above */}
          {show.poster !== '' && (
            <a className={styles.poster} href={show.link}>
              <span className="poster-frame">
                <RetryingImage
                  src={show.poster}
                  alt={`Poster: more about ${show.title}`}
                  width={600}
                  height={848}
                  loading="lazy"
                />
              </span>
            </a>
          )}
        </div>
      </section>
      <div className="wrap">
        <section className={styles.stub} aria-label="Tickets">
          <div className={styles.what}>
            {show.nights.length > 1 ? <PerformanceList show={show} left={left} /> : <FirstAndLastNight show={show} />}
          </div>
          <div className={styles.tear}>
            {price && <p className={styles.price}>{price.words}</p>}
            {canBookNextShow(site) ? (
              <ButtonLink href="/tickets" target="_blank" rel="noopener" className={styles.book}>
                <Icon of="ticket" /> Book tickets
                <NewTabHint />
              </ButtonLink>
            ) : (
              <ButtonLink href={show.link} className={styles.book}>
                About the show
              </ButtonLink>
            )}
            <MetaLine className={styles.where} of={[show.venue, ...others]} />
          </div>
        </section>
      </div>
    </>
  );
}

/** Passes the length of the longest word to CSS, which sizes the heading so that the word fits. */
function Headline({ id, text }: { id?: string; text: string }) {
  const letters = Math.max(...text.split(/[\s-]+/).map(({ length }) => length));
  const style: CSSProperties & { '--letters': number } = { '--letters': letters };
  return (
    <h1 id={id} className={text.length > 24 ? styles.long : undefined} style={style}>
      {text}
    </h1>
  );
}

/** Lists a run's performances, with live availability once loaded. */
export function PerformanceList({
  show: { nights, left_at },
  left,
}: {
  show: Pick<Show, 'nights' | 'left_at'>;
  left: LiveLabels;
}) {
  return (
    <ul className={styles.nights}>
      {nights.map(({ starts_at, cancelled, over, link }) => {
        const { weekday, day, month } = toDateParts(starts_at.slice(0, 10));
        const { words, urgent, instead } = left[link] ?? {};
        const night = (
          <>
            <time dateTime={starts_at}>
              <span>{weekday?.slice(0, 3)}</span> <b>{day}</b> <span className="vh">{month}</span>
              <span>{formatTime(starts_at)}</span>
            </time>
            {/* The space for the label is reserved, so that nothing moves when the label loads */}
            {(cancelled || over || left_at !== '') && (
              <span className={styles.left} data-urgent={urgent}>
                {' '}
                {cancelled ? 'Cancelled' : over ? 'Over' : words}
              </span>
            )}
          </>
        );
        return (
          <li key={`${starts_at} ${link}`} data-out={cancelled || over || instead !== undefined || undefined}>
            {link ? <a href={instead?.href ?? link}>{night}</a> : night}
          </li>
        );
      })}
    </ul>
  );
}

/**
 * The first and last day of a run, as far as known. Shown instead of the list of performances if the list has fewer
 * than two.
 */
function FirstAndLastNight({ show }: { show: Show }) {
  const { date, date_precision, first_date, first_date_precision } = show;
  if (date_precision !== 'day' || first_date_precision !== 'day')
    return <p className={styles.when}>{formatRunWithWeekdays(show)}</p>;
  if (date === first_date) return <Night called="One night" date={date} />;
  return (
    <>
      <Night called="First night" date={first_date} />
      <Night called="Last night" date={date} />
    </>
  );
}

function Night({ called, date }: { called: string; date: string }) {
  const { weekday, day, month } = toDateParts(date);
  return (
    <p className={styles.night}>
      <span>{called}</span> <b>{day}</b>{' '}
      <span>
        {weekday}
        <br />
        {month}
      </span>
    </p>
  );
}

function BetweenShows({ site, archive }: { site: SiteData; archive: ArchiveSummary | undefined }) {
  const begun = site.last_show.title !== '';
  const posters = archive?.latest.slice(0, 3) ?? [];
  return (
    <section className={`${styles.hero} ${styles.calm}`}>
      <Backdrop photo={heroPicture(site)} />
      <div className={`wrap ${styles.stage}`}>
        <div className={styles.text}>
          <Headline text={site.site_name} />
          <p className={styles.strap}>
            {begun
              ? 'We’re between shows. The next one will be announced here; you can still browse all our past ones.'
              : 'The curtain is about to go up: our first show will be announced here.'}
          </p>
          <p className={styles.action}>
            <ButtonLink look="house" href={begun ? '/past-shows' : '/contact'}>
              {begun ? 'Browse past shows' : 'Contact us'}
            </ButtonLink>
          </p>
        </div>
        {posters.length === 3 && (
          <div className={styles.fan}>
            {posters.map(({ id, programme }) => (
              <span key={id} className="poster-frame">
                <RetryingImage src={programme} alt="" width={600} height={848} loading="lazy" />
              </span>
            ))}
          </div>
        )}
      </div>
    </section>
  );
}

/**
 * The `sizes` of the picture. They are a little too small, because a smaller picture looks the same and arrives sooner.
 */
const offered = '(max-width: 40rem) 60vw, 80vw';

/**
 * A decoration: a picture of the society or its next show, or a lit curtain if there is neither. The curtain is behind
 * the text. A picture is next to the text or above it, because the text could cover people in it.
 */
function Backdrop({ photo }: { photo: string }) {
  if (photo === '') {
    return <img className={styles.curtain} src={curtain} alt="" width={1600} height={900} fetchPriority="high" />;
  }
  return (
    <div className={styles.photo}>
      <RetryingImage
        src={photo}
        srcSet={buildOwnPictureSrcset(photo)}
        sizes={offered}
        alt=""
        width={1600}
        height={900}
        fetchPriority="high"
      />
    </div>
  );
}

/**
 * Returns the picture at the top of the front page: the picture that the society has set, otherwise the banner of its
 * next show. "" for none; a curtain is then displayed.
 */
const heroPicture = ({ tickets_hero_photo, next_show }: Pick<SiteData, 'tickets_hero_photo' | 'next_show'>): string =>
  tickets_hero_photo || next_show.banner;
