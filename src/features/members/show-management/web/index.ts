export { DeletedList } from './deleted-list.tsx';
export { ManageSection } from './manage-section.tsx';
export { UploadPanel } from './upload-panel.tsx';
