/** Normalises an email address for comparison. Mail servers ignore case. */
export const normaliseEmail = (email: string): string => email.trim().normalize('NFC').toLowerCase();
