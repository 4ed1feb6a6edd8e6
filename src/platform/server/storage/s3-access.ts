/** The access data of a bucket in a store that speaks S3's protocol. */
export interface S3Access {
  /** The store's URL, without a path. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKey: string;
  secretKey: string;
}
