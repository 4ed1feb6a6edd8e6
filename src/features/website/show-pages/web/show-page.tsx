import { ReviewSection } from '#features/archive/reviews/web/index.ts';
import { extractAuthorName, formatByline } from '#features/archive/shows/byline.ts';
import type { CreditEntry } from '#features/archive/shows/contract.ts';
import {
  type CreditGroup,
  formatRole,
  groupCreditsByBilling,
  splitOffDirectingRoles,
} from '#features/archive/shows/credits.ts';
import { formatPartialDate } from '#features/archive/shows/partial-dates.ts';
import { personPath, showPath } from '#features/archive/shows/paths.ts';
import { formatRun, formatRunWithWeekdays, formatSeason } from '#features/archive/shows/run.ts';
import { PublicPerformanceList } from '#features/box-office/performances/web/index.ts';
import { availabilityPath, chooseTicketsPath } from '#features/box-office/shop/paths.ts';
import { correctionFormPath, ReportMistakeLink } from '#features/publishing/corrections/web/index.ts';
import { canBookNextShow } from '#features/society/settings/tickets.ts';
import type { Head } from '#platform/shared/head.ts';
import type { Page, SiteData } from '#platform/shared/pages.ts';
import { foldText } from '#platform/shared/text/text.ts';
import { formatHeadline } from '#platform/shared/text/typography.ts';
import { AudioPlayer } from '#platform/web/gallery/audio-player.tsx';
import { Gallery, VideoList } from '#platform/web/gallery/gallery.tsx';
import { buildOwnPictureSrcset, RetryingImage } from '#platform/web/gallery/retrying-image.tsx';
import { useLiveLabels } from '#platform/web/live/use-live-labels.ts';
import { useSite } from '#platform/web/navigation/index.ts';
import { ButtonLink } from '#platform/web/ui/actions/button.tsx';
import { MetaLine } from '#platform/web/ui/content/meta-line.tsx';
import { Prose } from '#platform/web/ui/content/prose.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { NewTabHint } from '#platform/web/ui/navigation/new-tab-hint.tsx';
import { PreviousNextLinks } from '#platform/web/ui/navigation/page-links.tsx';
import type { ShowPageContent } from '../contract.ts';
import styles from './show-page.module.css';

/** Builds a show's structured data for search engines: a schema.org TheaterEvent and the breadcrumbs. */
function buildStructuredData({ show, performances, cast, crew }: ShowPageContent, site: SiteData): object[] {
  const address = showPath(show);
  const author = extractAuthorName(show.author);
  const location = show.venue && { location: { '@type': 'Place', name: show.venue, address: show.venue } };
  const statusOf = (cancelled: boolean) => `https://schema.org/${cancelled ? 'EventCancelled' : 'EventScheduled'}`;
  const [firstNight] = performances.filter(({ cancelled }) => !cancelled);
  const firstDay = formatPartialDate({ date: show.first_date, precision: show.first_date_precision });
  return [
    {
      '@type': 'TheaterEvent',
      name: show.title,
      url: address,
      image: show.programme,
      startDate: firstNight?.starts_at.slice(0, 10) === firstDay ? firstNight.starts_at : firstDay,
      endDate: formatPartialDate({ date: show.date, precision: show.date_precision }),
      eventStatus: statusOf(show.cancelled),
      eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
      organizer: { '@type': 'TheaterGroup', name: show.company || site.site_name },
      ...location,
      workPerformed: { '@type': 'Play', name: show.title, ...(author && { author: toPersonSchema(author) }) },
      performer: cast.map(toCreditSchema),
      director: crew.filter(({ role }) => foldText(role) === 'director').map(toCreditSchema),
      ...(performances.length > 0 && {
        subEvent: performances.map(({ starts_at, doors_at, cancelled }) => ({
          '@type': 'TheaterEvent',
          name: show.title,
          url: address,
          startDate: starts_at,
          ...(doors_at && { doorTime: doors_at }),
          eventStatus: statusOf(show.cancelled || cancelled),
          ...location,
        })),
      }),
    },
    {
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: 'Past shows', item: '/past-shows' },
        { '@type': 'ListItem', position: 2, name: show.title, item: address },
      ],
    },
  ];
}

const toPersonSchema = (name: string) => ({ '@type': 'Person', name });
const toCreditSchema = ({ id, name }: CreditEntry) => ({ ...toPersonSchema(name), url: personPath(id, name) });

type Show = ShowPageContent['show'];

