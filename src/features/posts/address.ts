/** `/post/{id}` (SPEC §2). */
export const postAddress = (id: string): string => `/post/${id}`;

/** `/members/post/{id}` (SPEC §2): the same in the members' portal, where private ones can be read too. */
export const membersPostAddress = (id: string): string => `/members/post/${id}`;
