export { managingFileCalls } from './file-calls.ts';
export { toldCalls } from './notification-setting.ts';
export { managingPostCalls } from './post-calls.ts';
export { tellingOfPosts } from './post-mails.ts';
export { emptyingBin } from './trash-job.ts';
