import { ServedFolder } from './serve';
import { Session } from './session';

/** Serves the site to the tests of a file, in one browser. A test fails if a page complains. */
export class OnSite {
  public site!: ServedFolder;
  public session!: Session;

  public constructor() {
    beforeAll(async () => {
      this.site = await ServedFolder.start(process.env.SITE!);
      this.session = await Session.start();
    });
    afterAll(async () => {
      await this.session.stop();
      await this.site.stop();
    });
    afterEach(() => {
      expect(this.session.complaints.splice(0)).toEqual([]);
    });
  }
}
