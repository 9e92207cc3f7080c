"""A Deployment and a Job in a service mesh, with a proxy that starts first and stops last."""

import cdk8s_plus_28 as kplus
from cdk8s import App, Chart, Duration
from cdk8s_sidecars import Mesh, MeshedDeployment, SidecarJob


def build(app: App) -> None:
    chart = Chart(app, "shop", disable_resource_name_hashes=True)
    mesh = Mesh.linkerd(version="2.20")

    MeshedDeployment(
        chart, "checkout",
        mesh=mesh,
        containers=[kplus.ContainerProps(name="checkout", image="ghcr.io/acme/checkout:2.0.0", port_number=8080)],
        shutdown=Duration.seconds(20),  # the time that the app needs after SIGTERM; the proxy stops after it
    )
    SidecarJob(
        chart, "export",
        mesh=mesh,
        containers=[kplus.ContainerProps(name="export", image="ghcr.io/acme/export:1.0.0")],
        active_deadline=Duration.hours(1),
    )
