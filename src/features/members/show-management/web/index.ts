export { DeletedItemList } from './file-rows.tsx';
export { ManageSection } from './manage-section.tsx';
export { UploadPanel } from './upload-panel.tsx';
