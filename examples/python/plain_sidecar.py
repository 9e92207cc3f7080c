"""A cache beside a Deployment with a Service."""

import cdk8s_plus_28 as kplus
from cdk8s import App, Chart, Duration
from cdk8s_sidecars import NativeSidecar, StartupGate


def build(app: App) -> None:
    chart = Chart(app, "shop", disable_resource_name_hashes=True)
    web = kplus.Deployment(
        chart, "web",
        containers=[kplus.ContainerProps(name="web", image="ghcr.io/acme/web:1.4.2", port_number=8080)],
    )
    web.expose_via_service()

    NativeSidecar(
        web, "cache",
        image="docker.io/library/memcached:1.6.45-alpine",
        user=11211,
        startup=StartupGate.command(["nc", "-z", "127.0.0.1", "11211"]),
        shutdown=Duration.seconds(2),
    )
