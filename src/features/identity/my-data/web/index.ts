export { MyDataSection } from './my-data-section.tsx';
