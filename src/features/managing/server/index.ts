export { emptyingBin } from './emptying.ts';
export { managingFileCalls } from './file-calls.ts';
export { managingPostCalls } from './post-calls.ts';
export { tellingOfPosts } from './telling.ts';
export { toldCalls } from './told-calls.ts';
