/** The message of an error, without its stack. */
export function messageOf(error: unknown): string {
  return (error as Error | undefined)?.message ?? String(error);
}
