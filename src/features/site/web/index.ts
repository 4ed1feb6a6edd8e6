export { Brand } from './Brand.tsx';
export { NewTab } from './NewTab.tsx';
export { Sidebar } from './Sidebar.tsx';
