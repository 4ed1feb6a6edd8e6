export { ManageSection } from './manage-section.tsx';
export { DeletedFileAndPostList, UploadPanel } from './managed-lists.tsx';
