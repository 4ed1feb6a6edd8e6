export { DeletedList } from './DeletedList.tsx';
export { ManageSection } from './ManageSection.tsx';
export { UploadPanel } from './UploadPanel.tsx';
