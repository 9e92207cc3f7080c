export { Budget, BudgetEntry, BudgetShare, BudgetUse, StopNeeds } from './lifecycle/budget';
export { KnownBug } from './lifecycle/kubelet-bugs';
export { KubernetesFeature, SidecarSupport } from './lifecycle/kubernetes-features';
export { KubernetesVersion } from './lifecycle/kubernetes-version';
export { ContainerRole, JobLimits, Pod, PodContainer, PodRestartPolicy } from './lifecycle/pod';
export { EffectiveResources, QosClass } from './lifecycle/resources';
export { ContainerBehavior, Scenario } from './lifecycle/scenario';
export { Timeline } from './lifecycle/timeline';
export { LifecycleEvent, PodOutcome, PodPhase, TimelineEvent } from './lifecycle/timeline-event';
