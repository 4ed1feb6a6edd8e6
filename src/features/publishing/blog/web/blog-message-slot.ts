/** The slot for messages about a post. It is in the list of posts, to which saving returns. */
export const blogMessageSlot = 'blog';
