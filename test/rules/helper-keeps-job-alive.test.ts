import { says } from './check';
import { helperKeepsJobAlive } from '../../src/rules/helper-keeps-job-alive';
import { jobOf, podOf, sidecar } from '../lifecycle/pods';

const WORK = { name: 'work', image: 'ghcr.io/acme/export:1.0.0' };
const DB = { name: 'db', image: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.2@sha256:0123' };

test('a known sidecar program as an ordinary container of a Job offends', () => {
  expect(says(helperKeepsJobAlive, jobOf([WORK, DB]))).toEqual([
    "NS401 'db' (Cloud SQL Auth Proxy) is an ordinary container of a Job and never ends by itself, so the Job never completes: "
    + 'make it a NativeSidecar, or an init container with restartPolicy: Always',
  ]);
});

test.each([
  ['as a native sidecar', jobOf([WORK], [sidecar('db', { image: DB.image })])],
  ['as the only container, which is then the work', jobOf([DB])],
  ['if the program is as often the app itself', jobOf([WORK, { name: 'cache', image: 'docker.io/library/redis:7' }])],
  ['if the image is not known', jobOf([WORK, { name: 'db' }])],
])('it does not %s', (_name, pod) => {
  expect(says(helperKeepsJobAlive, pod)).toEqual([]);
});

test('pods that are meant to run for ever are no concern', () => {
  expect(says(helperKeepsJobAlive, podOf([WORK, DB]))).toEqual([]);
});
