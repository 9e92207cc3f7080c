/** The file that is read if the user names none. */
export const DEFAULT_CONFIG = '.cdk8s-sidecars.yaml';
