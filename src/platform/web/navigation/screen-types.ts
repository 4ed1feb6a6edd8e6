import type { ComponentType, ReactNode } from 'react';
import type { Head } from '#platform/shared/head.ts';
import type { Page, PageType, Site } from '#platform/shared/pages.ts';

/** A screen's module: the component that shows pages of type `T`, and their tab title. */
export interface Screen<T extends PageType> {
  default: ComponentType<{ page: Page<T> }>;
  head: (page: Page<T>, site: Site) => Head;
  aboveContent?: ComponentType<{ page: Page<T>; site: Site }>;
  belowContent?: ComponentType<{ page: Page<T> }>;
  sidebar?: (page: Page<T>) => SidebarComponent | null;
}

/** Loaders for the screens of a feature, by the type of page that each shows; `path` is the page's path. */
export type Screens = { readonly [T in PageType]?: (path: string) => Promise<Screen<T>> };

/** A screen whose type is only known to fit its page at run time: the loader looked it up by the page's `type`. */
export interface AnyScreen {
  default: ComponentType<{ page: Page }>;
  head: (page: Page, site: Site) => Head;
  /** Shown above the page and its sidebar, as wide as the window. */
  aboveContent?: ComponentType<{ page: Page; site: Site }> | undefined;
  /** Shown below them both; on a phone, between them. */
  belowContent?: ComponentType<{ page: Page }> | undefined;
  /** Next to a page that is read; the others take the whole width, and don't fetch it. */
  sidebar?: ((page: Page) => SidebarComponent | null) | undefined;
  /** Surrounds the pages of a part of the site; fetched with the screen, so that it never comes after it. */
  frame?: Frame | undefined;
  /** The contact form, where the page has one; fetched with the screen too. */
  contact?: ComponentType | undefined;
}

/** Shown next to a page: links to other pages, and the contact form if there is one. */
export type SidebarComponent = ComponentType<{ site: Site; page: Page; path: string; contact: ReactNode }>;

/** Around the pages of a part of the site: its own navigation, with the page inside it. */
export type Frame = ComponentType<{ site: Site; path: string; children: ReactNode }>;

/** A page, the screen that shows it and its address. The three change together. */
export interface View {
  /** Identifies this visit to a page; stays the same when the page is refreshed or only its query changes. */
  visit: string;
  path: string;
  /** Without the question mark. */
  query: string;
  page: Page;
  screen: AnyScreen;
}
