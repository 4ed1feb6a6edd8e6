export { NewTab } from '#platform/web/ui/NewTab.tsx';
export { Brand } from './Brand.tsx';
export { FrontPageLayout } from './FrontPageLayout.tsx';
export { Sidebar } from './Sidebar.tsx';
export { SocialLinks } from './SocialLinks.tsx';
