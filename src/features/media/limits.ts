/** What one file may weigh, in bytes: a picture, which is worked on in memory (four times what cameras make), or any other. */
export const uploadLimits = { picture: 60_000_000, file: 500_000_000 };

/** A limit as it is said to people: "60 MB". */
export const limitInWords = (bytes: number): string => `${Math.round(bytes / 1_000_000)} MB`;
