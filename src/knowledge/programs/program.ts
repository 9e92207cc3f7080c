/** How a sidecar and the app meet. */
export type Direction =
  /** The app calls it: it must outlive the app. */
  | 'outbound'
  /** The world calls the app through it. */
  | 'inbound'
  /** It brings files that the app reads. */
  | 'content'
  /** It takes away what the app writes. */
  | 'shipper'
  /** It works once the app has ended. */
  | 'after-main'
  /** It asks the app, for metrics or health: the app does not need it. */
  | 'observer'
  /** It watches files and tells the app to read them again. */
  | 'reloader'
  /** It stands beside a CSI driver, of which it is a part. */
  | 'csi'
  /** The proxy of a mesh, which an injector writes. */
  | 'mesh';

/** What is known of any program that serves as a sidecar, and is recognised by its image. */
export interface KnownProgram {
  /** What people call it. */
  readonly name: string;
  /** The images that are this program, without tag and digest. */
  readonly repositories: RegExp;
  /** It never is the app itself, so as an ordinary container of a Job it keeps the Job alive. */
  readonly onlySidecar: boolean;
  readonly direction: Direction;
}

/** What is known about a program of the catalog. */
export interface Program extends KnownProgram {
  /** The image that a preset uses when nobody says another, with a tag that exists. */
  readonly image: string;
  /** The numeric user that it runs as. */
  readonly user: number;
  /** How a kubelet finds out that it is up, in words. */
  readonly gate: string;
  /** How long it needs after its stop signal, in seconds, as the preset configures it. */
  readonly shutdownSeconds: number;
}
