export { DeletedItemList, UploadPanel } from './files.tsx';
export { ManageSection } from './manage-section.tsx';
