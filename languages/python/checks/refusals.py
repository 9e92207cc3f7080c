"""The library rejects invalid configurations with a helpful message."""

from cdk8s import Duration, Testing

from cdk8s_sidecars import NativeSidecar, PodLifecycle, StartupGate

from .harness import cache, check, deployment, export_job, refusal, same


@check
def a_cycle_is_rejected():
    chart = Testing.chart()
    web = deployment(chart)
    proxy, log, first = cache(web, "proxy"), cache(web, "log"), cache(web, "first")
    proxy.starts_after(first)
    log.starts_after(proxy)
    first.starts_after(log)

    same(refusal(Testing.synth, chart), (
        "Validation failed with the following errors:\n"
        "  [test/web] NS203 'proxy' starts after 'first', 'first' starts after 'log', 'log' starts after 'proxy', so none of them can start: "
        "remove one 'startsAfter' call"))


@check
def a_missing_gate_is_a_type_error():
    web = deployment(Testing.chart())

    left_out = refusal(NativeSidecar, web, "cache", image="docker.io/library/memcached:1.6.45-alpine", kind=TypeError)
    given_none = refusal(cache, web, startup=None, kind=TypeError)

    assert "'startup'" in left_out
    assert "startup must be cdk8s_sidecars.StartupGate" in given_none


@check
def a_gate_of_none_requires_a_reason():
    same(refusal(StartupGate.none, " "),
         "StartupGate.none has no reason: state why no container needs to wait for the sidecar, for example 'it only tails a file'")


@check
def a_grace_period_that_is_too_short_is_rejected_with_the_sum():
    chart = Testing.chart()
    web = deployment(chart, termination_grace_period=Duration.seconds(20))
    cache(web, shutdown=Duration.seconds(2))
    PodLifecycle.of(web, shutdown=Duration.seconds(60))

    assert "NS301 the grace period is 20 s, but stopping in order takes 62 s (web shutdown 60 s + cache shutdown 2 s = 62 s" in refusal(Testing.synth, chart)


@check
def a_job_without_a_deadline_is_rejected():
    left_out = refusal(export_job, Testing.chart(), kind=TypeError)
    given_none = refusal(export_job, Testing.chart(), active_deadline=None, kind=TypeError)

    assert "'active_deadline'" in left_out
    assert "active_deadline must be cdk8s.Duration" in given_none


@check
def a_scope_without_a_pod_is_rejected():
    assert refusal(cache, Testing.chart()).startswith("sidecar 'cache' requires a workload, but 'test' contains none: use a Deployment")
