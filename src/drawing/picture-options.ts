/** How a picture of a timeline is drawn. */
export interface TimelinePictureOptions {
  /**
   * The heading.
   * @default - the kind and the name of the workload
   */
  readonly title?: string;
}

/** How a timeline is written as text. */
export interface TimelineTextOptions {
  /**
   * The widest line, in columns: at least 60.
   * @default 100
   */
  readonly width?: number;
  /**
   * Whether to use only ASCII characters, for terminals, logs and mails that show no others.
   * @default false
   */
  readonly ascii?: boolean;
}
