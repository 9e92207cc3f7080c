import { folders, helpers, mounting, running } from './pods';
import { unclearTies } from '../../src/recognition/ties';
import { TestContainer } from '../simulator/pods';

const env = (variables: object) => Object.entries(variables).map(([name, value]) => ({ name, value }));
const volumes = folders('socket', 'other');
const HELPER = mounting({ '/csi': 'socket' }, { name: 'provisioner', image: 'registry.k8s.io/sig-storage/csi-provisioner:v4.0.0', args: ['--csi-address=/csi/csi.sock'] });
const driver = (variables: object = {}) => mounting({ '/csi': 'socket', '/other': 'other' }, {
  name: 'driver', image: 'acme/disk-driver:1', args: ['--endpoint=unix:///csi/csi.sock'], env: env(variables),
});
const CLOUD = { name: 'cloud', image: 'acme/cloud-proxy:1', ports: [{ containerPort: 9000 }] };

const told = (...containers: readonly TestContainer[]) => {
  const pod = running([HELPER, ...containers], { volumes });
  return [helpers(pod).filter(helper => !helper.endsWith(': csi')), unclearTies(pod).map(({ to, seen }) => `${to.name}: ${seen}`)];
};

test('the parts of a CSI driver are told nothing about each other', () => {
  expect(told(driver())).toEqual([[], []]);
  expect(told(driver({ API: 'http://localhost:9000' }), { ...mounting({ '/csi': 'socket' }, CLOUD) })).toEqual([[], []]);
});

describe('one beside a CSI driver that has no part in its socket', () => {
  test.each<[string, object]>([['a setting', { CLOUD_API_URL: 'http://localhost:9000' }], ['a proxy', { HTTPS_PROXY: 'http://localhost:9000' }]])('is told as unclear if the driver calls it by %s', (_name, variables) => {
    expect(told(driver(variables), CLOUD)).toEqual([[], ["cloud: 'driver' calls 'cloud' (localhost:9000)"]]);
  });

  test('is told as unclear if both name a file', () => {
    const token = mounting({ '/out': 'other' }, { name: 'tokens', image: 'acme/tokens:1', env: env({ TOKEN_FILE: '/out/token' }) });

    expect(told(driver({ CLOUD_TOKEN_FILE: '/other/token' }), token)).toEqual([[], [expect.stringMatching(/^tokens: 'driver' and 'tokens' both name/)]]);
  });

  test('is no app because of helpers of the driver', () => {
    expect(running([HELPER, driver(), CLOUD], { volumes }).app).toBeUndefined();
    expect(running([HELPER, { ...driver(), ports: [{ containerPort: 9808 }] }], { volumes }).app).toMatchObject({ container: { name: 'driver' } });
  });
});
