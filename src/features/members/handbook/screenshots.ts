/** Returns a screenshot's size in CSS pixels. The names of screenshots of a phone end in `-phone`. */
export const getScreenshotSize = (file: string): { width: number; height: number } =>
  file.endsWith('-phone.webp') ? { width: 390, height: 720 } : { width: 1200, height: 750 };
