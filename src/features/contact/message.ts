/** What a message can be about. */
export const subjects = ['Joining the group', 'Tickets', 'Group Bookings', 'Other'] as const;
export type Subject = (typeof subjects)[number];

/** The most characters that each part of a message takes. */
export const longest = { name: 100, contact: 200, message: 5000 } as const;

/** Whether the contact form is beside the page at a path. */
export const takesMessages = (path: string): boolean => path === '/' || /^\/(about|auditions)/.test(path);
