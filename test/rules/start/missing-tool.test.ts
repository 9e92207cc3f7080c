import { Severity } from '../../../src/rules/engine/finding';
import { missingTool } from '../../../src/rules/start/missing-tool';
import { podOf, sidecar } from '../../simulator/pods';
import { offenses, says } from '../check';

const WEB = { name: 'web', image: 'ghcr.io/acme/web:1.4.2' };
const SQL = 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3';
const SHELL = { exec: { command: ['/bin/sh', '-c', 'nc -z 127.0.0.1 5432'] } };

test('a gate that runs a shell in an image without one offends', () => {
  expect(says(missingTool, podOf([WEB], [sidecar('db', { image: SQL, startupProbe: SHELL })]))).toEqual([
    "NS110 the startupProbe of 'db' runs 'sh', which its image does not contain, so the probe never passes: use httpGet, tcpSocket or grpc, or an image that contains the command",
  ]);
});

test.each<[string, object, Severity, string]>([
  ['readiness', { readinessProbe: SHELL }, Severity.ERROR, 'the probe never passes'],
  ['liveness', { livenessProbe: SHELL }, Severity.WARNING, 'the probe has no effect'],
  ['post-start', { lifecycle: { postStart: SHELL } }, Severity.ERROR, 'the hook fails and the kubelet kills the container'],
  ['pre-stop', { lifecycle: { preStop: { exec: { command: ['curl', '-XPOST', 'localhost:9091/quitquitquit'] } } } }, Severity.WARNING, 'the hook fails immediately'],
])('so does %s', (_name, rest, severity, effect) => {
  const found = offenses(missingTool, podOf([WEB, { name: 'auth', image: 'gcr.io/distroless/static', ...rest }]));

  expect(found).toEqual([expect.objectContaining({ container: 'auth', severity, message: expect.stringMatching(new RegExp(`, so ${effect}$`)) })]);
});

test.each<[string, object]>([
  ['an image with a shell', { image: `${SQL}-alpine`, startupProbe: SHELL }],
  ['an image of which the variant is not seen', { image: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:${TAG}', startupProbe: SHELL }],
  ['a program of the image itself', { image: SQL, startupProbe: { exec: { command: ['/cloud-sql-proxy', 'wait'] } } }],
  ['a tool that a volume brings', { image: SQL, startupProbe: { exec: { command: ['/tools/curl', 'x'] } } }],
  ['a sleep before the stop, which NS307 judges', { image: SQL, lifecycle: { preStop: { exec: { command: ['sleep', '5'] } } } }],
])('%s does not', (_name, container) => {
  expect(says(missingTool, podOf([WEB], [sidecar('helper', container)]))).toEqual([]);
});

test('images of which nothing is known are no concern', () => {
  expect(says(missingTool, podOf([{ ...WEB, startupProbe: SHELL }]))).toEqual([]);
});
