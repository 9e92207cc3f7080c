"""A Job that completes although its proxy never exits by itself."""

import cdk8s_plus_28 as kplus
from cdk8s import App, Chart, Duration
from cdk8s_sidecars import NativeSidecar, PodFailureAction, PodFailureRule, SidecarJob, StartupGate


def build(app: App) -> None:
    chart = Chart(app, "orders", disable_resource_name_hashes=True)
    job = SidecarJob(
        chart, "export",
        containers=[kplus.ContainerProps(name="export", image="ghcr.io/acme/export:1.0.0")],
        active_deadline=Duration.hours(1),
        pod_failure_rules=[
            PodFailureRule.on_exit_codes(PodFailureAction.FAIL_JOB, [64]),  # wrong arguments: a retry would not help
            PodFailureRule.on_disruption(PodFailureAction.IGNORE),  # a drained node is not the export's fault
        ],
    )
    NativeSidecar(
        job, "db",
        image="gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3",
        args=["--port=5432", "--health-check", "--http-address=0.0.0.0", "--http-port=9801", "acme:europe-west1:orders"],
        startup=StartupGate.http_get("/startup", 9801),
        shutdown=Duration.seconds(2),
    )
