/** Returns the public path of a post. */
export const postPath = (id: string): string => `/post/${id}`;

/** Returns the path of a post in the members' portal, which also shows private posts. */
export const membersPostPath = (id: string): string => `/members/post/${id}`;
