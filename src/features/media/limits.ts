/** The most bytes of one file: a picture, which is processed in memory (four times what cameras make), or any other. */
export const uploadLimits = { picture: 60_000_000, file: 500_000_000 };

/** A limit in words: "60 MB". */
export const limitInWords = (bytes: number): string => `${Math.round(bytes / 1_000_000)} MB`;
