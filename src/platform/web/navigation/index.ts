export { useArrival } from './arriving.ts';
export { Announcer, CurrentScreen } from './CurrentScreen.tsx';
export {
  NavigationContext,
  navigate,
  refreshPage,
  setQuery,
  useLocation,
  usePage,
  usePending,
  useSite,
  useSnapshot,
} from './hooks.ts';
export { redirectTarget } from './links.ts';
export { startNavigation } from './start.ts';
export { firstSnapshot } from './store.ts';
export type { AnyScreen, Screen } from './view.ts';
