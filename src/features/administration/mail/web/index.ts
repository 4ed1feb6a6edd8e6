export { TestMailButton } from './mail-parts.tsx';
