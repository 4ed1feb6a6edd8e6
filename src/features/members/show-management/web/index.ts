export { ManageSection } from './manage-section.tsx';
export { DeletedItemList, UploadPanel } from './managed-lists.tsx';
