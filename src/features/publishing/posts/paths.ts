/** `/post/{id}`. */
export const postPath = (id: string): string => `/post/${id}`;

/** `/members/post/{id}`: the same in the members' portal, which also shows private ones. */
export const membersPostPath = (id: string): string => `/members/post/${id}`;
