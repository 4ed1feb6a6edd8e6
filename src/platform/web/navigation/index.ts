export { blockNavigation as holdHistory } from './block-navigation.ts';
export { Announcer, CurrentScreen } from './current-screen.tsx';
export {
  NavigationContext,
  navigateTo as follow,
  refreshAll,
  refreshPage,
  reloadForVisitor as restart,
  replaceWith as goTo,
  setQuery,
  useLocation,
  usePage,
  usePending,
  useSite,
  useSnapshot,
  useWholePage,
} from './hooks.ts';
export { findInternalLink as linkFollowed, isPlainClick } from './links.ts';
export { loadPage, loadSite } from './load-page.ts';
export type { AnyScreen, Screen, Screens, SidebarComponent as Beside } from './screen-types.ts';
export { useScrollAndFocus as useArrival } from './scroll-and-focus.ts';
export { firstSnapshot } from './snapshot.ts';
export { startNavigation } from './start.ts';
