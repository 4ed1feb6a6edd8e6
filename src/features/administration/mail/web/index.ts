export { TestMail } from './mail-parts.tsx';
