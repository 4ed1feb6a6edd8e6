/** Returns the size of a picture in the handbook, in the pixels of a page: those of a phone end in `-phone`. */
export const getScreenshotSize = (file: string): { width: number; height: number } =>
  file.endsWith('-phone.webp') ? { width: 390, height: 720 } : { width: 1200, height: 750 };
