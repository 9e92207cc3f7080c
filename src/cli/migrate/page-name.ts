/** Whether a report is a page. */
export function isPage(file: string): boolean {
  return /\.html?$/i.test(file);
}
