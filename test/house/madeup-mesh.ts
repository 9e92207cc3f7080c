import { misspelled, useless } from '../../src/knowledge/meshes/annotation-facts';
import { InjectedPlace } from '../../src/knowledge/meshes/injection';
import { InjectionChoice, MeshFacts } from '../../src/knowledge/meshes/mesh-facts';
import { injectedProgram } from '../../src/knowledge/meshes/proxy-facts';
import { goBool, WHOLE_SECONDS, words } from '../../src/knowledge/meshes/values';

const HOLD = { annotation: 'madeup.example/options', name: 'holdApp', isOn: (value: string) => value === 'holdApp', without: () => '' };

/** A mesh that nobody has: all that a sixth mesh would add to `src/knowledge/meshes`. */
export const MADEUP = {
  name: 'Madeup',
  known: [{ from: '1.0', to: '1.2' }],
  nativeSince: { version: '1.0' },
  optIn: { on: 'label', key: 'madeup.example/join', value: 'yes' },
  membership: [{ on: 'label', key: 'madeup.example/join', read: words(['yes'], ['no']) }],
  injectsNamespaces: true,
  ownKeys: ['madeup.example/'],
  nativeSwitches: [
    { key: 'madeup.example/native', since: { version: '1.1' }, read: goBool, otherwise: 'ignores' },
    { key: 'alpha.madeup.example/native', since: { version: '1.0' }, read: goBool, otherwise: 'ignores' },
  ],
  injectedMark: { on: 'annotation', key: 'madeup.example/injected' },
  drain: { key: 'madeup.example/drain', format: WHOLE_SECONDS },
  probes: {
    annotation: { key: 'madeup.example/probes', read: goBool, off: 'false' },
    closesGates: true,
    concerns: (probe: any) => probe?.httpGet !== undefined,
    rewrite: container => container.startupProbe?.httpGet
      ? { ...container, startupProbe: { httpGet: { path: `/for/${container.name}`, port: 7002 } } }
      : container,
    isPath: path => path.startsWith('/for/'),
    isRewritten: (probe: any) => probe?.httpGet?.port === 7002,
  },
  hold: HOLD,
  ignored: [
    misspelled('madeup.example/nativ', 'madeup.example/native'),
    useless('madeup.example/linger', 'a native madeup-proxy stops after the app'),
    { ...useless(HOLD.annotation, 'Madeup holds the app by a startup probe'), applies: HOLD.isOn, part: HOLD },
  ],
  leftovers: [{ key: 'madeup.example/outlive', harmsNative: true, does: 'makes the proxy outlive the app' }],
  bypasses: [{ key: 'madeup.example/skip', isBypass: () => true, onlyWithInits: false }],
  reserved: { ports: [7001, 7002], users: [7007], containerNames: ['madeup-proxy', 'madeup-init'] },
  proxy: {
    container: 'madeup-proxy',
    program: injectedProgram('Madeup proxy', /(^|\/)madeup-proxy$/),
    ports: [7001],
    bringsPorts: false,
    processes: ['madeupd'],
    quitPaths: [{ path: '/finish', port: 7001 }],
    commands: [{ program: 'madeupctl', wait: 'ready', quit: { word: 'stop', port: 7001, text: 'madeupctl stop' } }],
    wrappers: [{ program: 'madeup-run', variables: /^MADEUP_RUN_/ }],
  },
  position: InjectedPlace.FIRST,
  webhook: 'madeup-injector',
  skipsHostNetwork: true,
  injected: ({ native, drainSeconds }: InjectionChoice) => [
    { container: { name: 'madeup-init' }, place: native ? InjectedPlace.FIRST : InjectedPlace.LAST, shutdownSeconds: 0 },
    {
      container: {
        name: 'madeup-proxy',
        ...(native ? { restartPolicy: 'Always', startupProbe: { httpGet: { path: '/up', port: 7001 }, periodSeconds: 1, failureThreshold: 60 } } : {}),
      },
      place: native ? InjectedPlace.FIRST : InjectedPlace.MAIN,
      shutdownSeconds: drainSeconds ?? 3,
    },
  ],
  clusterNeeds: () => [],
} satisfies MeshFacts;
