import { MANIFESTS, run } from '../run';

const WEB = `${MANIFESTS}/web.yaml`;
const HINT = '(add --help for usage)\n';
const QUANTITY = 'a number with one of the suffixes n, u, m, k, M, G, T, P, E, Ki, Mi, Gi, Ti, Pi, Ei or with none, such as 250m or 64Mi';

/** Every way to ask in vain: what is given, on standard input too, the exit code, and all that is said. */
test.each<[string, string[], string, number, string]>([
  ['YAML that does not parse', ['-'], 'kind: Pod\nmetadata:\n  name: web\n spec: {}\n', 3,
    '<stdin>:4:2: this is not valid YAML: bad indentation of a mapping entry; fix it here or just above\n'],
  ['a document that is no object', ['-'], '---\n# pods\n- kind: Pod\n', 3,
    '<stdin>:3:1: a manifest must be an object with apiVersion and kind, but this document is a list: write each item as a document of its own, or as the items of a List\n'],
  ['a pod without containers', ['-'], 'kind: Pod\nmetadata: { name: web }\nspec:\n  restartPolicy: Never\n', 3,
    "<stdin>:3:1: Pod 'web' has no containers: 'spec.containers' is missing, but a pod needs at least one container\n"],
  ['two containers with one name', ['-'], 'kind: Pod\nmetadata: { name: web }\nspec:\n  containers:\n  - name: app\n  - name: app\n', 3,
    "<stdin>:6:5: Pod 'web' has two containers called 'app', at 'spec.containers[0]' and 'spec.containers[1]': names must be unique across containers and initContainers, so rename one\n"],
  ['a malformed quantity', ['-'], 'kind: Pod\nmetadata: { name: web }\nspec:\n  containers:\n  - name: app\n    resources:\n      limits:\n        cpu: 1\n        nvidia.com/gpu: one\n', 3,
    `<stdin>:9:9: Pod/web: 'spec.containers[0].resources.limits.nvidia.com/gpu' of container 'app' is "one": write ${QUANTITY}\n`],
  ['a chart\'s template', [`${MANIFESTS}/chart-template.yaml`], '', 3,
    `${MANIFESTS}/chart-template.yaml:6:7: this looks like a template (it contains '{{'), not a manifest: render it first, for example with 'helm template', and pass the result\n`],
  ['a missing file', ['missing.yaml'], '', 3,
    'missing.yaml: no such file or folder: check the path\n'],
  ['a folder without manifests', ['bin'], '', 3,
    'bin: no .yaml, .yml or .json file in this folder: pass a folder that contains manifests, or a file\n'],
  ['empty input', ['-'], '', 3,
    '<stdin>: empty, so there is nothing to explain: see why the command before it printed nothing\n'],
  ['input without a pod', ['-'], 'kind: Service\nmetadata: { name: web }\n---\nkind: ConfigMap\n', 3,
    "<stdin>: no pod found, only Service 'web', ConfigMap without a name: pass a Pod, or a workload with a pod template, such as a Deployment or a Job\n"],
  ['much input without a pod', ['-'], 'kind: Service\n---\n'.repeat(7), 3,
    `<stdin>: no pod found, only ${'Service without a name, '.repeat(5)}2 more: pass a Pod, or a workload with a pod template, such as a Deployment or a Job\n`],

  ['a scenario for a container that is not there', [WEB, '--scenario', '-'], 'containers:\n  web: { shutdown: 3 }\n  nginx: { shutdown: 3 }\n', 2,
    "<stdin>:3:3: Deployment/web has no container 'nginx': it has 'proxy', 'migrate', 'web'\n"],
  ['a scenario with a negative time', [WEB, '--scenario', '-'], 'containers:\n  web:\n    preStop: 2\n    shutdown: -3\n', 2,
    "<stdin>:4:5: 'shutdown' of container 'web' must be a number of seconds, 0 or more, not -3\n"],
  ['a scenario with a wrong time in a list', [WEB, '--scenario', '-'], 'containers:\n  web:\n    crashesAt:\n    - 5\n    - -1\n', 2,
    "<stdin>:5:7: 'crashesAt' of container 'web' must be a number of seconds, 0 or more, not -1\n"],
  ['a scenario whose mistake has the name of a container', [WEB, '--scenario', '-'], "containers:\n  web: {}\n'container ''web''': 1\n", 2,
    "<stdin>:3:1: the scenario has the unknown key 'container 'web'': the keys are kubernetes, featureGates, deleteAt, deleteGracePeriod, deleteAgainAt, deleteAgainGracePeriod, containers\n"],
  ['a scenario that deletes the pod before its start', [WEB, '--scenario', '-'], '\ndeleteAt: -1\n', 2,
    "<stdin>:2:1: 'deleteAt' of the scenario must be a number of seconds, 0 or more, not -1\n"],
  ['a scenario with an unknown version', [WEB, '--scenario', '-'], 'deleteAt: 1\nkubernetes: 1.19\n', 2,
    "<stdin>:2:1: Kubernetes version '1.19' is not supported: the oldest supported version is 1.20\n"],
  ['a scenario with an unknown key', [WEB, '--scenario', '-'], '{"deletedAt": 1}', 2,
    "<stdin>:1:2: the scenario has the unknown key 'deletedAt': the keys are kubernetes, featureGates, deleteAt, deleteGracePeriod, deleteAgainAt, deleteAgainGracePeriod, containers\n"],
  ['a scenario that does not parse', [WEB, '--scenario', '-'], 'deleteAt: [1\n', 2,
    '<stdin>:2:1: this is not valid YAML: unexpected end of the stream within a flow collection; fix it here or just above\n'],
  ['an empty scenario', [WEB, '--scenario', '-'], '', 2, "<stdin>: the scenario is empty: write at least 'deleteAt: 60'\n"],
  ['a scenario with a version that is an object', [WEB, '--scenario', '-'], 'kubernetes: { minor: 33 }\n', 2,
    '<stdin>:1:1: Kubernetes version \'{"minor":33}\' is not a version: write it like 1.33 or 1.33.2\n'],
  ['two scenarios', [WEB, '--scenario', '-'], 'deleteAt: 1\n---\ndeleteAt: 2\n', 2, '<stdin>: found 2 documents: a scenario must be a single document\n'],
  ['a missing scenario', [WEB, '--scenario', 'missing.yaml'], '', 2, 'missing.yaml: no such file or folder: check the path\n'],

  ['nothing to explain', [], '', 2, 'error: nothing to explain: pass a manifest file, a folder of manifests, or - for standard input\n'],
  ['manifest and scenario on standard input', ['-', '--scenario', '-'], '', 2,
    'error: the manifest and the scenario cannot both come from standard input: pass one of them as a file\n'],
  ['an unknown version', [WEB, '--kubernetes-version', '1.19'], '', 2,
    `error: option '--kubernetes-version <version>' argument '1.19' is invalid. Kubernetes version '1.19' is not supported: the oldest supported version is 1.20\n${HINT}`],
  ['what is no version', [WEB, '--kubernetes-version', 'latest'], '', 2,
    `error: option '--kubernetes-version <version>' argument 'latest' is invalid. Kubernetes version 'latest' is not a version: write it like 1.33 or 1.33.2\n${HINT}`],
  ['an unknown format', [WEB, '--format', 'xml'], '', 2,
    `error: option '--format <format>' argument 'xml' is invalid. Allowed choices are text, json, svg, mermaid, html.\n${HINT}`],
  ['an unknown option', [WEB, '--scenarios', 'a.yaml'], '', 2, `error: unknown option '--scenarios'\n(Did you mean --scenario?)\n${HINT}`],
  ['an option without its value', [WEB, '--scenario'], '', 2, `error: option '--scenario <file>' argument missing\n${HINT}`],
  ['two paths', [WEB, WEB], '', 2, `error: too many arguments for 'explain'. Expected 1 argument but got 2.\n${HINT}`],
])('%s', async (_what, args, stdin, code, err) => {
  expect(await run(['explain', ...args], stdin)).toEqual({ code, out: '', err });
});
