export { TestMail } from './TestMail.tsx';
