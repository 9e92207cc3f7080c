import { Severity } from '../../../src/rules/engine/finding';
import { hostPortClash } from '../../../src/rules/platform/host-port-clash';
import { podOf, sidecar } from '../../simulator/pods';
import { offenses, says } from '../check';

const proxy = (...flags: string[]) => sidecar('db', { image: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3', args: [...flags, 'acme:europe-west1:orders'] });
const web = (...ports: number[]) => ({ name: 'web', image: 'acme/web:1', ports: ports.map(containerPort => ({ containerPort })) });

test('a health server on the port of the app offends', () => {
  expect(says(hostPortClash, podOf([web(9090)], [proxy('--health-check')]))).toEqual([
    "NS604 'db' (Cloud SQL Auth Proxy) has its health server on port 9090, which 'web' declares too, but only one container of a pod can listen on it: "
      + "give the health server of 'db' another port",
  ]);
});

test('so does one of an ordinary container, wherever it listens', () => {
  const { restartPolicy: _, ...ordinary } = proxy('--health-check', '--http-address=0.0.0.0', '--http-port=8080') as any;

  expect(offenses(hostPortClash, podOf([web(8080), ordinary]))).toHaveLength(1);
});

test('it is certain where the port is the only one, or a probe asks it', () => {
  const severities = (app: object) => offenses(hostPortClash, podOf([app as any], [proxy('--health-check')])).map(({ severity }) => severity);

  expect(severities(web(9090))).toEqual([undefined]);
  expect(severities({ ...web(8080, 9090), readinessProbe: { httpGet: { port: 9090 } } })).toEqual([undefined]);
  expect(severities(web(8080, 9090))).toEqual([Severity.WARNING]);
});

test('another port, or a health server that is off, does not', () => {
  expect(says(hostPortClash, podOf([web(8080)], [proxy('--health-check')]))).toEqual([]);
  expect(says(hostPortClash, podOf([web(9090)], [proxy()]))).toEqual([]);
});

test('a proxy on the port of a database beside it offends, another port does not', () => {
  const database = { name: 'postgres', image: 'postgres:17', ports: [{ containerPort: 5432 }] };

  expect(says(hostPortClash, podOf([database], [proxy('--port=5432')]))).toEqual([
    "NS604 'db' (Cloud SQL Auth Proxy) opens port 5432, on which 'postgres' listens too, but only one container of a pod can listen on it: "
      + "give 'db' another port, or remove it if 'postgres' is the database that the app uses",
  ]);
  expect(says(hostPortClash, podOf([database], [proxy('--port=5433')]))).toEqual([]);
  expect(says(hostPortClash, podOf([{ ...database, env: [{ name: 'PGPORT', value: '5433' }] }], [proxy('--port=5432')]))).toEqual([]);
  expect(says(hostPortClash, podOf([{ ...database, ports: [] }], [proxy('--port=5432')]))).toEqual([]);
  expect(says(hostPortClash, podOf([{ ...database, command: ['psql', '-h', 'localhost'] }], [proxy('--port=5432')]))).toEqual([]);
});
