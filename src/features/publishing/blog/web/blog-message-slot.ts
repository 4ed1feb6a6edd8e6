/** The place for messages about a post. It is on the list of posts, to which saving returns. */
export const blogMessageSlot = 'blog';