/** The length in characters above which a title is set in a smaller size. */
const LONG_TITLE = 48;

export default function ShowPage({ page }: { page: Page<'past_show'> }) {
  const { show, cast, crew } = page;
  const { leads, others } = splitOffDirectingRoles(crew);
  return (
    <article>
      {show.banner && (
        <div className={styles.banner}>
          <RetryingImage
            src={show.banner}
            srcSet={buildOwnPictureSrcset(show.banner)}
            sizes="100vw"
            alt=""
            fetchPriority="high"
          />
        </div>
      )}
      <div className={show.banner ? `wrap ${styles.columns} ${styles.overBanner}` : `wrap ${styles.columns}`}>
        <header className={styles.title}>
          <MetaLine className="label" of={[formatRun(show), show.genre]} />
          <h1 className={show.title.length > LONG_TITLE ? styles.long : undefined}>{formatHeadline(show.title)}</h1>
          {show.subtitle && <p className={styles.subtitle}>{show.subtitle}</p>}
          {show.author && <p className={styles.by}>{formatByline(show.author)}</p>}
          {leads.length > 0 && (
            <dl className={styles.leads}>
              {leads.map((lead) => (
                <Bill key={lead.role} bill={lead} />
              ))}
            </dl>
          )}
          <ShowState page={page} />
        </header>
        <div className={styles.side}>
          <div className={styles.poster}>
            <span className="poster-frame">
              <RetryingImage
                src={show.programme}
                alt={`Poster: ${formatWork(show)}`}
                width={600}
                height={848}
                fetchPriority={show.banner ? 'auto' : 'high'}
              />
            </span>
          </div>
          <BookFromColumn page={page} />
          <Facts show={show} />
          {show.radio_audio && (
            <div className={`${styles.radio} no-print`}>
              <p className="label">On the radio</p>
              <AudioPlayer src={show.radio_audio} label="On the radio" what="the radio recording" />
            </div>
          )}
        </div>
        <div className={styles.story}>
          {show.text_html && (
            <div className={styles.description}>
              <Prose html={show.text_html} />
            </div>
          )}
          <Credits title="The cast" credits={cast} />
          <Credits title="Behind the scenes" credits={others} />
          {cast.length === 0 && <MissingCredits show={show} where={crew.length === 0 ? 'in this show' : 'on stage'} />}
        </div>
      </div>
      <ShowMedia photos={page.photos} videos={page.videos} banner={show.banner} />
      <ReviewSection key={show.id} review={show.noda_review} opening={page.review_opening} />
      <div className="wrap">
        <PreviousNextLinks earlier={withPoster(page.earlier)} later={withPoster(page.later)} />
      </div>
      <ReportMistakeLink about="show" id={show.id} />
    </article>
  );
}

const withPoster = (show: ShowPageContent['earlier']) =>
  show && {
    ...show,
    poster: (
      <span className="poster-frame">
        <RetryingImage src={show.programme} alt="" width={600} height={848} loading="lazy" decoding="async" />
      </span>
    ),
  };

/** Asks visitors who was in a past show that has no cast. */
function MissingCredits({ show: { id, upcoming, cancelled }, where }: { show: Show; where: string }) {
  if (upcoming || cancelled) return null;
  return (
    <p className="muted">
      We don’t yet know who was {where}.{' '}
      <a href={correctionFormPath('show', id)} rel="nofollow">
        Were you in this show? Tell us
      </a>
    </p>
  );
}

/** Returns true if the show's page links to its tickets, here or at another seller. */
function useCanBook({ show, on_sale }: ShowPageContent): boolean {
  const site = useSite();
  if (show.cancelled || !show.upcoming) return false;
  return on_sale || (canBookNextShow(site) && site.next_show.link === showPath(show));
}

function BookLink({ className }: { className: string | undefined }) {
  return (
    <ButtonLink look="accent" href="/tickets" target="_blank" rel="noopener" className={className}>
      Book tickets
      <NewTabHint />
    </ButtonLink>
  );
}

/**
 * The button below the poster that leads to booking. It is for wide screens, on which the poster and the button stay in
 * view; on other screens, the button is with the dates.
 */
function BookFromColumn({ page }: { page: ShowPageContent }) {
  return useCanBook(page) && <BookLink className={styles.bookFromColumn} />;
}

/**
 * Says that a show was cancelled, or shows the dates and tickets of an upcoming one. Renders nothing for other shows.
 */
