/** `/post/{id}`. */
export const postPath = (id: string): string => `/post/${id}`;

/** `/members/post/{id}`: the same in the members' portal, where private ones can be read too. */
export const membersPostPath = (id: string): string => `/members/post/${id}`;
