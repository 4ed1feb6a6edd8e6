import type { ComponentType, ReactNode } from 'react';
import type { Head } from '#platform/shared/head.ts';
import type { Page, PageType, SiteData } from '#platform/shared/pages.ts';

/**
 * A screen's module: the component that shows pages of type `T`, the metadata of these pages, and optional parts around
 * their content.
 */
export interface ScreenModule<T extends PageType> {
  default: ComponentType<{ page: Page<T> }>;
  /** If missing, the page has only its title, and search engines are kept out. */
  head?: (page: Page<T>, site: SiteData) => Head;
  aboveContent?: ComponentType<{ page: Page<T>; site: SiteData }>;
  belowContent?: ComponentType<{ page: Page<T> }>;
  getSidebar?: (page: Page<T>) => SidebarComponent | null;
}

/**
 * Loaders for a feature's screens, by the type of page that each screen shows; `path` is the page's path. A type of
 * page may have several screens. The content decides between them more safely than the path, which can be spelt in many
 * ways.
 */
export type ScreenLoaders = { readonly [T in PageType]?: (path: string, page: Page<T>) => Promise<ScreenModule<T>> };

/** A screen that is known to fit its page only at run time, because the loader looked it up by the page's `type`. */
export interface AnyScreen {
  default: ComponentType<{ page: Page }>;
  head?: ((page: Page, site: SiteData) => Head) | undefined;
  /** Shown above the page and its sidebar, as wide as the window. */
  aboveContent?: ComponentType<{ page: Page; site: SiteData }> | undefined;
  /** Shown below the page and its sidebar; on a phone, between them. */
  belowContent?: ComponentType<{ page: Page }> | undefined;
  /**
   * Returns the sidebar of a page that is meant for reading; null for none. If the function is missing, there is no
   * sidebar either. Without a sidebar, the page takes the whole width.
   */
  getSidebar?: ((page: Page) => SidebarComponent | null) | undefined;
  /**
   * Surrounds the pages of a part of the site. Loaded with the screen, so that the frame never appears later than the
   * page.
   */
  frame?: PageFrame | undefined;
  /** The contact form, if the page has one. It is loaded with the screen too. */
  contact?: ComponentType | undefined;
}

/** Shown next to a page: links to other pages, and the contact form if there is one. */
export type SidebarComponent = ComponentType<{ site: SiteData; page: Page; path: string; contact: ReactNode }>;

/** Surrounds the pages of a part of the site: its own navigation, with the page inside it. */
export type PageFrame = ComponentType<{ site: SiteData; path: string; children: ReactNode }>;

/** A page, the screen that shows it and its URL. The three change together. */
export interface PageWithScreen {
  /** Identifies this visit to a page; stays the same when the page is refreshed or only its query changes. */
  visit: string;
  path: string;
  /** The query, without the question mark. */
  query: string;
  page: Page;
  screen: AnyScreen;
}

/** Returns the metadata of a page. */
export function buildHead({ page, screen }: Pick<PageWithScreen, 'page' | 'screen'>, site: SiteData): Head {
  const title = 'title' in page ? page.title : '';
  return screen.head?.(page, site) ?? { title, description: title, indexed: false };
}
