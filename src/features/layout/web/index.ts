export { OpensInNewTab as NewTab } from '#platform/web/ui/NewTab.tsx';
export { Brand } from './Brand.tsx';
export { FindUs } from './FindUs.tsx';
export { FrontPageHero } from './FrontPageHero.tsx';
/** A bulb alight on an empty stage. */
export { default as ghostLight } from './ghost-light.svg';
export type { MembersNavigation, NavigationEntry, NavigationLink, NavigationSite } from './members-navigation.ts';
export { Sidebar } from './Sidebar.tsx';
export { SocialLinks } from './SocialLinks.tsx';
