"""Settings, and the meaning of None."""

import cdk8s_plus_28 as kplus
from cdk8s import Cron, Duration, Testing

from cdk8s_sidecars import (
    DrainNotice, KubernetesVersion, PodFailureAction, PodFailureRule, PodLifecycle, Severity, SidecarCronJob, StartupGate,
)
from cdk8s_sidecars.catalog import CloudSqlProxy

from .harness import cache, check, deployment, export_job, pod_spec, refusal, same


@check
def none_means_not_set():
    def with_options(**options):
        chart = Testing.chart()
        web = deployment(chart)
        cache(web, **options)
        PodLifecycle.of(web, shutdown=None, pre_stop_delay=None, image_has_sleep=None)
        return Testing.synth(chart)

    same(with_options(user=None, shutdown=None, args=None, ports=None, resources=None, pre_stop=None, volume_mounts=None), with_options())

    chart = Testing.chart()
    export_job(chart, active_deadline=Duration.hours(1), restart_policy=None, backoff_limit=None, termination_grace_period=None)
    job = Testing.synth(chart)[0]["spec"]
    same((job["template"]["spec"]["restartPolicy"], job["backoffLimit"]), ("Never", 3))


@check
def an_app_targets_a_kubernetes_version():
    chart = Testing.chart()
    web = deployment(chart)
    cache(web)

    PodLifecycle.target(chart, KubernetesVersion.of("1.34"))
    same(PodLifecycle.of(web).kubernetes.to_string(), "1.34")
    same(KubernetesVersion.DEFAULT.to_string(), "1.33")

    other = Testing.chart()
    cache(deployment(other))
    PodLifecycle.target(other, KubernetesVersion.of("1.28"))
    assert "NS601 'cache' cannot be native on Kubernetes 1.28" in refusal(Testing.synth, other)
    assert "Kubernetes version '1.3' is not supported" in refusal(KubernetesVersion.of, "1.3")


@check
def a_finding_can_be_acknowledged_with_a_reason():
    chart = Testing.chart()
    web = deployment(chart, termination_grace_period=Duration.seconds(20))
    cache(web)
    life = PodLifecycle.of(web, shutdown=Duration.seconds(60))
    same([(finding.rule, finding.severity, finding.acknowledged) for finding in life.findings], [("NS301", Severity.ERROR, None)])

    life.acknowledge("NS301", "killed pods are fine in the playground")

    same(life.findings[0].acknowledged, "killed pods are fine in the playground")
    same(Testing.synth(chart)[0]["metadata"]["annotations"], {"acknowledge.cdk8s-sidecars/NS301": "killed pods are fine in the playground"})
    same(refusal(life.acknowledge, "NS301", ""), "acknowledging NS301 on 'test/web' requires a reason: state why the finding is acceptable here")


@check
def the_other_features_are_available():
    chart = Testing.chart()
    web = deployment(chart)
    log = cache(web, "log", image="ghcr.io/acme/tail:1.0.0", startup=StartupGate.none("it only tails a file"), pre_stop=DrainNotice.http_get("/drain", 9000))
    proxy = cache(web, "proxy", ports=[kplus.ContainerPort(number=11211)], startup=StartupGate.http_get("/ready", 15021, patience=Duration.minutes(2)))
    log.starts_after(proxy)
    log.share_empty_dir("files", path="/files", container_path="/var/log/web", read_only=True)
    proxy.access.expose_via_service(name="proxy", port=80)
    proxy.container.env.add_variable("MODE", kplus.EnvValue.from_value("quiet"))
    SidecarCronJob(chart, "nightly", schedule=Cron.daily(), containers=[kplus.ContainerProps(image="ghcr.io/acme/export:1.0.0")],
                   active_deadline=Duration.hours(1), pod_failure_rules=[PodFailureRule.on_disruption(PodFailureAction.IGNORE)])

    spec = pod_spec(chart)

    same([container["name"] for container in spec["initContainers"]], ["proxy", "log"])
    same(spec["initContainers"][0]["startupProbe"]["failureThreshold"], 121)
    same(spec["initContainers"][0]["env"], [{"name": "MODE", "value": "quiet"}])
    same(spec["containers"][0]["volumeMounts"], [{"name": "files", "mountPath": "/var/log/web", "readOnly": True}])
    same([manifest["kind"] for manifest in Testing.synth(chart)], ["Deployment", "Service", "CronJob"])


@check
def a_preset_of_the_catalog_configures_the_app():
    chart = Testing.chart()
    web = deployment(chart)
    db = CloudSqlProxy(web, "db", instance="acme:europe-west1:orders")
    db.connect()

    spec = pod_spec(chart)

    same([container["name"] for container in spec["initContainers"]], ["db"])
    same(spec["containers"][0]["env"], [{"name": "DB_HOST", "value": "127.0.0.1"}, {"name": "DB_PORT", "value": "5432"}])
    assert PodLifecycle.of(web).timeline().starts_before("db", "web")
