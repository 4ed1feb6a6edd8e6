export { DeletedList } from './DeletedList.tsx';
export { Managed } from './Managed.tsx';
export { UploadPanel } from './UploadPanel.tsx';
