import type { ShowListContent, UpcomingShowOfPerson } from '#features/archive/shows/contract.ts';
import { personPath, showPath } from '#features/archive/shows/paths.ts';
import { formatRun } from '#features/archive/shows/run.ts';
import { getFilterOptions } from '#features/archive/shows/show-list.ts';
import { ReportMistakeLink } from '#features/publishing/corrections/web/index.ts';
import type { Head } from '#platform/shared/head.ts';
import type { Page } from '#platform/shared/pages.ts';
import { formatInteger, toCurlyQuotes } from '#platform/shared/text/typography.ts';
import { RetryingImage } from '#platform/web/gallery/retrying-image.tsx';
import { MetaLine } from '#platform/web/ui/content/meta-line.tsx';
import ListShowsPage, { buildShowListPagePath, pastShowsBreadcrumb, ShowListIntroduction } from './list-shows-page.tsx';
import styles from './person-page.module.css';

/** A person's stage history: their upcoming shows, photographs and past shows. */
export default function PersonPage({ page }: { page: Page<'list_shows'> }) {
  const { person, coming_up: coming = [], photographs } = page;
  return (
    <>
      <ListShowsPage
        page={page}
        portrait={person?.portrait && <RetryingImage {...person.portrait} alt={`Portrait of ${person.name}`} />}
        intro={
          <>
            {person && person.also_known_as.length > 0 && <p>Also known as {formatNames(person.also_known_as)}</p>}
            <ShowListIntroduction text={formatIntroduction(page)} />
          </>
        }
        tools={
          <>
            {coming.length > 0 && <ComingUp shows={coming} />}
            {photographs && <Photographs photographs={photographs} />}
          </>
        }
      />
      {person && <ReportMistakeLink about="person" id={person.id} />}
    </>
  );
}

function ComingUp({ shows }: { shows: readonly UpcomingShowOfPerson[] }) {
  return (
    <section className={styles.coming} aria-labelledby="coming-up">
      <h2 id="coming-up">Coming up</h2>
      <ul>
        {shows.map((show) => (
          <li key={show.id}>
            <span className="poster-frame">
              <RetryingImage src={show.programme} alt="" width={600} height={848} loading="lazy" decoding="async" />
            </span>
            <div>
              <a href={showPath(show)}>{toCurlyQuotes(show.title)}</a>
              <MetaLine of={[formatRun(show), show.cast, show.crew]} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

const Photographs = ({ photographs }: { photographs: NonNullable<ShowListContent['photographs']> }) => (
  <ul className={styles.photographs} aria-label="Photographs">
    {photographs.map(({ id, href, title, role, alt, ...picture }) => (
      <li key={id}>
        <a href={href}>
          <img {...picture} alt={alt} loading="lazy" />
          <span>
            {toCurlyQuotes(title)}
            {role && `, as ${role}`}
          </span>
        </a>
      </li>
    ))}
  </ul>
);

function formatIntroduction(page: ShowListContent): string {
  const total = page.first_view?.total ?? page.shows.length;
  if (total === 0) return '';
  const { earliestYear, latestYear } = getFilterOptions(page);
  const years = earliestYear === latestYear ? `${latestYear}` : `${earliestYear} to ${latestYear}`;
  if (total === 1) return `One show, in ${years}.`;
  const did = page.person?.did;
  return `${formatInteger(total)} shows, ${years}${did && `: ${did}`}.`;
}

const formatNames = (names: readonly string[]) => new Intl.ListFormat('en-GB').format(names);

export function head(page: Page<'list_shows'>): Head {
  const { title, person } = page;
  if (!person) return { title, description: '' };
  const { id, name, also_known_as } = person;
  const path = personPath(id, name);
  return {
    title,
    description: import.meta.env.SSR
      ? `What ${name} has done on stage and behind the scenes. ${formatIntroduction(page)}`.trimEnd()
      : '',
    canonical: buildShowListPagePath(page, path),
    structured: import.meta.env.SSR
      ? [
          {
            '@type': 'BreadcrumbList',
            itemListElement: [pastShowsBreadcrumb, { '@type': 'ListItem', position: 2, name, item: path }],
          },
          { '@type': 'Person', name, url: path, alternateName: also_known_as },
        ]
      : [],
  };
}
