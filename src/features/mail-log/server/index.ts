export { isMailTested, testMailNote } from './last-test-mail.ts';
