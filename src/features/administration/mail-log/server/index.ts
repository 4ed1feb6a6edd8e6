export { isMailTested, lastTestMailKey as testMailNote } from './last-test-mail.ts';
