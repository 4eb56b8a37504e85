/** Keys of the mirror's settings that more than one part of the program reads. */
export const SETTINGS = {
  /** The address of the service that all is agreed on with. */
  baseUrl: 'base-url',
  /** Where the folders of sites are made. */
  root: 'root',
  /** Gitignore lines, which hold for every site. */
  ignore: 'ignore',
  /** Bytes per second. */
  bytesUp: 'bandwidth-up',
  bytesDown: 'bandwidth-down',
  allowInsecure: 'allow-insecure',
  proxy: 'proxy',
} as const;
