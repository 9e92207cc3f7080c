import { ApiObject, App, Chart, IResolver, Lazy, ResolutionContext, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { rolloutIn } from './sources';
import { addSidecar, chartIn, deploymentIn } from './support';
import { renderObject } from '../../src/sidecars/quick-render';

/** Renders an object three times: the first time cdk8s does it, and the quick way learns from that. */
function quickly(object: ApiObject): unknown {
  const { toJson } = object;
  renderObject(object, toJson);
  renderObject(object, toJson);
  return renderObject(object, toJson);
}

const webOf = (chart: Chart) => deploymentIn(chart);

describe('an API object is rendered as cdk8s renders it', () => {
  test.each<[string, (chart: Chart) => ApiObject]>([
    ['with labels, annotations, finalizers and an owner', chart => {
      const object = ApiObject.of(webOf(chart));
      object.metadata.addLabel('team', 'shop');
      object.metadata.addAnnotation('example.com/a', 'b');
      object.metadata.addFinalizers('example.com/hold');
      object.metadata.addOwnerReference({ apiVersion: 'v1', kind: 'Pod', name: 'a', uid: '1' });
      return object;
    }],
    ['with fields that the class calls otherwise', chart => new kplus.k8s.KubePod(chart, 'pod', {
      spec: { setHostnameAsFqdn: true, containers: [{ name: 'a', ports: [{ containerPort: 80, hostIp: '10.0.0.1' }] }] },
    })],
    ['with a field that the class does not know', chart => new kplus.k8s.KubePod(chart, 'pod', { spec: { containers: [{ name: 'a', unknown: 1 } as any] } })],
    ['with empty values and null', chart => new kplus.k8s.KubePod(chart, 'pod', { spec: { containers: [{ name: 'a', env: [], resources: {}, args: null as any }], nodeSelector: {} } })],
    ['with lazy values', chart => new kplus.k8s.KubePod(chart, 'pod', { spec: { containers: Lazy.any({ produce: () => [{ name: 'a' }] }) } })],
    ['with a plain number where the class expects a union', chart => new kplus.k8s.KubePod(chart, 'pod', {
      spec: { containers: [{ name: 'a', livenessProbe: { tcpSocket: { port: 80 as any } } }] },
    })],
    ['of a custom resource', chart => rolloutIn(chart)],
  ])('%s', (_name, create) => {
    const object = create(Testing.chart());

    expect(JSON.stringify(quickly(object))).toBe(JSON.stringify(object.toJson()));
  });

  test('and a value that cannot be written is refused in the same words', () => {
    const object = new kplus.k8s.KubePod(Testing.chart(), 'pod', { spec: { containers: [{ name: 'a', image: new Date(0) as any }] } });

    expect(() => quickly(object)).toThrow(/can't render non-simple object of type 'Date'/);
  });

  test('and objects of one shape with other values keep their values', () => {
    const chart = Testing.chart();
    const objects = ['a', 'b', 'c', 'd'].map(name => new kplus.k8s.KubePod(chart, name, { spec: { setHostnameAsFqdn: name === 'd', containers: [{ name }] } }));

    expect(objects.map(object => renderObject(object, object.toJson))).toEqual(objects.map(object => object.toJson()));
  });
});

test('resolvers of the user see every value', () => {
  class Upper implements IResolver {
    public resolve(context: ResolutionContext): void {
      if (context.value === 'lower') {
        context.replaceValue('UPPER');
      }
    }
  }
  const chart = new Chart(new App({ resolvers: [new Upper()] }), 'chart');
  const objects = ['a', 'b', 'c'].map(id => new kplus.k8s.KubePod(chart, id, { spec: { containers: [{ name: 'lower' }] } }));

  expect(objects.map(object => renderObject(object, object.toJson).spec.containers[0].name)).toEqual(['UPPER', 'UPPER', 'UPPER']);
});

test('a class of the user renders itself', () => {
  class Stamped extends kplus.k8s.KubePod {
    public toJson(): any {
      return { ...super.toJson(), stamp: this.node.id };
    }
  }
  const chart = Testing.chart();
  const objects = ['a', 'b', 'c'].map(id => new Stamped(chart, id, {}));

  expect(objects.map(object => renderObject(object, object.toJson).stamp)).toEqual(['a', 'b', 'c']);
});

test('cdk8s renders one workload of a shape, and the others are rendered in one pass', () => {
  const app = Testing.app();
  const chart = chartIn(app, 'chart');
  for (let index = 0; index < 50; index++) {
    addSidecar(deploymentIn(chart, {}, `web-${index}`));
  }
  const spy = jest.spyOn(ApiObject.prototype, 'toJson');
  try {
    app.synthYaml();
    expect(spy.mock.calls.length).toBeLessThanOrEqual(2);
  } finally {
    spy.mockRestore();
  }
});

describe('where both ways are compared', () => {
  test('code of the user runs once, and the values that it gives are written', () => {
    let count = 0;
    const produce = jest.fn(() => `value-${++count}`);
    const value = Lazy.any({ produce });
    const pod = new kplus.k8s.KubePod(Testing.chart(), 'pod', { spec: { containers: [{ name: 'a', env: [{ name: 'ONE', value }, { name: 'TWO', value }], tty: true }] } });

    const { env } = renderObject(pod, pod.toJson).spec.containers[0];

    expect(env).toEqual([{ name: 'ONE', value: 'value-1' }, { name: 'TWO', value: 'value-2' }]);
    expect(produce).toHaveBeenCalledTimes(2);
  });

  test('an object that resolves itself does so again the next time', () => {
    const token = { resolve: jest.fn(() => 'text') };
    const pod = new kplus.k8s.KubePod(Testing.chart(), 'pod', { spec: { containers: [{ name: 'a', workingDir: token as any, stdin: true }] } });

    const rendered = [renderObject(pod, pod.toJson), renderObject(pod, pod.toJson)].map(({ spec }) => spec.containers[0].workingDir);

    expect(rendered).toEqual(['text', 'text']);
    expect(token.resolve).toHaveBeenCalledTimes(2);
  });
});
