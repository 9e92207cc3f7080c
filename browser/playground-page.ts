import { Page } from 'playwright-core';

/** What a person does in the playground. */
export class PlaygroundPage {
  public constructor(public readonly page: Page) {}

  /** Replaces the manifest as somebody does who pastes one. */
  public async paste(text: string): Promise<void> {
    await this.page.locator('.cm-content').focus();
    await this.page.keyboard.press('Control+a');
    await this.page.evaluate(pasted => {
      const data = new DataTransfer();
      data.setData('text/plain', pasted);
      document.querySelector('.cm-content')!.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    }, text);
    await this.settled();
  }

  /** Moves a slider of a container, or of the pod if none is named. */
  public async slide(label: string, container: string | undefined, value: number): Promise<void> {
    const place = this.page.locator(container === undefined ? '#sliders > .sliders' : `fieldset:has(legend b:text-is("${container}"))`);
    await place.getByLabel(label).fill(String(value));
    await this.settled();
  }

  /** Waits until picture, findings and migration have followed. */
  public async settled(): Promise<void> {
    await this.page.locator('main[aria-busy=false]').waitFor();
  }

  /** All text of the picture. */
  public async picture(): Promise<string> {
    return await this.page.locator('#picture').textContent() ?? '';
  }

  /** The underlined parts of the text, each with its severity. */
  public async underlined(): Promise<string[]> {
    return this.page.locator('.cm-lintRange').evaluateAll(marks => marks.map(mark => `${/cm-lintRange-(\w+)/.exec(mark.className)?.[1]}: ${mark.textContent}`));
  }

  /** The rules in the list of findings. */
  public async rules(): Promise<string[]> {
    return this.page.locator('#findings .finding-head a').allTextContents();
  }

  /** The manifest. */
  public async text(): Promise<string> {
    return (await this.page.locator('.cm-line').allTextContents()).join('\n');
  }
}
