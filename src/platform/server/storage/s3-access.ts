/** The credentials and location of a bucket in an S3-compatible store. */
export interface S3Access {
  /** The store's URL, without a path. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKey: string;
  secretKey: string;
}
