export { Brand } from './Brand.tsx';
export { FrontPageLayout } from './FrontPageLayout.tsx';
export { NewTab } from './NewTab.tsx';
export { Sidebar } from './Sidebar.tsx';
