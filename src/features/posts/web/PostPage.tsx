import { FrontPageLayout, Sidebar } from '#features/layout/web/index.ts';
import { LatestShows } from '#features/shows/web/index.ts';
import { society } from '#features/society/society.ts';
import { dayInWords } from '#platform/shared/dates.ts';
import { excerpt } from '#platform/shared/excerpt.ts';
import type { Head } from '#platform/shared/head.ts';
import { headline } from '#platform/shared/headline.ts';
import type { Page, Site } from '#platform/shared/pages.ts';
import { BackLink } from '#platform/web/ui/BackLink.tsx';
import { ButtonLink } from '#platform/web/ui/Button.tsx';
import { Icon } from '#platform/web/ui/Icon.tsx';
import { Neighbours } from '#platform/web/ui/Neighbours.tsx';
import { Prose } from '#platform/web/ui/Prose.tsx';
import { membersPostAddress, postAddress } from '../address.ts';
import type { Post } from '../contract.ts';
import styles from './PostPage.module.css';
import { structured } from './structured.ts';

/** The front page has its layout around the post: the next show, its banner and its tickets. */
export const above = ({ page, site }: { page: Page<'post'>; site: Site }) =>
  page.frontpage ? <FrontPageLayout site={site} /> : null;

/** A post. On the front page the next show has the first heading, and the post the second. */
export default function PostPage({ page }: { page: Page<'post'> }) {
  if (page.frontpage)
    return (
      <>
        <Lead post={page} />
        {page.archive && <LatestShows archive={page.archive} />}
      </>
    );
  return (
    <article className={styles.post}>
      <PostHeader post={page} />
      <h1>{headline(page.title)}</h1>
      {page.notice !== '' && (
        <p className={styles.notice} role="note">
          {page.notice}
        </p>
      )}
      <Prose html={page.content_html} />
      <Files post={page} />
      <Edit post={page} />
      <Neighbours earlier={page.earlier} later={page.later} />
    </article>
  );
}

/** For whoever may. */
function Edit({ post: { edit_link, edit_label } }: { post: Post }) {
  if (edit_link === '') return null;
  return (
    <p className={styles.edit}>
      <ButtonLink look="line" small href={edit_link}>
        <Icon of="pencil" /> {edit_label}
      </ButtonLink>
    </p>
  );
}

/** The front page's post, with a link to its own page where it is long. */
function Lead({ post }: { post: Post }) {
  const address = post.id === '' ? '' : postAddress(post.id);
  const cut = address !== '' && post.lead_html !== '';
  return (
    <article className={styles.post}>
      <Dated post={post} />
      <h2>{address === '' ? headline(post.title) : <a href={address}>{headline(post.title)}</a>}</h2>
      <div className={styles.intro}>
        <Prose html={cut ? post.lead_html : post.content_html} />
      </div>
      {cut ? (
        <p>
          <a href={address}>
            Read the whole post<span className="vh">: {post.title}</span>
          </a>
        </p>
      ) : (
        <Files post={post} />
      )}
      <Edit post={post} />
    </article>
  );
}

/**
 * The way back, which show it is about and when it was written. A page of the main navigation has no way back.
 */
function PostHeader({ post }: { post: Post }) {
  const home = isMembers(post)
    ? { href: '/members/dashboard', name: 'the dashboard' }
    : { href: '/', name: 'the front page' };
  const ownPage = [postAddress(post.id), membersPostAddress(post.id)].includes(post.address);
  return (
    <header>
      {post.id !== '' && ownPage && (
        <BackLink href={post.show_link || home.href}>
          Back
          <span className="vh"> to {post.show_link === '' ? home.name : post.show_title}</span>
        </BackLink>
      )}
      <Dated post={post} />
    </header>
  );
}

function Dated({ post }: { post: Post }) {
  if (post.date === '' && post.show_title === '') return null;
  return (
    <p className="meta">
      {post.show_title !== '' && (
        <span>{post.show_link === '' ? post.show_title : <a href={post.show_link}>{post.show_title}</a>}</span>
      )}
      {post.date !== '' && <time dateTime={post.date}>{dayInWords(post.date)}</time>}
      {post.author !== '' && <span>{post.author}</span>}
    </p>
  );
}

function Files({ post: { files, files_title } }: { post: Post }) {
  if (files.length === 0) return null;
  return (
    <section className={styles.files} aria-labelledby="files">
      <h2 id="files">{files_title || 'Files'}</h2>
      <ul>
        {files.map((file) => (
          <li key={file.id}>
            <Icon of="file-text" />
            <a href={file.url}>{file.name}</a>
            <span className="meta">{file.kind}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const isMembers = ({ address }: Post) => address.startsWith('/members/');

export const beside = () => Sidebar;

export function head(page: Page<'post'>, site: Site): Head {
  const { title, address } = page;
  if (isMembers(page)) return { title, description: site.site_name, indexed: false };
  const head = { title, description: excerpt(page.content, 155) || site.site_name, canonical: address };
  if (page.frontpage) {
    const feeds = [{ href: '/blog/feed.xml', title: `${site.site_name}: Blog` }];
    return { ...head, title: site.site_name, feeds, structured: [society(site)] };
  }
  return page.id === '' ? head : { ...head, structured: structured(page, site) };
}
