export { CurrentScreen, DocumentHead, PageAnnouncer } from './current-screen.tsx';
export {
  NavigationContext,
  navigateTo,
  refreshPage,
  refreshPageAndSite,
  reloadForVisitor,
  replacePage,
  setQuery,
  useLocation,
  useNavigationSnapshot,
  usePage,
  usePagePending,
  useSite,
  useWholePageFetch,
} from './hooks.ts';
export { findInternalLink, isPlainClick } from './links.ts';
export { loadPage, loadSiteData } from './load-page.ts';
export {
  type AnyScreen,
  buildHead,
  type ScreenLoaders,
  type ScreenModule,
  type SidebarComponent,
} from './screen-types.ts';
export { useScrollAndFocus } from './scroll-and-focus.ts';
export { createInitialSnapshot } from './snapshot.ts';
export { addPopStateBlocker, startNavigation } from './start.ts';
