import { before, endInOrder, is } from './promises';
import { Driver } from '../driver';
import { withOrdinaryProxy } from '../ordinary-proxy';
import { Cast, Scene } from '../scenario';
import { Trace } from '../trace';

const DRAIN = 4;

/**
 * An app that calls through its proxy ten times a second, from its start to its exit. The proxy answers the calls itself, in place of another service.
 *
 * Both scenes play the same programs: only the place of the proxy differs.
 */
const CAST: Cast = {
  sidecars: { proxy: { gateOpens: 1, shutdown: 0, args: ['proxy', '-health=8080', '-ready-after=1', '-app=http://127.0.0.1:9000', '-upstream=http://127.0.0.1:8080'] } },
  mains: { app: { shutdown: DRAIN, args: ['app', '-port=9000', `-drain=${DRAIN}`] } },
};

const deleteWhenSettled = async (driver: Driver) => {
  await driver.settled('app');
  await driver.age('proxy', 8);
  await driver.delete();
};

const someFailed = ({ observed: { notes } }: Trace, when: 'failedBeforeStop' | 'failedAfterStop') =>
  (Number(notes?.[when]) > 0 ? [] : [`no call failed: ${JSON.stringify(notes)}`]);

/** Deletions of a pod whose app calls through its proxy until it exits. */
export const TRAFFIC: Scene[] = [
  {
    name: 'delete-native-proxy',
    promise: 'an app that drains calls through its native proxy to the end, and no call fails',
    kind: 'deployment',
    cast: CAST,
    drive: deleteWhenSettled,
    judge: trace => [...is('the number of failed calls', trace.observed.notes?.failed, 0), ...before(trace, 'proxy', 'gate-open', 'app', 'started'), ...endInOrder(trace, 'app', 'proxy')],
  },
  {
    name: 'delete-ordinary-proxy',
    promise: 'the same proxy as an ordinary container starts too late and exits first: calls of the app fail at both ends',
    kind: 'deployment',
    cast: CAST,
    inject: withOrdinaryProxy,
    drive: deleteWhenSettled,
    judge: trace => [...someFailed(trace, 'failedBeforeStop'), ...someFailed(trace, 'failedAfterStop'), ...endInOrder(trace, 'proxy', 'app')],
  },
];
