import type { ShowEntryWithRun } from '#features/archive/shows/contract.ts';
import { Sidebar } from '#features/publishing/layout/web/index.ts';
import type { Head } from '#platform/shared/head.ts';
import type { Page, SiteData } from '#platform/shared/pages.ts';
import type { SidebarComponent } from '#platform/web/navigation/index.ts';
import { Phrases, splitTitlePhrases } from '#platform/web/ui/content/phrases.tsx';
import { Prose } from '#platform/web/ui/content/prose.tsx';
import { BackLink, PreviousNextLinks } from '#platform/web/ui/navigation/page-links.tsx';
import type { Post } from '../contract.ts';
import { membersPostPath, postPath } from '../post.ts';
import styles from './post-page.module.css';
import { DatedShowRow, EditPostLink, LeadPicture, PostFiles, PostMeta } from './post-parts.tsx';

/** A post on its own page or on the auditions page, or a text that is shown like a post, such as Member Docs. */
export default function PostPage({ page }: { page: Page<'post'> }) {
  return (
    <article className={styles.post}>
      <PostHeader post={page} />
      <h1>
        <Phrases of={splitTitlePhrases(page.title)} />
      </h1>
      {page.notice !== '' && (
        <p className={styles.notice} role="note">
          {page.notice}
        </p>
      )}
      {page.picture && <LeadPicture picture={page.picture} opens />}
      <Prose html={page.content_html} />
      <PostFiles post={page} />
      <EditPostLink post={page} />
      {page.show && !isOwnPage(page) && <PostShow show={page.show} className={styles.about} />}
      <PreviousNextLinks earlier={page.earlier} later={page.later} />
    </article>
  );
}

/** The link back, and the post's date and show. Only a post's own page has a link back. */
function PostHeader({ post }: { post: Post }) {
  const home = isMembers(post)
    ? { href: '/members/dashboard', name: 'the dashboard' }
    : { href: '/', name: 'the front page' };
  return (
    <header>
      {isOwnPage(post) && (
        <BackLink href={post.show_link || home.href}>
          Back to {post.show_link === '' ? home.name : post.show_title}
        </BackLink>
      )}
      <PostMeta post={post} />
    </header>
  );
}

const isMembers = ({ address }: Post) => address.startsWith('/members/');

/**
 * Returns true if this is the post's own page, and not a page of the main navigation that shows the post, such as
 * auditions.
 */
const isOwnPage = ({ id, address }: Post) => id !== '' && [postPath(id), membersPostPath(id)].includes(address);

const PostShow = ({ show, className }: { show: ShowEntryWithRun; className?: string | undefined }) => (
  <section className={className} aria-labelledby="the-show">
    <div className="scotch" />
    <h2 id="the-show">The show</h2>
    <DatedShowRow show={show} />
  </section>
);

/**
 * The sidebar next to a post. On the post's own public page, the sidebar begins with the show; without the show, it
 * would end long before the post.
 */
const PostSidebar: SidebarComponent = ({ page, ...rest }) => {
  if (page.type !== 'post') return <Sidebar {...rest} />;
  // Posts and texts in the members' portal have no sidebar
  if (isMembers(page) && rest.site.current_user.is_authenticated) return null;
  const first = page.show && isOwnPage(page) && <PostShow show={page.show} />;
  return <Sidebar {...rest} about={page.show_link} first={first} />;
};

export const getSidebar = () => PostSidebar;

export function head(page: Page<'post'>, site: SiteData): Head {
  const { title, address, description } = page;
  if (isMembers(page)) return { title, description: site.site_name, indexed: false };
  const head = { title, description: description || site.site_name, canonical: address };
  return page.id === ''
    ? head
    : { ...head, structured: import.meta.env.SSR ? buildPostStructuredData(page, site) : [] };
}

/** Builds a post's structured data for search engines: a schema.org Article and the breadcrumbs. */
function buildPostStructuredData(post: Post, site: SiteData): object[] {
  const { address } = post;
  const above =
    post.show_link === '' ? { name: site.site_name, item: '/' } : { name: post.show_title, item: post.show_link };
  return [
    {
      '@type': 'Article',
      headline: post.title,
      url: address,
      datePublished: post.date,
      description: post.description,
      ...(post.author !== '' && { author: { '@type': 'Person', name: post.author } }),
      publisher: { '@type': 'TheaterGroup', name: site.site_name },
    },
    {
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, ...above },
        { '@type': 'ListItem', position: 2, name: post.title, item: address },
      ],
    },
  ];
}
