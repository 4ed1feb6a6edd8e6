/** Where what was said of a post is written: among all of them, where one is once it is saved. */
export const blogPlace = 'blog';
