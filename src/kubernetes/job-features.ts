import type { Feature } from './feature';
import { KubernetesFeature } from './kubernetes-feature';

const JOB = { in: 'job', without: 'dropped' } as const;

/** The features of Jobs. */
export const JOB_FEATURES = {
  [KubernetesFeature.JOB_POD_FAILURE_POLICY]: {
    gate: 'JobPodFailurePolicy',
    alpha: '1.25',
    onByDefault: '1.26',
    stable: '1.31',
    fields: [{ ...JOB, paths: ['podFailurePolicy'], what: 'a podFailurePolicy', then: 'every failure counts against backoffLimit' }],
  },
  [KubernetesFeature.JOB_BACKOFF_LIMIT_PER_INDEX]: {
    gate: 'JobBackoffLimitPerIndex',
    alpha: '1.28',
    onByDefault: '1.29',
    stable: '1.33',
    fields: [{ ...JOB, paths: ['backoffLimitPerIndex'], what: 'a backoffLimitPerIndex', then: 'the failures of all indexes count against backoffLimit' }],
  },
  [KubernetesFeature.JOB_POD_REPLACEMENT_POLICY]: {
    gate: 'JobPodReplacementPolicy',
    alpha: '1.28',
    onByDefault: '1.29',
    stable: '1.34',
    fields: [{ ...JOB, paths: ['podReplacementPolicy'], what: 'a podReplacementPolicy', then: 'a new pod starts while the old one still terminates' }],
  },
  [KubernetesFeature.JOB_SUCCESS_POLICY]: {
    gate: 'JobSuccessPolicy',
    alpha: '1.30',
    onByDefault: '1.31',
    stable: '1.33',
    fields: [{ ...JOB, paths: ['successPolicy'], what: 'a successPolicy', then: 'the Job needs all of its completions' }],
  },
  [KubernetesFeature.JOB_MANAGED_BY]: {
    gate: 'JobManagedBy',
    alpha: '1.30',
    onByDefault: '1.32',
    stable: '1.35',
    fields: [{ ...JOB, paths: ['managedBy'], what: 'managedBy', then: 'the Job controller runs it as well', breaks: true }],
  },
} as const satisfies { readonly [id in KubernetesFeature]?: Feature };
