/** The subjects that a visitor can choose. */
export const contactFormSubjects = ['Joining the group', 'Tickets', 'Group Bookings', 'Other'] as const;
export type ContactSubject = (typeof contactFormSubjects)[number];

/** The maximum length of each field, in characters. */
export const maxContactLengths = { name: 100, contact: 200, message: 5000 } as const;

/** Returns true if the page at a path includes the contact form; false for `/contact`, which is the form itself. */
export const hasEmbeddedContactForm = (path: string): boolean => path === '/' || /^\/(about|auditions)/.test(path);
