"""A database proxy and a log shipper from the catalog."""

import cdk8s_plus_28 as kplus
from cdk8s import App, Chart
from cdk8s_sidecars import PodLifecycle
from cdk8s_sidecars.catalog import CloudSqlProxy, FluentBit, FluentBitOutput


def build(app: App) -> None:
    chart = Chart(app, "orders", disable_resource_name_hashes=True)
    api = kplus.Deployment(
        chart, "api",
        containers=[kplus.ContainerProps(name="api", image="ghcr.io/acme/orders:3.1.0", port_number=8080)],
    )
    CloudSqlProxy(api, "db", instance="acme:europe-west1:orders").connect()
    loki = FluentBitOutput(plugin="loki", options={"labels": "app=orders", "host": "loki.observability", "port": 3100})
    FluentBit(api, "logs", outputs=[loki]).connect()
    PodLifecycle.of(api)
