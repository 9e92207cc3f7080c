import { JOB_STORIES } from './jobs';
import { Story } from './life';
import { ORDER_STORIES } from './order';
import { START_STORIES } from './start';
import { STOP_STORIES } from './stop';

/** The rules about time, with a pod that breaks each and one that does not. */
export const RULE_STORIES: { readonly [rule: string]: Story } = { ...START_STORIES, ...ORDER_STORIES, ...STOP_STORIES, ...JOB_STORIES };

/** The rules about start, order, stop and Jobs without a picture, and why they have none. */
export const NOT_DRAWN: { readonly [rule: string]: string } = {
  NS105: 'the API server rejects the pod, so nothing runs',
  NS107: 'the kubelet does not create the container, which the simulator does not know',
  NS111: 'a readiness probe changes which Services send requests, not when containers run',
  NS115: 'the probe never gets a result, which the simulator does not know: it counts such a probe as failed',
  NS116: 'the program exits because of its file system, not because of its time',
  NS117: 'the program exits because of its privileges, not because of its time',
  NS118: 'the program exits because of its port, not because of its time',
  NS121: 'the simulator knows when a probe passes, not who answers it',
  NS122: 'the kubelet does not create the container, which the simulator does not know: it assumes that the file is there',
  NS123: 'the simulator opens a gate equally late at each start, so it cannot show that a file from before opens it earlier',
  NS124: 'the simulator does not know files, so it cannot show that the sidecar exits until its file is there',
  NS203: 'synthesis fails, so nothing runs',
  NS205: 'older API servers reject the pod, and NS413 shows what newer ones make of it in a Job',
  NS405: 'a pod failure policy decides what a failed pod means, after its life',
  NS408: 'the containers live equally long: only the lines that the log shipper reads differ',
};
