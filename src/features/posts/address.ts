/** `/post/{id}`. */
export const postAddress = (id: string): string => `/post/${id}`;

/** `/members/post/{id}`: the same in the members' portal, where private ones can be read too. */
export const membersPostAddress = (id: string): string => `/members/post/${id}`;
