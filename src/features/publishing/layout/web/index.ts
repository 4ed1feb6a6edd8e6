export { Brand } from './brand.tsx';
export { MapSection } from './find-us.tsx';
export { FrontPageHero } from './front-page-hero.tsx';
/** The picture of a ghost light, on the login page and the error page. */
export { default as ghostLight } from './ghost-light.svg';
export type { MembersNavigation, NavigationData, NavigationEntry, NavigationLink } from './members-navigation.ts';
export { Sidebar } from './sidebar.tsx';
export { SocialLinks } from './social-links.tsx';
