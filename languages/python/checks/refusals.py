"""The library rejects invalid configurations with a helpful message."""

import cdk8s_plus_28 as kplus
from cdk8s import Duration, Size, Testing

from cdk8s_sidecars import ContainerBehavior, LifecycleTesting, Mesh, NativeSidecar, PodLifecycle, SidecarJob, StartupGate
from cdk8s_sidecars.catalog import CloudSqlProxy, Envoy, MemcachedCache

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
        "remove one 'starts_after' call"))


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
def a_wrong_scenario_is_rejected_in_the_words_of_python():
    chart = Testing.chart()
    life = PodLifecycle.of(deployment(chart))

    same(refusal(life.timeline, delete_at=60, delete_again_at=30), "'delete_again_at' of the scenario is 30 s: set 'delete_at' to an earlier time")
    same(refusal(LifecycleTesting.timeline, chart, "Deployment", containers={"web": ContainerBehavior(exits_after=-1)}),
         "'exits_after' of container 'web' must be a number of seconds, 0 or more, not -1")
    assert "set 'delete_at', for example { delete_at: 60 }" in refusal(LifecycleTesting.timeline(chart, "Deployment").outlives, "web", "web")


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


@check
def presets_and_meshes_use_the_names_of_python():
    web = deployment(Testing.chart())

    same(refusal(MemcachedCache, web, "cache", max_memory=Size.mebibytes(64), max_item_size=Size.mebibytes(64)),
         "'max_item_size' of 'cache' is 65536 KiB: set at least 1 KiB, and at most half of 'max_memory', which is 64 MiB")
    same(refusal(Envoy, web, "envoy"),
         "'envoy' has nothing to proxy: set 'upstreams' for services that the app calls, 'app_port' for clients that call the app, or both")
    same(refusal(CloudSqlProxy, web, "db", instance="acme:europe-west1:orders", extra_args=["--unix-socket=/sql"]),
         "'extra_args' of 'db' has '--unix-socket', which the sidecar decides: set 'socket_folder'")
    same(refusal(Mesh.linkerd, version="2.14"),
         "Linkerd 2.14 has no native sidecars: use 2.15 or newer, or set 'native_sidecar' to false")
    same(refusal(PodLifecycle.of, web, pod_template="spec.other"),
         "a pod lifecycle has pod_template 'spec.other', but 'test/web' has no pod template there: set 'pod_template' to one of 'spec.template'")


@check
def a_dictionary_in_a_list_or_a_map_of_structs_is_rejected():
    chart = Testing.chart()
    web = deployment(chart)
    SidecarJob(chart, "export", containers=[kplus.ContainerProps(name="export", image="ghcr.io/acme/export:1.0.0")], active_deadline=Duration.hours(1))

    upstream = refusal(Envoy, web, "envoy", upstreams=[{"name": "api", "host": "api", "port": 80, "listen_port": 9000}], kind=TypeError)
    port = refusal(cache, web, ports=[{"number": 11211, "host_port": 11211}], kind=TypeError)
    container = refusal(SidecarJob, chart, "import", active_deadline=Duration.hours(1), containers=[{"image": "a:1", "port_number": 80}], kind=TypeError)
    behavior = refusal(LifecycleTesting.timeline, chart, "Job", containers={"export": {"exitsAfter": 90, "exit_code": 3}}, kind=TypeError)

    for sentence, name in [(upstream, "EnvoyUpstream"), (port, "ContainerPort"), (container, "ContainerProps"), (behavior, "ContainerBehavior")]:
        assert name in sentence, sentence


@check
def a_dictionary_in_place_of_one_struct_reports_unknown_keys():
    assert "unexpected keyword argument 'cpus'" in refusal(cache, deployment(Testing.chart()), resources={"cpus": 1}, kind=TypeError)


@check
def jsii_drops_keys_of_a_dictionary_in_a_list_of_cdk8s_plus_before_any_library_sees_them():
    """This is why the package refuses dictionaries; when it fails, jsii has learned to refuse them itself, and projenrc/pacmak.js can go."""
    chart = Testing.chart()
    kplus.Deployment(chart, "web", containers=[{"image": "ghcr.io/acme/web:1.4.2", "port_number": 8080}])

    assert "ports" not in Testing.synth(chart)[0]["spec"]["template"]["spec"]["containers"][0]