function ShowState({ page }: { page: ShowPageContent }) {
  const canBookShow = useCanBook(page);
  const { show, performances, on_sale } = page;
  const left = useLiveLabels(on_sale && !show.cancelled ? availabilityPath : '');
  if (show.cancelled) {
    return (
      <p className={styles.cancelled}>
        <Icon of="calendar-x-2" />
        <span>
          <strong>This show was cancelled.</strong> It is kept here as part of our history.
        </span>
      </p>
    );
  }
  if (!show.upcoming) return null;
  // The list of performances already has the dates
  const when = performances.length > 0 ? '' : formatRunWithWeekdays(show);
  return (
    <div className={styles.upcoming}>
      <p>{[when, show.venue].filter(Boolean).join(', ')}</p>
      {canBookShow && <BookLink className={styles.book} />}
      {performances.length > 0 && (
        <div className={styles.nights}>
          <PublicPerformanceList
            performances={performances}
            bookAt={on_sale ? chooseTicketsPath : undefined}
            left={left}
          />
        </div>
      )}
    </div>
  );
}

function Facts({ show }: { show: Show }) {
  const { site_name: society } = useSite();
  const facts: [string, string][] = [
    ['Season', show.season && formatSeason(show)],
    ['Genre', show.genre],
    ['Show type', show.show_type],
    ['Venue', show.venue],
    ['Company', show.company === society ? '' : show.company],
  ];
  if (facts.every(([, fact]) => fact === '')) return null;
  return (
    <aside className={styles.facts} aria-label="At a glance">
      <dl>
        {facts
          .filter(([, fact]) => fact !== '')
          .map(([name, fact]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{fact}</dd>
            </div>
          ))}
      </dl>
    </aside>
  );
}

function Credits({ title, credits }: { title: string; credits: readonly CreditEntry[] }) {
  if (credits.length === 0) return null;
  return (
    <section className={styles.credits}>
      <div className="scotch" />
      <h2>{title}</h2>
      <dl className={credits.some(({ portrait }) => portrait) ? `${styles.bill} ${styles.pictured}` : styles.bill}>
        {groupCreditsByBilling(credits).map((bill) => (
          <Bill key={`${bill.people[0]?.order} ${bill.role}`} bill={bill} />
        ))}
      </dl>
    </section>
  );
}

/** A role and its people, each a link to their page. */
function Bill({ bill: { role, people } }: { bill: CreditGroup }) {
  return (
    <div>
      <dt>{formatRole(role)}</dt>
      {people.map(({ id, name, portrait }) => (
        <dd key={id + name}>
          {portrait && <RetryingImage src={portrait} alt="" width={48} height={48} loading="lazy" decoding="async" />}
          <a href={personPath(id, name)}>{name}</a>
        </dd>
      ))}
    </div>
  );
}

const formatWork = ({ title, author }: Show) => [title, formatByline(author)].filter(Boolean).join(' ');

export function head(page: Page<'past_show'>, site: SiteData): Head {
  const { show } = page;
  const where = show.venue && ` at ${show.venue}`;
  return {
    title: show.title,
    description: `${formatWork(show)}, ${show.company || site.site_name}${where}, ${formatRun(show)}${show.cancelled ? ' (cancelled)' : ''}.`,
    canonical: showPath(show),
    image: show.share_picture,
    imageSize: { width: 1200, height: 630 },
    structured: import.meta.env.SSR ? buildStructuredData(page, site) : [],
  };
}

/** A show's photographs and videos, on a dark background. */
function ShowMedia({
  photos,
  videos,
  banner,
}: Pick<ShowPageContent, 'photos' | 'videos'> & Pick<ShowPageContent['show'], 'banner'>) {
  if (photos.length + videos.length === 0) return null;
  const last = photos.at(-1);
  return (
    <div className={styles.band}>
      <div className={`wrap ${styles.parts}`}>
        {photos.length > 0 && (
          <section aria-labelledby="photographs">
            <div className={styles.head}>
              <h2 id="photographs">Photographs</h2>
              <p className="meta">{photos.length === 1 ? '1 picture' : `${photos.length} pictures`}</p>
            </div>
            <Gallery pictures={photos} />
          </section>
        )}
        {videos.length > 0 && (
          <section className="no-print" aria-labelledby="films">
            <div className={styles.head}>
              <h2 id="films">{videos.length === 1 ? 'Video' : 'Videos'}</h2>
            </div>
            <VideoList videos={videos} picture={last ? `${last.src}?w=1600` : banner} />
          </section>
        )}
      </div>
    </div>
  );
}
