import type { ShowEntryWithRun } from '#features/archive/shows/contract.ts';
import { LatestShows } from '#features/archive/shows/web/index.ts';
import { FrontPageHero, Sidebar } from '#features/publishing/layout/web/index.ts';
import { buildSocietyStructuredData } from '#features/society/settings/society.ts';
import type { Head } from '#platform/shared/head.ts';
import type { Page, SiteData } from '#platform/shared/pages.ts';
import { ButtonLink } from '#platform/web/ui/actions/button.tsx';
import { Phrases, splitTitlePhrases } from '#platform/web/ui/content/phrases.tsx';
import { Prose } from '#platform/web/ui/content/prose.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import type { OpenAuditions, Post } from '../contract.ts';
import { postPath } from '../post.ts';
import styles from './front-page.module.css';
import { DatedShowRow, EditPostLink, LeadPicture, PostFiles, PostImage, PostMeta } from './post-parts.tsx';

/** The part above the post: the next show with its banner and its tickets, or a text between shows. */
export const aboveContent = ({ page, site }: { page: Page<'post'>; site: SiteData }) => (
  <FrontPageHero site={site} archive={page.archive} />
);

/** The part below the post: the latest shows of the archive, unless they fit next to the sidebar. */
export const belowContent = ({ page }: { page: Page<'post'> }) =>
  page.archive && countPosterRows(page) === 0 ? <LatestShows archive={page.archive} /> : null;

/**
 * The column next to the sidebar: the post, the shows coming up, the next auditions, the latest shows if they fit, and
 * ways to join in. The part above the post has the h1, so the post has an h2.
 */
export default function FrontPage({ page }: { page: Page<'post'> }) {
  const { coming_up = [], auditions, archive, ways_in } = page;
  const rows = countPosterRows(page);
  return (
    <>
      <Lead post={page} />
      {coming_up.length > 0 && <ComingUp shows={coming_up} />}
      {auditions && <Auditions call={auditions} />}
      {archive && rows > 0 && <LatestShows archive={archive} rows={rows} />}
      {ways_in && <WaysIn ways={ways_in} />}
    </>
  );
}

export const getSidebar = () => Sidebar;

/** Returns the number of rows of posters that fit next to the sidebar. With 0, the posters are below it. */
const countPosterRows = ({ picture, coming_up, auditions }: Post) =>
  Math.min(2, (picture ? 0 : 2) + (coming_up ? 0 : 1) + (auditions ? 0 : 1));

/** The front page's post, with a link to its own page if it is long. */
function Lead({ post }: { post: Post }) {
  const address = post.id === '' ? '' : postPath(post.id);
  const cut = address !== '' && post.lead_html !== '';
  const title = <Phrases of={splitTitlePhrases(post.title)} />;
  return (
    <article className={styles.lead}>
      <PostMeta post={post} />
      <h2>{address === '' ? title : <a href={address}>{title}</a>}</h2>
      {post.picture && <LeadPicture picture={post.picture} />}
      <div className={styles.intro}>
        <Prose html={cut ? post.lead_html : post.content_html} />
      </div>
      {cut ? (
        <p>
          <a href={address}>
            Read the full post<span className="vh">: {post.title}</span>
          </a>
        </p>
      ) : (
        <PostFiles post={post} />
      )}
      <EditPostLink post={post} />
    </article>
  );
}

function ComingUp({ shows }: { shows: readonly ShowEntryWithRun[] }) {
  return (
    <section className={styles.part} aria-labelledby="coming-up">
      <div className="scotch" />
      <h2 id="coming-up">Coming up</h2>
      <ul className={styles.coming}>
        {shows.map((show) => (
          <li key={show.id}>
            <DatedShowRow show={show} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Auditions({ call: { title, link, excerpt, picture } }: { call: OpenAuditions }) {
  return (
    <section className={styles.part} aria-labelledby="auditions">
      <div className="scotch" />
      <h2 id="auditions">
        <Phrases of={splitTitlePhrases(title)} />
      </h2>
      <div className={picture ? styles.auditions : undefined}>
        <div>
          <p>{excerpt}</p>
          <p className={styles.more}>
            <ButtonLink look="line" href={link}>
              Read about the auditions
            </ButtonLink>
          </p>
        </div>
        {picture && (
          <div className="photo">
            <PostImage picture={{ ...picture, alt: '' }} sizes="(min-width: 40rem) 24rem, 100vw" />
          </div>
        )}
      </div>
    </section>
  );
}

/** Links for visitors, while no show is past or announced. */
const WaysIn = ({ ways }: { ways: NonNullable<Post['ways_in']> }) => (
  <section className={styles.part} aria-labelledby="ways-in">
    <div className="scotch" />
    <h2 id="ways-in">Ways to join in</h2>
    <ul className={styles.ways}>
      {ways.map(({ href, title, text }) => (
        <li key={href}>
          <div>
            <h3>
              <a href={href}>{title}</a>
            </h3>
            <p>{text}</p>
          </div>
          <Icon of="arrow-right" />
        </li>
      ))}
    </ul>
  </section>
);

export function head({ address, description }: Page<'post'>, site: SiteData): Head {
  return {
    title: site.site_name,
    description: description || site.site_name,
    canonical: address,
    feeds: [{ href: '/blog/feed.xml', title: `${site.site_name}: Blog` }],
    structured: import.meta.env.SSR ? [buildSocietyStructuredData(site)] : [],
  };
}
