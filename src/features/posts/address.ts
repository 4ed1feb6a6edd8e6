/** `/post/{id}` (SPEC §2). */
export const postAddress = (id: string): string => `/post/${id}`;
